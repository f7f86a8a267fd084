// Tagged unions: a tag member selects the variant, which determines the other members.

/// Variant of a tagged union.
package struct Variant<Choice>: Sendable {
  let name: String
  let isOf: @Sendable (Choice) -> Bool
  let write: @Sendable (Choice, inout [JSONValue.Member]) -> Void
  let describe: @Sendable () -> ObjectDescription
  let read: @Sendable (JSONValue, inout ShapeReading) -> Choice?

  /// Further schema constraints on the members.
  let further: [JSONValue.Member]

  /// Creates a variant from a document schema. `take` returns nil for other variants.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Own>(
    _ name: String, _ shape: Shape<Own>, further: [JSONValue.Member] = [],
    _ take: @escaping @Sendable (Choice) -> Own?, _ make: @escaping @Sendable (Own) -> Choice
  ) {
    self.name = name
    self.further = further
    isOf = { take($0) != nil }
    write = { choice, members in
      if let own = take(choice) { shape.write(own, into: &members) }
    }
    describe = {
      var description = ObjectDescription()
      shape.describe(into: &description)
      return description
    }
    read = { json, reading in shape.readMembers(json, &reading).map(make) }
  }
}

/// Tagged union: the variants and their tag member.
package struct TaggedUnion<Choice>: Sendable {
  let tag: String
  let variants: [Variant<Choice>]

  /// Creates a tagged union with the tag member `tag`.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(_ tag: String, _ variants: Variant<Choice>...) {
    self.tag = tag
    self.variants = variants
  }

  var names: [String] { variants.map(\.name) }
}

extension Derived {
  /// Tag member of a tagged union.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Choice>(
    _ get: @escaping @Sendable (Root) -> Choice, tag variants: TaggedUnion<Choice>
  ) {
    self.init(
      part: Part(
        write: { root, members in
          let choice = get(root)
          let name = variants.variants.first { $0.isOf(choice) }?.name
          members.append(.init(variants.tag, .optional(name)))
        },
        describe: {
          $0.add(variants.tag, ["enum": .array(variants.names.map { .string($0) })], .required)
        }))
  }
}

extension Field {
  /// Members of the tagged variant.
  @_semantics("optimize.sil.specialize.generic.never")
  package init(
    _ get: @escaping @Sendable (Root) -> Value, of variants: TaggedUnion<Value>
  ) {
    self.init(
      part: Part(
        write: { root, members in
          let choice = get(root)
          for variant in variants.variants { variant.write(choice, &members) }
        },
        describe: { description in
          description.add(
            variants.variants.map { ($0.name, $0.describe(), $0.further) }, tag: variants.tag)
        }),
      read: { json, reading in
        let variant = reading.member(variants.tag, of: json) { json, reading in
          variants.variants.first { json == .string($0.name) }
            ?? reading.refuse(json, allowed: variants.names.joined(separator: ", "))
        }
        return variant.flatMap { $0.read(json, &reading) }
      })
  }
}
