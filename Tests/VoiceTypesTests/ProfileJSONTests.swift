// A profile written, described by its schema, and damaged at random.

import TestSupport
import Testing
import VoiceMath
import VoiceTypes

@Suite struct ProfileJSONTests {
  private let validator: JSONSchemaValidator

  init() throws { validator = try JSONSchemaValidator(UserProfile.jsonSchema) }

  @Test func `a full profile is written as it was read`() throws {
    let profile = try UserProfile(json: SampleProfile.json, mode: .allFaults)

    #expect(profile.json.text(.pretty) == SampleProfile.json.text(.pretty))
  }

  @Test func `fields come first, in a fixed order, then the rest in its own`() throws {
    let shuffled = JSONValue.object(SampleProfile.json.members.reversed() + [.init("a", 1)])

    let profile = try UserProfile(json: shuffled, mode: .allFaults)

    #expect(profile.json.keys == ProfileField.allCases.map(\.rawValue) + ["app", "a"])
  }

  @Test func `missing fields are not written`() {
    let json = UserProfile(userID: "a").json

    #expect(json.text(.compact) == #"{"user_id":"a"}"#)
  }

  @Test func `an explicit empty answer is preserved`() throws {
    let told: JSONValue = [
      "user_id": "a", "voice_conditions": ["None"], "diagnosed_conditions": ["None"],
    ]

    #expect(try UserProfile(json: told, mode: .allFaults).json == told)
  }

  @Test func `the schema has every field and one required field`() {
    #expect(UserProfile.jsonSchema["properties"]?.keys == ProfileField.allCases.map(\.rawValue))
    #expect(UserProfile.jsonSchema["required"] == ["user_id"])
    #expect(
      UserProfile.jsonSchema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
  }

  @Test func `the schema accepts the full and the smallest profile`() {
    #expect(validator.problems(in: SampleProfile.json) == [])
    #expect(validator.problems(in: ["user_id": "a"]) == [])
  }

  @Test(arguments: ProfileReaderTests.wrong.indices)
  func `the schema refuses what the reader refuses`(index: Int) {
    let (field, values) = ProfileReaderTests.wrong[index]
    for (value, _) in values where value != "2026-02-29" {
      let broken = SampleProfile.with(field.rawValue, value)
      #expect(validator.problems(in: broken) != [], "\(field) \(value)")
    }
  }

  // MARK: - Random damage

  private static let impossibleDay: JSONValue = "2026-02-29"

  @Test func `randomly damaged fields are read back or refused as by the schema`()
    throws
  {
    var random = SplitMix64(seed: 11)
    var (read, refused) = (0, 0)
    for _ in 0..<20_000 {
      let json = Mutation.ofFields(SampleProfile.json, using: &random)
      let isValid =
        validator.problems(in: json) == [] && json["created_at"] != Self.impossibleDay
      do {
        let profile = try UserProfile(json: json, mode: .allFaults)
        read += 1
        #expect(isValid, "\(json)")
        #expect(try UserProfile(json: profile.json, mode: .firstFault) == profile)
        #expect(validator.problems(in: profile.json) == [])
      } catch {
        refused += 1
        #expect(!isValid, "\(json)")
        expectFaultsAreSound(error, json)
      }
    }
    print("profiles with damaged fields: \(read) read, \(refused) refused, all as the schema says")
    #expect(read > 1_000 && refused > 1_000)
  }

  @Test func `randomly damaged bytes are read back or refused`() throws {
    var random = SplitMix64(seed: 12)
    var (read, refused, badSyntax) = (0, 0, 0)
    for _ in 0..<20_000 {
      let bytes = DocumentDamage.ofBytes(SampleProfile.bytes, using: &random)
      do {
        let profile = try UserProfile(parsing: bytes, mode: .allFaults)
        read += 1
        #expect(
          try UserProfile(parsing: Array(profile.json.text(.compact).utf8), mode: .allFaults)
            == profile)
      } catch {
        refused += 1
        if error.faults[0].field == "profile" { badSyntax += 1 }
        expectFaultsAreSound(error, nil)
        let first = ProfileError(faults: [error.faults[0]], warnings: error.warnings)
        #expect(throws: first) { try UserProfile(parsing: bytes, mode: .firstFault) }
      }
    }
    print(
      "profiles with damaged bytes: \(read) read, \(refused) refused, \(badSyntax) as not JSON")
    #expect(read > 500 && refused > badSyntax && badSyntax > 1_000)
  }

  @Test func `every truncated profile is refused`() {
    let bytes = SampleProfile.bytes
    for count in bytes.indices {
      #expect(throws: ProfileError.self) {
        try UserProfile(parsing: Array(bytes.prefix(count)), mode: .allFaults)
      }
    }
  }

  private func expectFaultsAreSound(_ error: ProfileError, _ json: JSONValue?) {
    #expect(!error.faults.isEmpty)
    for fault in error.faults {
      let key = String(fault.field.prefix { $0 != "[" })
      #expect(key == "profile" || ProfileField(rawValue: key) != nil)
      #expect(!fault.found.isEmpty && !fault.allowed.isEmpty)
      #expect(fault.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
    if let json {
      let first = try? UserProfile(json: json, mode: .firstFault)
      #expect(first == nil)
    }
  }
}
