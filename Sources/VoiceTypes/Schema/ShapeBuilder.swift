// Builder of document schemas. Each field becomes a parameter of the initializer, so that the
// compiler detects a missing field.

/// Accumulated fields of a document schema.
package struct Fields<Root, each Value>: Sendable {
  let parts: [Part<Root>]
  let expected: [Expected]
  let read: @Sendable (JSONValue, inout ShapeReading) -> (repeat each Value)?
}

/// Result builder of document schemas.
@resultBuilder
package enum ShapeBuilder<Root> {
  /// Adds a field.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildExpression<Value>(
    _ field: Field<Root, Value>
  ) -> Field<Root, Value> { field }

  /// Adds a computed field.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildExpression(_ derived: Derived<Root>) -> Derived<Root> { derived }

  /// Starts with a field.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildPartialBlock<Value>(
    first: Field<Root, Value>
  ) -> Fields<Root, Value> {
    Fields<Root, Value>(parts: [first.part], expected: []) { json, reading in
      first.read(json, &reading)
    }
  }

  /// Starts with a computed field.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildPartialBlock(first: Derived<Root>) -> Fields<Root> {
    Fields<Root>(parts: [first.part], expected: [first.expected].compactMap { $0 }) { _, _ in () }
  }

  /// Appends a field. Reads it after earlier faults too, so that all faults are reported.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildPartialBlock<each Value, Next>(
    accumulated: Fields<Root, repeat each Value>, next: Field<Root, Next>
  ) -> Fields<Root, repeat each Value, Next> {
    Fields(parts: accumulated.parts + [next.part], expected: accumulated.expected) {
      json, reading in
      let former = accumulated.read(json, &reading)
      let latter = next.read(json, &reading)
      guard let former, let latter else { return nil }
      return (repeat each former, latter)
    }
  }

  /// Appends a computed field.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildPartialBlock<each Value>(
    accumulated: Fields<Root, repeat each Value>, next: Derived<Root>
  ) -> Fields<Root, repeat each Value> {
    Fields(
      parts: accumulated.parts + [next.part],
      expected: accumulated.expected + [next.expected].compactMap { $0 }, read: accumulated.read)
  }
}

/// JSON Schema of an object under construction.
struct ObjectDescription {
  /// Presence of a member.
  enum Presence { case required, optional }

  private(set) var properties: [JSONValue.Member] = []
  private(set) var required: [String] = []

  /// One subschema per variant of a tagged union.
  private(set) var branches: [JSONValue] = []

  /// Adds a member.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func add(_ key: String, _ schema: JSONValue, _ presence: Presence) {
    properties.append(.init(key, schema))
    if presence == .required { required.append(key) }
  }

  /// Adds the members of a tagged union. Members shared by all variants are required.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func add(
    _ variants: [(name: String, members: ObjectDescription, further: [JSONValue.Member])],
    tag: String
  ) {
    let shared = variants.reduce(variants.first?.members.properties.map(\.key) ?? []) {
      keys, next in
      keys.filter { key in next.members.required.contains(key) }
    }
    for variant in variants {
      for member in variant.members.properties
      where !properties.contains(where: { $0.key == member.key }) && shared.contains(member.key) {
        add(member.key, member.value, .required)
      }
    }
    for variant in variants {
      for member in variant.members.properties where !shared.contains(member.key) {
        add(member.key, member.value, .optional)
      }
    }
    branches = variants.map { variant in
      let others = variants.filter { $0.name != variant.name }.flatMap(\.members.properties)
        .map(\.key).filter { !shared.contains($0) }
      return .object([
        .init(
          "properties",
          .object([.init(tag, ["const": .string(variant.name)])] + variant.further)),
        .init(
          "required",
          Self.names(variant.members.required.filter { !shared.contains($0) })),
        .init("not", Self.anyOf(others)),
      ])
    }
  }

  /// Members of the JSON Schema.
  @_semantics("optimize.sil.specialize.generic.never")
  func schema(isOpen: Bool) -> [JSONValue.Member] {
    [
      .init("type", "object"), .init("properties", .object(properties)),
      .init("required", Self.names(required)),
    ] + (isOpen ? [] : [.init("additionalProperties", false)])
      + (branches.isEmpty ? [] : [.init("oneOf", .array(branches))])
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private static func names(_ keys: [String]) -> JSONValue {
    .array(keys.map { .string($0) })
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private static func anyOf(_ keys: [String]) -> JSONValue {
    guard keys.count != 1 else { return ["required": names(keys)] }
    return ["anyOf": .array(keys.map { ["required": names([$0])] })]
  }
}
