// A valid document with one fault for a validator to find.

package import VoiceTypes

/// A step from a JSON value into it.
package enum JSONStep: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case key(String)
  case index(Int)

  /// The member of an object.
  package init(stringLiteral value: String) { self = .key(value) }

  /// The element of an array.
  package init(integerLiteral value: Int) { self = .index(value) }
}

extension JSONValue {
  /// The value at the end of a path, if there is one.
  package subscript(path path: [JSONStep]) -> JSONValue? {
    guard let step = path.first else { return self }
    let rest = Array(path.dropFirst())
    switch (step, self) {
    case (.key(let key), .object): return self[key]?[path: rest]
    case (.index(let index), .array(let elements)) where elements.indices.contains(index):
      return elements[index][path: rest]
    default: return nil
    }
  }

  /// The names of the members of an object, in order; none for another value.
  package var keys: [String] { members.map(\.key) }

  /// The members of an object, in order; none for another value.
  package var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The elements of an array; none for another value.
  package var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The text of a string.
  package var stringValue: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// A number, whole or not.
  package var numberValue: Double? {
    switch self {
    case .int(let int): Double(int)
    case .number(let number): number
    default: nil
    }
  }

  /// A copy with the value at the end of a path replaced; a new member goes to the end.
  package func setting(_ path: [JSONStep], to value: JSONValue) -> JSONValue {
    edited(path) { _ in value }
  }

  /// A copy without the member at the end of a path.
  package func removing(_ path: [JSONStep]) -> JSONValue {
    edited(path) { _ in nil }
  }

  private func edited(
    _ path: [JSONStep], _ change: (JSONValue?) -> JSONValue?
  ) -> JSONValue {
    let rest = Array(path.dropFirst())
    switch (path.first, self) {
    case (.key(let key), .object(let members)):
      let old = members.first { $0.key == key }?.value
      let new = rest.isEmpty ? change(old) : old?.edited(rest, change)
      guard old != nil else { return .object(members + (new.map { [Member(key, $0)] } ?? [])) }
      return .object(
        members.compactMap { $0.key == key ? new.map { Member(key, $0) } : $0 })
    case (.index(let index), .array(var elements)):
      let new = rest.isEmpty ? change(elements[index]) : elements[index].edited(rest, change)
      elements.replaceSubrange(index...index, with: new.map { [$0] } ?? [])
      return .array(elements)
    default:
      preconditionFailure("the path does not fit the value")
    }
  }
}
