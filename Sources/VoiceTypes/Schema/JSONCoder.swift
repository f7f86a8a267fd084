// Coder of one kind of value. Writing, schema and reading are in one place, so that they cannot
// diverge.

/// Coder between a Swift value and its JSON.
package struct JSONCoder<Value>: Sendable {
  /// Encodes the value as JSON.
  package let write: @Sendable (Value) -> JSONValue

  /// Returns the JSON Schema of the value.
  package let describe: @Sendable () -> JSONValue

  /// Decodes the value. Returns nil after recording a fault.
  package let read: @Sendable (JSONValue, inout ShapeReading) -> Value?

  /// Creates a coder from its three functions.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    write: @escaping @Sendable (Value) -> JSONValue,
    describe: @autoclosure @escaping @Sendable () -> JSONValue,
    read: @escaping @Sendable (JSONValue, inout ShapeReading) -> Value?
  ) {
    self.write = write
    self.describe = describe
    self.read = read
  }

  /// Replaces the schema.
  @_semantics("optimize.sil.specialize.generic.never")
  package func described(by schema: @autoclosure @escaping @Sendable () -> JSONValue) -> JSONCoder {
    JSONCoder(write: write, describe: schema(), read: read)
  }

  /// Describes the accepted values in `words`, in messages and in the schema.
  @_semantics("optimize.sil.specialize.generic.never")
  package func saying(_ words: String) -> JSONCoder {
    JSONCoder(
      write: write,
      describe: .object([.init("description", .string(words))] + describe().ownMembers),
      read: { json, reading in
        let former = reading.words
        reading.words = words
        defer { reading.words = former }
        return read(json, &reading)
      })
  }

  /// Hides values in messages; they show the kind only.
  package var confidential: JSONCoder {
    @_semantics("optimize.sil.specialize.generic.never")
    get {
      JSONCoder(
        write: write, describe: describe(),
        read: { json, reading in
          let former = reading.showing
          reading.showing = .kinds
          defer { reading.showing = former }
          return read(json, &reading)
        })
    }
  }

  /// Converts another kind of value. `make` returns nil for invalid values.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func mapped<Stored>(
    _ stored: JSONCoder<Stored>, allowed: String, _ make: @escaping @Sendable (Stored) -> Value?,
    _ store: @escaping @Sendable (Value) -> Stored
  ) -> JSONCoder {
    JSONCoder(
      write: { stored.write(store($0)) }, describe: stored.describe(),
      read: { json, reading in
        guard let found = stored.read(json, &reading) else { return nil }
        return make(found) ?? reading.refuse(json, allowed: allowed)
      })
  }

  /// Reports any inner fault as one fault of the whole.
  @_semantics("optimize.sil.specialize.generic.never")
  package func atOnce(allowed: String) -> JSONCoder {
    JSONCoder(
      write: write, describe: describe(),
      read: { json, reading in
        var inner = reading
        let value = read(json, &inner)
        guard inner.count == reading.count, let value else {
          return reading.refuse(json, allowed: allowed)
        }
        return value
      })
  }

  /// Decodes the value at `place`. Throws the first fault.
  @_semantics("optimize.sil.specialize.generic.never")
  package func read(_ json: JSONValue, at place: String) throws(FileFault) -> Value {
    var reading = ShapeReading(of: place, mode: .firstFault)
    if let value = read(json, &reading), reading.faults.isEmpty { return value }
    throw FileFaults(faults: reading.faults).first
  }

  /// Value or null.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func orNull<Known>(_ known: JSONCoder<Known>) -> JSONCoder where Value == Known? {
    JSONCoder(
      write: { $0.map(known.write) ?? .null },
      describe: known.describe().orNullSchema,
      read: { json, reading in
        if json == .null { return .some(nil) }
        return known.read(json, &reading).map { .some($0) }
      })
  }
}

