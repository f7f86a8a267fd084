import TestSupport
import Testing
import VoiceTypes

@Suite struct ProfileCheckTests {
  private let validator: JSONSchemaValidator

  init() throws { validator = try JSONSchemaValidator(ProfileCheck.jsonSchema) }

  private func check(_ json: JSONValue) -> ProfileCheck {
    ProfileCheck(parsing: Array(json.text(.compact).utf8))
  }

  @Test func `an identifier alone is usable but reaches no stage`() {
    let check = check(["user_id": "a"])

    #expect(check.faults == [] && check.stage == nil)
    #expect(check.holds(for: nil) && !check.holds(for: .minimal) && !check.holds(for: .complete))
    #expect(
      check.missing.map(\.field) == [
        "age", "gender_identity", "sex_assigned_at_birth", "voice_conditions",
        "diagnosed_conditions", "device_model", "consent",
      ])
    #expect(check.missing.allSatisfy { $0.code == .missing && $0.found == "nothing" })
    #expect(check.missing[0].allowed == "a whole number from 13 to 120, in years")
    #expect(check.missing[1].allowed == "woman, man, nonbinary, other, prefer_not_to_say")
    #expect(check.missing[5].allowed == "a non-blank text")
    #expect(check.missing[6].allowed.contains("analysis, storage, research, sharing"))
  }

  @Test func `identifier and device are a minimal person`() {
    let check = check(["user_id": "a", "device_model": "x"])

    #expect(check.stage == .minimal)
    #expect(check.holds(for: .minimal) && !check.holds(for: .complete))
  }

  @Test func `a full person is complete in either form`() {
    for (json, form) in [(SamplePerson.json, ProfileCheck.Form.own), (SamplePerson.app, .app)] {
      let check = check(json)

      #expect(check.stage == .complete && check.missing == [] && check.form == form)
      #expect(check.holds(for: .complete))
    }
  }

  @Test(arguments: PersonStage.complete.keys.filter { $0 != "user_id" })
  func `each missing or null member of a complete person is reported`(key: String) {
    for json in [
      SamplePerson.json.removing([.key(key)]), SamplePerson.with([.key(key)], .null),
    ] {
      #expect(check(json).missing.map(\.field) == [key])
      #expect(check(json).stage == (key == "device_model" ? nil : .minimal))
    }
  }

  @Test func `a young person without a guardian's signature is incomplete`() {
    let young = SamplePerson.with(["age"], 17).removing(["consent", "guardian"])

    let check = check(young)

    #expect(check.faults == [] && check.stage == .minimal)
    #expect(check.missing.map(\.field) == ["consent.guardian"])
    #expect(check.missing.map(\.code) == [.guardianConsentMissing])
    #expect(self.check(young.setting(["age"], to: 18)).stage == .complete)
  }

  @Test func `a declined consent counts as answered`() {
    let json = SamplePerson.with(["consent"], ["signed": false, "purposes": []])

    #expect(check(json).stage == .complete)
  }

  @Test func `faults and missing fields are reported together, each field once`() {
    let check = check([
      "userId": .null, "age": 12, "deviceModel": "", "osVersion": "1", "x": 1,
      "genderIdentity": .null,
    ])

    #expect(check.form == .app && check.stage == nil)
    #expect(check.faults.map(\.field) == ["userId", "age", "deviceModel"])
    #expect(
      check.missing.map(\.field) == [
        "genderIdentity", "sexAssignedAtBirth", "voiceConditions", "diagnosedConditions", "consent",
      ])
    #expect(
      check.warnings.first == "\"x\" is not a key of a profile. It is stored without effect")
  }

  @Test(arguments: ["", "{", "[]", "null", "{} {}"])
  func `a value that is no object is unreadable, without missing fields`(text: String) {
    let check = ProfileCheck(parsing: Array(text.utf8))

    #expect(check.faults.map(\.code) == [.unreadable])
    #expect(check.missing == [] && check.stage == nil && !check.holds(for: nil))
  }

  @Test func `every check matches its schema and has no personal data`() throws {
    for json: JSONValue in [
      SamplePerson.json, SamplePerson.app, ["user_id": "Anna"], [], ["user_id": ["Anna"]],
      ["user_id": "Anna", "identifiers": [["Anna": 1]], "diagnosed_conditions": ["Anna", 1]],
      ["user_id": "Anna", "operator": ["Anna"], "suspected_conditions": "Anna"],
    ] {
      let document = check(json).json

      #expect(validator.problems(in: document) == [])
      #expect(!document.text(.compact).contains("Anna"))
      #expect(document["schema"] == "sagevoice/profile-check/1")
    }
  }
}
