// A person read, written, described by its schema, and damaged at random.

import TestSupport
import Testing
import VoiceMath
import VoiceTypes

@Suite struct PersonTests {
  private let validator: JSONSchemaValidator

  init() throws { validator = try JSONSchemaValidator(Person.jsonSchema) }

  private func faults(_ json: JSONValue) -> [ProfileFault] {
    do {
      _ = try Person(json: json, mode: .allFaults)
      return []
    } catch {
      return error.faults
    }
  }

  @Test func `a full person has all fields, and is written unchanged`() throws {
    let person = try Person(json: SamplePerson.json, mode: .allFaults)

    #expect(person.profile.userID == "person-7f3a" && person.profile.age?.years == 34)
    #expect(person.identifiers == [PersonIdentifier(system: "urn:clinic:mrn", value: "4711")])
    #expect(person.site == "Ward 3" && person.registeredBy == "desk-2")
    #expect(person.appVersion == "2.1" && person.profile.osVersion == "17.4")
    #expect(person.consent?.purposes == [.analysis, .storage, .research])
    #expect(person.consent?.guardian == GuardianConsent(isSigned: true, at: "2026-01-31"))
    #expect(person.profile.unknownMembers == [.init("app", ["build": 1])])
    #expect(person.json.text(.pretty) == SamplePerson.json.text(.pretty))
    #expect(validator.problems(in: person.json) == [])
  }

  @Test func `every profile is a person, and the same profile`() throws {
    let profile = try UserProfile(json: SampleProfile.json, mode: .allFaults)

    let person = try Person(json: SampleProfile.json, mode: .allFaults)

    #expect(person == Person(profile))
    #expect(person.json == profile.json)
    #expect(validator.problems(in: SampleProfile.json) == [])
  }

  @Test func `the keys are those of the profile and of the person`() {
    #expect(
      Person.jsonSchema["properties"]?.keys == ProfileField.allCases.map(\.rawValue)
        + PersonField.allCases.map(\.rawValue))
    #expect(Person.jsonSchema["required"] == ["user_id"])
  }

  @Test(arguments: PersonField.allCases)
  func `null is the same as nothing`(field: PersonField) throws {
    let json: JSONValue = ["user_id": "a"]

    let person = try Person(
      json: json.setting([.key(field.rawValue)], to: .null), mode: .allFaults)

    #expect(person == Person(UserProfile(userID: "a")))
    #expect(person.json == json)
  }

  /// Optional members of another type; they count as unknown members.
  @Test(
    arguments: [
      ("identifiers", 17), ("site", 17), ("operator", ["a"]), ("app_version", 2),
      ("consent", ["research": true]), ("consent", true), ("consent", "yes"),
    ] as [(String, JSONValue)])
  func `a profile with an unknown member is read`(
    key: String, value: JSONValue
  ) throws {
    let json = SampleProfile.with(key, value)

    let profile = try UserProfile(json: json, mode: .allFaults)

    #expect(profile.unknownMembers.last == .init(key, value))
    #expect(profile.json == json)
    #expect(faults(json).map(\.field).allSatisfy { $0.hasPrefix(key) } && faults(json) != [])
  }

  @Test func `person fields cause no warning in a profile`() throws {
    let profile = try UserProfile(json: SamplePerson.json.removing(["app"]), mode: .allFaults)

    #expect(profile.warnings == [])
    #expect(profile.unknownMembers.map(\.key) == PersonField.allCases.map(\.rawValue))
  }

  static let wrong: [(path: [JSONStep], value: JSONValue, field: String, code: ProfileFaultCode)] =
    [
      (["site"], " ", "site", .invalid), (["operator"], 3, "operator", .invalid),
      (["app_version"], 2, "app_version", .invalid), (["age"], 12, "age", .invalid),
      (["identifiers"], "4711", "identifiers", .invalid),
      (["identifiers", 0], ["system": "a"], "identifiers[0]", .invalid),
      (["identifiers", 0, "value"], "", "identifiers[0]", .invalid),
      (["identifiers", 0, "kind"], "x", "identifiers[0]", .invalid),
      (["consent"], true, "consent", .invalid),
      (["consent", "signed"], "yes", "consent.signed", .invalid),
      (["consent", "at"], "now", "consent.at", .invalid),
      (["consent", "at"], .null, "consent.at", .missing),
      (["consent", "version"], .null, "consent.version", .missing),
      (["consent", "purposes"], ["analysis", "money"], "consent.purposes[1]", .invalid),
      (["consent", "purpose"], [], "consent.purpose", .invalid),
      (["consent", "guardian"], ["signed": true], "consent.guardian.at", .missing),
    ]

  @Test(arguments: wrong.indices)
  func `a wrong member is the one fault, with its place and code, in reader and schema`(
    index: Int
  ) {
    let (path, value, field, code) = Self.wrong[index]
    let json = SamplePerson.with(path, value)

    #expect(faults(json).map(\.field) == [field])
    #expect(faults(json).map(\.code) == [code])
    #expect(faults(json).allSatisfy { !$0.found.isEmpty && !$0.allowed.isEmpty })
    #expect(validator.problems(in: json) != [])
  }

  @Test func `an unsigned consent differs from one without the field signed`() {
    let json = SamplePerson.json.removing(["consent", "signed"])
    let fault = faults(json).first

    #expect(fault?.field == "consent.signed")
    #expect(fault?.code == .missing)
    #expect(fault?.found == "nothing")
    #expect(fault?.allowed == "true or false")
  }

  @Test func `faults contain no identifier or staff name`() {
    let secret = "Anna Beispiel"
    for path: [JSONStep] in [["identifiers"], ["identifiers", 0], ["identifiers", 0, "value"]] {
      for value: JSONValue in [[.string(secret)], .object([.init(secret, 1)])] {
        #expect(faults(SamplePerson.with(path, value)).count == 1)
        #expect(!faults(SamplePerson.with(path, value)).description.contains(secret))
      }
    }
    #expect(
      !faults(SamplePerson.with(["operator"], [.string(secret)])).description.contains(secret))
  }

  // MARK: - Random damage

  private func hasDays(_ json: JSONValue) -> Bool {
    let impossible = JSONValue.string("9999-12-31T23:59:60Z")
    return ![json["created_at"], json["consent"]?["at"], json["consent"]?["guardian"]?["at"]]
      .contains(impossible)
  }

  @Test func `a randomly damaged person is read back or refused as by the schema`() throws {
    var random = SplitMix64(seed: 18)
    var (read, refused) = (0, 0)
    for _ in 0..<20_000 {
      let json = DocumentDamage.of(SamplePerson.json, using: &random)
      // A text with a key twice is refused before it is a value.
      guard (try? JSONValue.parse(Array(json.text(.compact).utf8))) == json else { continue }
      let isValid = validator.problems(in: json) == [] && hasDays(json)
      do {
        let person = try Person(json: json, mode: .allFaults)
        read += 1
        #expect(isValid, "\(json)")
        #expect(try Person(json: person.json, mode: .firstFault) == person)
        #expect(validator.problems(in: person.json) == [])
      } catch {
        refused += 1
        #expect(!isValid, "\(json)")
        #expect(!error.faults.isEmpty)
      }
    }
    print("damaged persons: \(read) read, \(refused) refused, all as the schema says")
    #expect(read > 1_000 && refused > 1_000)
  }
}
