// One description of an object of a document. From it come the ordered JSON, the JSON Schema and
// the reader, so that a member is written down once.
//
//   static let shape = Shape(Refusal.init) {
//     Field("code", \.code, .choice)
//     Field("message", \.message, .text)
//     Field("advice", \.advice, .text)
//   }
//
// The fields stand in the order of the document, which is that of the parameters of what makes a
// value of them. What is read is what was written: members that a later minor version added are
// passed over, and a document of another major version is refused by the name of its schema.
//
// `optimize.sil.specialize.generic.never` marks generic functions of this folder: specialised copies
// for every document tripled the compile time of the module (60 s CPU, 22 s without) and gained nothing.

/// A description of the objects that stand for values of a type.
package struct Shape<Root>: Sendable {
  /// What becomes of members that no field stands for.
  package enum OtherMembers: Sendable {
    /// A reader passes them over; the schema does not allow them.
    case later
    /// They are allowed, and passed over.
    case allowed
    /// They are faults: a misspelt optional member would otherwise go unnoticed.
    case refused
  }

  private let parts: [Part<Root>]
  private let expected: [Expected]
  private let others: OtherMembers
  private let make: @Sendable (JSONValue, inout ShapeReading) -> Root?

  /// A shape of fields, of whose values `make` makes one.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<each Value>(
    others: OtherMembers = .later, _ make: @escaping @Sendable (repeat each Value) -> Root,
    @ShapeBuilder<Root> _ members: () -> Fields<Root, repeat each Value>
  ) {
    let fields = members()
    self.init(others, fields.parts, fields.expected) { json, reading in
      guard let values = fields.read(json, &reading) else { return nil }
      return make(repeat each values)
    }
  }

  /// A shape of fields, of whose values `make` makes one.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<each Value>(
    others: OtherMembers = .later,
    @ShapeBuilder<Root> _ members: () -> Fields<Root, repeat each Value>,
    make: @escaping @Sendable (repeat each Value) -> Root
  ) {
    let fields = members()
    self.init(others, fields.parts, fields.expected) { json, reading in
      guard let values = fields.read(json, &reading) else { return nil }
      return make(repeat each values)
    }
  }

  /// A shape of fields, of whose values `make` makes one; nil stands for what may not stand there,
  /// as `allowed` says.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<each Value>(
    others: OtherMembers = .later, allowed: String,
    @ShapeBuilder<Root> _ members: () -> Fields<Root, repeat each Value>,
    makeIfPossible make: @escaping @Sendable (repeat each Value) -> Root?
  ) {
    let fields = members()
    self.init(others, fields.parts, fields.expected) { json, reading in
      guard let values = fields.read(json, &reading) else { return nil }
      return make(repeat each values) ?? reading.refuse(json, allowed: allowed)
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private init(
    _ others: OtherMembers, _ parts: [Part<Root>], _ expected: [Expected],
    _ make: @escaping @Sendable (JSONValue, inout ShapeReading) -> Root?
  ) {
    self.parts = parts
    self.expected = expected
    self.others = others
    self.make = make
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private init(_ shape: Shape, checking check: Part<Root>) {
    parts = shape.parts + [check]
    expected = shape.expected
    others = shape.others
    make = shape.make
  }

  /// The same shape of which `check` notes what does not go together.
  @_semantics("optimize.sil.specialize.generic.never")
  package func checking(
    _ check: @escaping @Sendable (Root, inout ShapeReading) -> Void
  ) -> Shape {
    Shape(
      self,
      checking: Part(
        write: { _, _ in }, describe: { _ in }, check: { root, _, reading in check(root, &reading) }
      ))
  }

  /// A value as an object.
  @_semantics("optimize.sil.specialize.generic.never")
  package func json(of root: Root) -> JSONValue {
    var members: [JSONValue.Member] = []
    members.reserveCapacity(parts.count)
    write(root, into: &members)
    return .object(members)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func write(_ root: Root, into members: inout [JSONValue.Member]) {
    for part in parts { part.write(root, &members) }
  }

  /// The value in an object of which all other members are somebody else's.
  @_semantics("optimize.sil.specialize.generic.never")
  func readMembers(_ json: JSONValue, _ reading: inout ShapeReading) -> Root? {
    for expected in expected where !expected.stands(in: json, &reading) { return nil }
    guard let root = make(json, &reading) else { return nil }
    let before = reading.count
    for part in parts { part.check(root, json, &reading) }
    return reading.count == before ? root : nil
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func describe(into description: inout ObjectDescription) {
    for part in parts { part.describe(&description) }
  }

  /// The names of all members.
  package var keys: [String] { description.properties.map(\.key) }

  private var description: ObjectDescription {
    var description = ObjectDescription()
    describe(into: &description)
    return description
  }

  /// The objects of this shape as a kind of value.
  package var codec: Codec<Root> {
    @_semantics("optimize.sil.specialize.generic.never")
    get {
      let known = others == .refused ? keys : []
      return Codec(
        write: { json(of: $0) },
        describe: .object(description.schema(isOpen: others == .allowed)),
        read: { json, reading in
          guard case .object(let members) = json else {
            return reading.refuse(json, allowed: "an object")
          }
          let before = reading.count
          if others == .refused { Self.refuse(members, notAmong: known, &reading) }
          let root = readMembers(json, &reading)
          return reading.count == before ? root : nil
        })
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private static func refuse(
    _ members: [JSONValue.Member], notAmong keys: [String], _ reading: inout ShapeReading
  ) {
    let allowed = keys.joined(separator: ", ")
    for member in members where !keys.contains(member.key) {
      reading.note(member.key, found: "an unknown member", allowed: allowed)
    }
  }
}

// MARK: - Documents

extension Shape {
  /// JSON Schema, draft 2020-12.
  @_semantics("optimize.sil.specialize.generic.never")
  package func schema(id: String, title: String, description: String? = nil) -> JSONValue {
    let heads: [JSONValue.Member] = [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("$id", .string(id)), .init("title", .string(title)),
    ]
    let words = description.map { [JSONValue.Member("description", .string($0))] } ?? []
    return .object(heads + words + codec.describe().ownMembers)
  }

  /// The value in a JSON value that messages call `name`.
  @_semantics("optimize.sil.specialize.generic.never")
  package func read(
    _ json: JSONValue, as name: String, mode: ValidationMode = .allFaults
  ) throws(FileFaults) -> Root {
    var reading = ShapeReading(of: name, mode: mode)
    return try read(json, &reading)
  }

  /// The value in a JSON value, or all that `reading` notes of it.
  @_semantics("optimize.sil.specialize.generic.never")
  package func read(
    _ json: JSONValue, _ reading: inout ShapeReading
  ) throws(FileFaults) -> Root {
    guard let root = codec.read(json, &reading), reading.faults.isEmpty else {
      throw FileFaults(faults: reading.faults)
    }
    return root
  }
}

/// A type whose values stand in documents in one way.
package protocol Shaped: Sendable {
  /// How they stand there.
  static var shape: Shape<Self> { get }
}

extension Codec where Value: Shaped {
  /// An object of the shape of its type.
  package static var shaped: Codec {
    @_semantics("optimize.sil.specialize.generic.never")
    get {
      Value.shape.codec
    }
  }
}