extension JSONCoder {
  /// List of values.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func list<Element>(
    of element: JSONCoder<Element>, _ length: ListLength = .any
  ) -> JSONCoder where Value == [Element] {
    JSONCoder(
      write: { .array($0.map(element.write)) },
      describe: .object(
        [.init("type", "array"), .init("items", element.describe())]
          + (length == .notEmpty ? [.init("minItems", 1)] : [])),
      read: { json, reading in
        guard case .array(let found) = json else { return reading.refuse(json, allowed: "a list") }
        guard length == .any || !found.isEmpty else {
          reading.note(found: "an empty list", allowed: "a list that is not empty")
          return nil
        }
        let elements = found.enumerated().compactMap { index, json in
          reading.element(index) { element.read(json, &$0) }
        }
        return elements.count == found.count ? elements : nil
      })
  }

  /// Object with arbitrary keys, written in key order.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func map<Element>(
    of element: JSONCoder<Element>
  ) -> JSONCoder where Value == [String: Element] {
    JSONCoder(
      write: { .map($0.mapValues(element.write)) },
      describe: ["type": "object", "additionalProperties": element.describe()],
      read: { json, reading in
        guard case .object(let found) = json else {
          return reading.refuse(json, allowed: "an object")
        }
        var map: [String: Element] = [:]
        for member in found {
          guard let value = reading.value(of: member, element.read) else { continue }
          guard map.updateValue(value, forKey: member.key) == nil else {
            reading.note(member.key, found: "a key like another", allowed: "each key once")
            continue
          }
        }
        return map.count == found.count ? map : nil
      })
  }

  /// Object with keys from a closed list.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func map<
    Key: CaseIterable & RawRepresentable<String> & Hashable & Sendable, Element
  >(
    by key: Key.Type, _ order: NameOrder, _ others: OtherNames, of element: JSONCoder<Element>
  ) -> JSONCoder where Value == [Key: Element] {
    JSONCoder(
      write: { map in
        let keys = Key.allCases.filter { map[$0] != nil }
        let ordered =
          order == .byName ? keys.sorted { $0.rawValue < $1.rawValue } : Array(keys)
        return .object(
          ordered.compactMap { key in
            map[key].map { .init(key.rawValue, element.write($0)) }
          })
      },
      describe: [
        "type": "object", "propertyNames": JSONCoder<Key>.choice.describe(),
        "additionalProperties": element.describe(),
      ],
      read: { json, reading in
        guard case .object(let found) = json else {
          return reading.refuse(json, allowed: "an object")
        }
        let known = found.compactMap { member in Key(rawValue: member.key).map { ($0, member) } }
        if others == .refused, known.count < found.count {
          let words = Key.words
          for member in found where Key(rawValue: member.key) == nil {
            reading.note(member.key, found: "an unknown name", allowed: words)
          }
          return nil
        }
        let pairs = known.compactMap { key, member in
          reading.value(of: member, element.read).map { (key, $0) }
        }
        guard pairs.count == known.count else { return nil }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
      })
  }
}

/// Minimum length of a list.
package enum ListLength: Sendable {
  case any
  case notEmpty
}

/// Order of the keys from a closed list.
package enum NameOrder: Sendable {
  case byName
  case asDeclared
}

/// Handling of unknown keys.
package enum OtherNames: Sendable {
  /// Ignores the key; a later version may have added it.
  case ignoringOthers
  case refused
}

extension JSONValue {
  /// Members of an object; empty for other values.
  var ownMembers: [Member] { if case .object(let members) = self { members } else { [] } }

  /// Appends members to an object.
  @_semantics("optimize.sil.specialize.generic.never")
  func adding(_ members: [Member]) -> JSONValue { .object(ownMembers + members) }

  /// Schema that also permits null.
  fileprivate var orNullSchema: JSONValue {
    let isObject = self["type"] == "object"
    let isPlain = !isObject && (self["type"] != nil || self["enum"] != nil)
    guard isPlain else { return ["oneOf": [["type": "null"], self]] }
    return .object(
      ownMembers.map { member in
        switch (member.key, member.value) {
        case ("type", .string(let type)): .init("type", [.string(type), "null"])
        case ("enum", .array(let words)): .init("enum", .array(words + [.null]))
        default: member
        }
      })
  }
}
