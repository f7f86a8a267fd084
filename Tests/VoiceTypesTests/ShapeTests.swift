import TestSupport
import Testing

@testable import VoiceTypes

/// Something with every kind of member that a shape knows.
private struct Pet: Shaped, Equatable {
  var name: String
  var legs: Int
  var owner: String?
  var sounds: [String]
  var weight: Seconds
  var nickname: String?
  var age: Age?
  var colour: String
  var flag: ContextFlag

  static let shape = Shape(Pet.init) {
    Derived("schema", always: "pet/1")
    Field("name", \.name, .notBlank)
    Field("legs", \.legs, .whole(in: 0...8))
    Derived("legs_in_words", { "\($0.legs)" }, .text)
    Field("owner", \.owner, .orNull(.text))
    Field("sounds", \.sounds, .list(of: .text, .notEmpty))
    Field("weight_s", \.weight, .unit(.positive.short))
    Field("nickname", \.nickname, ifThere: .text)
    Field("age", \.age, ifTold: .age(described: nil))
    Field("colour", \.colour, .text, ifMissing: "grey")
    Field("flag", \.flag, .choice)
  }
}

/// One of two things.
private enum Animal: Equatable, Sendable {
  case pet(Pet)
  case wild(String)

  static let variants = TaggedUnion<Animal>(
    "kind",
    Variant("pet", Pet.shape, { if case .pet(let it) = $0 { it } else { nil } }) { .pet($0) },
    Variant("wild", wild, { if case .wild(let it) = $0 { it } else { nil } }) { .wild($0) })

  private static let wild = Shape<String>({ $0 }) { Field("place", { $0 }, .text) }

  static let shape = Shape<Animal>({ $0 }) {
    Derived({ $0 }, tag: variants)
    Field({ $0 }, of: variants)
  }
}

@Suite struct ShapeTests {
  private let pet = Pet(
    name: "Rex", legs: 4, owner: nil, sounds: ["wuff"], weight: 12, nickname: nil,
    age: nil, colour: "brown", flag: .cold)
  private let text = #"""
    {"schema":"pet/1","name":"Rex","legs":4,"legs_in_words":"4","owner":null,"sounds":["wuff"],\#
    "weight_s":12,"colour":"brown","flag":"cold"}
    """#

  private func faults(_ json: JSONValue) -> [String] {
    do {
      _ = try Pet.shape.read(json, as: "pet")
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  @Test func `members stand in the order of the fields`() {
    #expect(Pet.shape.json(of: pet).text(.compact) == text)
  }

  @Test func `a written document is read back`() throws {
    #expect(try Pet.shape.read(JSONValue(parsing: text), as: "pet") == pet)
  }

  @Test func `an empty member may be missing or null as its field defines`() throws {
    let json = Pet.shape.json(of: pet)

    #expect(try Pet.shape.read(json.setting(["age"], to: .null), as: "pet") == pet)
    #expect(try Pet.shape.read(json.removing(["colour"]), as: "pet").colour == "grey")
    #expect(
      faults(json.setting(["nickname"], to: .null)) == [
        "pet.nickname: found null; allowed: a text that is not empty"
      ])
    #expect(
      faults(json.removing(["owner"])) == ["pet.owner: found nothing; allowed: a value"])
  }

  @Test func `a derived member must agree with its sources`() {
    let json = Pet.shape.json(of: pet).setting(["legs_in_words"], to: "5")

    #expect(
      faults(json) == [
        "pet.legs_in_words: found \"5\"; allowed: \"4\", which follows from the rest"
      ])
  }

  @Test func `reading stops at another document schema`() {
    let json = Pet.shape.json(of: pet).setting(["schema"], to: "pet/2").removing(["name"])

    #expect(faults(json) == ["pet.schema: found \"pet/2\"; allowed: pet/1"])
  }

  @Test func `faults are in the order of the fields`() {
    let json = Pet.shape.json(of: pet).setting(["sounds"], to: ["a", "", 1])
      .setting(["legs"], to: 9).setting(["weight_s"], to: 0).setting(["age"], to: 12)

    #expect(
      faults(json) == [
        "pet.legs: found 9; allowed: a whole number from 0 to 8",
        "pet.sounds[1]: found \"\"; allowed: a text that is not empty",
        "pet.sounds[2]: found 1; allowed: a text that is not empty",
        "pet.weight_s: found 0; allowed: a number above 0",
        "pet.age: found 12; allowed: a whole number from 13 to 120",
      ])
  }

  @Test func `the schema accepts and refuses like the reader`() throws {
    let validator = try JSONSchemaValidator(Pet.shape.schema(id: "urn:pet", title: "a pet"))
    let json = Pet.shape.json(of: pet)

    #expect(validator.problems(in: json) == [])
    for (key, value) in [
      ("schema", "pet/2"), ("name", " "), ("legs", 9), ("owner", 1), ("sounds", []),
      ("weight_s", 0), ("age", 12), ("flag", "hot"), ("nickname", .null),
    ] as [(String, JSONValue)] {
      #expect(validator.problems(in: json.setting([.key(key)], to: value)) != [], "\(key)")
    }
  }

  @Test func `a tag selects the members`() throws {
    let wild = Animal.shape.json(of: .wild("wood"))
    let tame = Animal.shape.json(of: .pet(pet))

    #expect(wild.text(.compact) == #"{"kind":"wild","place":"wood"}"#)
    #expect(try Animal.shape.read(wild, as: "animal") == .wild("wood"))
    #expect(try Animal.shape.read(tame, as: "animal") == .pet(pet))
    #expect(throws: FileFaults.self) {
      try Animal.shape.read(wild.setting(["kind"], to: "tame"), as: "animal")
    }
    let validator = try JSONSchemaValidator(
      Animal.shape.schema(id: "urn:animal", title: "an animal"))
    #expect(validator.problems(in: wild) == [] && validator.problems(in: tame) == [])
    #expect(validator.problems(in: wild.setting(["name"], to: "Rex")) != [])
  }

  @Test func `a confidential value is described by its kind`() {
    var reading = ShapeReading(of: "text", mode: .allFaults)

    let found = JSONCoder.hash.confidential.read("secret", &reading)

    #expect(found == nil)
    #expect(reading.faults.map(\.found) == ["a text"])
  }
}
