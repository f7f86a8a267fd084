// Document schema: one declaration per member yields the ordered JSON, the JSON Schema and the
// parser.
//
//   static let shape = Shape(Refusal.init) {
//     Field("code", \.code, .choice)
//     Field("message", \.message, .text)
//     Field("advice", \.advice, .text)
//   }
//
// The fields are in document order, which is the parameter order of the initializer. A parser
// ignores members of later minor versions and rejects other major versions by the schema name.
//
// `optimize.sil.specialize.generic.never` marks the generic functions of this folder. Specialised
// copies per document tripled the compile time of the module (60 s CPU, 22 s without) without
// benefit.

/// Document schema of a type.
package struct Shape<Root>: Sendable {
  /// Handling of unknown members.
  package enum OtherMembers: Sendable {
    /// The reader ignores them; the JSON Schema forbids them.
    case later
    /// The reader ignores them; the JSON Schema permits them.
    case allowed
    /// They are faults, which reveals a misspelt optional member.
    case refused
  }

  private let parts: [Part<Root>]
  private let expected: [Expected]
  private let others: OtherMembers
  private let make: @Sendable (JSONValue, inout ShapeReading) -> Root?

  /// Creates a schema. `make` builds the value from the fields.
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

  /// Creates a schema. `make` builds the value from the fields.
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

  /// Creates a schema. `make` returns nil for invalid combinations, which `allowed` describes.
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

  /// Adds a check that records inconsistencies between members.
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

  /// Encodes a value as an object.
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

  /// Decodes the members of this schema from an object that may have others.
  @_semantics("optimize.sil.specialize.generic.never")
  func readMembers(_ json: JSONValue, _ reading: inout ShapeReading) -> Root? {
    for expected in expected where !expected.matches(in: json, &reading) { return nil }
    guard let root = make(json, &reading) else { return nil }
    let before = reading.count
    for part in parts { part.check(root, json, &reading) }
    return reading.count == before ? root : nil
  }

  @_semantics("optimize.sil.specialize.generic.never")
  func describe(into description: inout ObjectDescription) {
    for part in parts { part.describe(&description) }
  }

  /// Keys of all members.
  package var keys: [String] { description.properties.map(\.key) }

  private var description: ObjectDescription {
    var description = ObjectDescription()
    describe(into: &description)
    return description
  }

  /// Coder of the objects of this schema.
  package var codec: JSONCoder<Root> {
    @_semantics("optimize.sil.specialize.generic.never")
    get {
      let known = others == .refused ? keys : []
      return JSONCoder(
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

  /// Decodes a value. Messages call the input `name`.
  @_semantics("optimize.sil.specialize.generic.never")
  package func read(
    _ json: JSONValue, as name: String, mode: ValidationMode = .allFaults
  ) throws(FileFaults) -> Root {
    var reading = ShapeReading(of: name, mode: mode)
    return try read(json, &reading)
  }

  /// Decodes a value. Throws the faults that `reading` records.
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

/// Type with a document schema.
package protocol Shaped: Sendable {
  /// Document schema of the type.
  static var shape: Shape<Self> { get }
}

extension JSONCoder where Value: Shaped {
  /// Coder of the document schema of the type, which is made on first use: a document lacks many.
  package static var shaped: JSONCoder {
    @_semantics("optimize.sil.specialize.generic.never")
    get {
      JSONCoder(
        write: { Value.shape.json(of: $0) }, describe: Value.shape.codec.describe(),
        read: { Value.shape.codec.read($0, &$1) })
    }
  }
}
