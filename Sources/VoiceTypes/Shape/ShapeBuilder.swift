// The lines of a shape put together: what each field reads becomes a parameter of what makes the
// value, so that the compiler finds a field that is missing.

/// The fields of a shape, as far as they are listed.
package struct Fields<Root, each Value>: Sendable {
  let parts: [Part<Root>]
  let expected: [Expected]
  let read: @Sendable (JSONValue, inout ShapeReading) -> (repeat each Value)?
}

/// Joins the lines of a shape.
@resultBuilder
package enum ShapeBuilder<Root> {
  /// A member that a value is made of.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildExpression<Value>(
    _ field: Field<Root, Value>
  ) -> Field<Root, Value> { field }

  /// A member that follows from others.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildExpression(_ derived: Derived<Root>) -> Derived<Root> { derived }

  /// The first line.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildPartialBlock<Value>(
    first: Field<Root, Value>
  ) -> Fields<Root, Value> {
    Fields<Root, Value>(parts: [first.part], expected: []) { json, reading in
      first.read(json, &reading)
    }
  }

  /// The first line.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildPartialBlock(first: Derived<Root>) -> Fields<Root> {
    Fields<Root>(parts: [first.part], expected: [first.expected].compactMap { $0 }) { _, _ in () }
  }

  /// A line behind others. All faults are looked for, so that it is read whatever they were.
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

  /// A line behind others.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func buildPartialBlock<each Value>(
    accumulated: Fields<Root, repeat each Value>, next: Derived<Root>
  ) -> Fields<Root, repeat each Value> {
    Fields(
      parts: accumulated.parts + [next.part],
      expected: accumulated.expected + [next.expected].compactMap { $0 }, read: accumulated.read)
  }
}

/// The schema of an object while its members are listed.
struct ObjectDescription {
  /// Whether a member has to be there.
  enum Presence { case required, optional }

  private(set) var properties: [JSONValue.Member] = []
  private(set) var required: [String] = []

  /// What holds of the documents of one tag each.
  private(set) var branches: [JSONValue] = []

  /// Lists a member.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func add(_ key: String, _ schema: JSONValue, _ presence: Presence) {
    properties.append(.init(key, schema))
    if presence == .required { required.append(key) }
  }

  /// Lists the members of documents of which each has those of one variant. Members that all have
  /// are required of all.
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

  /// The schema.
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
