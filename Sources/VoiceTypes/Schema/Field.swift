/// Member of a document schema: writing, description and check.
struct Part<Root>: Sendable {
  /// Appends the members of a value.
  let write: @Sendable (Root, inout [JSONValue.Member]) -> Void

  /// Adds the member to the schema.
  let describe: @Sendable (inout ObjectDescription) -> Void

  /// Records a fault if an object disagrees with the decoded value.
  let check: @Sendable (Root, JSONValue, inout ShapeReading) -> Void

  @_semantics("optimize.sil.specialize.generic.never")
  init(
    write: @escaping @Sendable (Root, inout [JSONValue.Member]) -> Void,
    describe: @escaping @Sendable (inout ObjectDescription) -> Void,
    check: @escaping @Sendable (Root, JSONValue, inout ShapeReading) -> Void = { _, _, _ in }
  ) {
    self.write = write
    self.describe = describe
    self.check = check
  }
}

/// Member that supplies a part of the value.
package struct Field<Root, Value>: Sendable {
  let part: Part<Root>
  let read: @Sendable (JSONValue, inout ShapeReading) -> Value?

  @_semantics("optimize.sil.specialize.generic.never")
  init(part: Part<Root>, read: @escaping @Sendable (JSONValue, inout ShapeReading) -> Value?) {
    self.part = part
    self.read = read
  }

  /// Required member.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ key: String, _ get: @escaping @Sendable (Root) -> Value, _ codec: JSONCoder<Value>
  ) {
    self.init(key, written: { codec.write(get($0)) }, codec)
  }

  /// Required member with a custom encoding.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ key: String, written: @escaping @Sendable (Root) -> JSONValue, _ codec: JSONCoder<Value>
  ) {
    part = Part(
      write: { root, members in members.append(.init(key, written(root))) },
      describe: { $0.add(key, codec.describe(), .required) })
    read = { json, reading in
      reading.member(key, of: json, codec.read)
    }
  }

  /// Member that earlier versions lack. `value` is its default.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ key: String, _ get: @escaping @Sendable (Root) -> Value, _ codec: JSONCoder<Value>,
    ifMissing value: @autoclosure @escaping @Sendable () -> Value
  ) {
    self.init(
      part: Field(key, get, codec).part,
      read: { json, reading in
        json[key] == nil ? value() : reading.member(key, of: json, codec.read)
      })
  }

  /// Member that is omitted if it equals the default `usual`.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ key: String, _ get: @escaping @Sendable (Root) -> Value, _ codec: JSONCoder<Value>,
    unless usual: Value
  ) where Value: Equatable & Sendable {
    self.init(
      part: .optional(
        key,
        { root in
          let value = get(root)
          return value == usual ? nil : value
        }, codec, schema: { codec.describe() }),
      read: { json, reading in
        json[key] == nil ? usual : reading.member(key, of: json, codec.read)
      })
  }

  /// Optional member, omitted if nil. Null is a fault.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Known>(
    _ key: String, _ get: @escaping @Sendable (Root) -> Known?, ifThere codec: JSONCoder<Known>
  ) where Value == Known? {
    self.init(
      part: .optional(key, get, codec, schema: { codec.describe() }),
      read: { json, reading in
        if json[key] == nil { return .some(nil) }
        return reading.member(key, of: json, codec.read).map { .some($0) }
      })
  }

  /// Optional member, omitted if nil. Null means nil.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Known>(
    _ key: String, _ get: @escaping @Sendable (Root) -> Known?, ifTold codec: JSONCoder<Known>
  ) where Value == Known? {
    let nullable = JSONCoder<Known?>.orNull(codec)
    self.init(
      part: .optional(key, get, codec, schema: { nullable.describe() }),
      read: { json, reading in
        json[key] == nil ? .some(nil) : reading.member(key, of: json, nullable.read)
      })
  }

  /// Members of another document schema, inlined in this one.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(_ get: @escaping @Sendable (Root) -> Value, inline shape: Shape<Value>) {
    self.init(
      part: Part(
        write: { root, members in shape.write(get(root), into: &members) },
        describe: { shape.describe(into: &$0) }),
      read: { json, reading in shape.readMembers(json, &reading) })
  }
}

extension Part {
  @_semantics("optimize.sil.specialize.generic.never")
  fileprivate static func optional<Known>(
    _ key: String, _ get: @escaping @Sendable (Root) -> Known?, _ codec: JSONCoder<Known>,
    schema: @escaping @Sendable () -> JSONValue
  ) -> Part {
    Part(
      write: { root, members in
        if let known = get(root) { members.append(.init(key, codec.write(known))) }
      },
      describe: { $0.add(key, schema(), .optional) })
  }
}

/// Computed or constant field of a document.
package struct Derived<Root>: Sendable {
  /// Handling of a document with another value.
  package enum Agreement: Sendable {
    /// A different value is a fault.
    case needed
    /// The value is ignored.
    case notNeeded
  }

  let part: Part<Root>

  /// Field computed from the value.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Value>(
    _ key: String, _ get: @escaping @Sendable (Root) -> Value, _ codec: JSONCoder<Value>,
    _ agreement: Agreement = .needed
  ) {
    part = Part(
      write: { root, members in members.append(.init(key, codec.write(get(root)))) },
      describe: { $0.add(key, codec.describe(), .required) },
      check: { root, json, reading in
        guard agreement == .needed else { return }
        let expected = codec.write(get(root))
        guard json[key]?.isSame(as: expected) != true else { return }
        reading.note(
          key, found: json[key]?.excerpt ?? "nothing",
          allowed: "\(expected.excerpt), which follows from the rest")
      })
  }

  /// Text constant of all documents.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(_ key: String, always text: String, _ agreement: Agreement = .needed) {
    part = Part(
      write: { _, members in members.append(.init(key, .string(text))) },
      describe: { $0.add(key, ["const": .string(text)], .required) })
    if agreement == .needed { expected = Expected(key: key, text: text) }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  init(part: Part<Root>) { self.part = part }

  /// Constant that the reader checks first.
  private(set) var expected: Expected?
}

/// Required constant of a document kind. On a mismatch the reader stops.
struct Expected: Sendable {
  let key: String
  let text: String

  /// Whether the member has the constant. Records a fault if not.
  @_semantics("optimize.sil.specialize.generic.never")
  func matches(in json: JSONValue, _ reading: inout ShapeReading) -> Bool {
    if json[key] == .string(text) { return true }
    reading.note(key, found: json[key]?.excerpt ?? "nothing", allowed: text)
    return false
  }
}
