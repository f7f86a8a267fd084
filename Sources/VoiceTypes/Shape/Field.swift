// The members of an object: each is one line of its shape.

/// What a shape tells of its members to those who write, describe and check.
struct Part<Root>: Sendable {
  /// Puts the members of a value behind those that are there.
  let write: @Sendable (Root, inout [JSONValue.Member]) -> Void

  /// Adds what may stand there.
  let describe: @Sendable (inout ObjectDescription) -> Void

  /// Notes where an object does not agree with what was read of it.
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

/// A member that a value is made of.
package struct Field<Root, Value>: Sendable {
  let part: Part<Root>
  let read: @Sendable (JSONValue, inout ShapeReading) -> Value?

  @_semantics("optimize.sil.specialize.generic.never")
  init(part: Part<Root>, read: @escaping @Sendable (JSONValue, inout ShapeReading) -> Value?) {
    self.part = part
    self.read = read
  }

  /// A member that is always there.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ key: String, _ get: @escaping @Sendable (Root) -> Value, _ codec: Codec<Value>
  ) {
    self.init(key, written: { codec.write(get($0)) }, codec)
  }

  /// A member that is written in its own way.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ key: String, written: @escaping @Sendable (Root) -> JSONValue, _ codec: Codec<Value>
  ) {
    part = Part(
      write: { root, members in members.append(.init(key, written(root))) },
      describe: { $0.add(key, codec.describe(), .required) })
    read = { json, reading in
      reading.member(key, of: json, codec.read)
    }
  }

  /// A member that earlier versions did not write.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ key: String, _ get: @escaping @Sendable (Root) -> Value, _ codec: Codec<Value>,
    ifMissing value: @autoclosure @escaping @Sendable () -> Value
  ) {
    self.init(
      part: Field(key, get, codec).part,
      read: { json, reading in
        json[key] == nil ? value() : reading.member(key, of: json, codec.read)
      })
  }

  /// A member that stands there if it says something else than what most would.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ key: String, _ get: @escaping @Sendable (Root) -> Value, _ codec: Codec<Value>,
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

  /// A member that stands there if there is something to say.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Known>(
    _ key: String, _ get: @escaping @Sendable (Root) -> Known?, ifThere codec: Codec<Known>
  ) where Value == Known? {
    self.init(
      part: .optional(key, get, codec, schema: { codec.describe() }),
      read: { json, reading in
        if json[key] == nil { return .some(nil) }
        return reading.member(key, of: json, codec.read).map { .some($0) }
      })
  }

  /// A member that stands there if there is something to say, and of which null says nothing.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Known>(
    _ key: String, _ get: @escaping @Sendable (Root) -> Known?, ifTold codec: Codec<Known>
  ) where Value == Known? {
    let nullable = Codec<Known?>.orNull(codec)
    self.init(
      part: .optional(key, get, codec, schema: { nullable.describe() }),
      read: { json, reading in
        json[key] == nil ? .some(nil) : reading.member(key, of: json, nullable.read)
      })
  }

  /// The members of another shape, among those of this one.
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
    _ key: String, _ get: @escaping @Sendable (Root) -> Known?, _ codec: Codec<Known>,
    schema: @escaping @Sendable () -> JSONValue
  ) -> Part {
    Part(
      write: { root, members in
        if let known = get(root) { members.append(.init(key, codec.write(known))) }
      },
      describe: { $0.add(key, schema(), .optional) })
  }
}

/// A member that follows from the others, or from nothing at all.
package struct Derived<Root>: Sendable {
  /// What becomes of a document in which it says something else.
  package enum Agreement: Sendable {
    /// It is a fault.
    case needed
    /// What is there is passed over.
    case notNeeded
  }

  let part: Part<Root>

  /// A member that follows from a value.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Value>(
    _ key: String, _ get: @escaping @Sendable (Root) -> Value, _ codec: Codec<Value>,
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

  /// A text that is the same in every document.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(_ key: String, always text: String, _ agreement: Agreement = .needed) {
    part = Part(
      write: { _, members in members.append(.init(key, .string(text))) },
      describe: { $0.add(key, ["const": .string(text)], .required) })
    if agreement == .needed { expected = Expected(key: key, text: text) }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  init(part: Part<Root>) { self.part = part }

  /// The text that a reader looks for before anything else.
  private(set) var expected: Expected?
}

/// A text that has to stand in a member: of another kind of document no more is read.
struct Expected: Sendable {
  let key: String
  let text: String

  /// Whether it stands there; a fault is noted where it does not.
  @_semantics("optimize.sil.specialize.generic.never")
  func stands(in json: JSONValue, _ reading: inout ShapeReading) -> Bool {
    if json[key] == .string(text) { return true }
    reading.note(key, found: json[key]?.excerpt ?? "nothing", allowed: text)
    return false
  }
}
