// The form of the onboarding app in addition to the project's own form.

import TestSupport
import Testing
import VoiceTypes

@Suite struct AppFormTests {
  private func person(_ json: JSONValue) throws -> Person {
    try Person(parsing: Array(json.text(.compact).utf8), mode: .allFaults)
  }

  private func faults(_ json: JSONValue) -> [ProfileFault] {
    do {
      _ = try Person(parsing: Array(json.text(.compact).utf8), mode: .allFaults)
      return []
    } catch {
      return error.faults
    }
  }

  @Test func `the app's document is the same person`() throws {
    let person = try person(SamplePerson.app)

    var profile = UserProfile(userID: "person-7f3a")
    profile.age = Age(years: 16)
    (profile.genderIdentity, profile.sexAssignedAtBirth) = (.woman, .preferNotToSay)
    profile.voiceConditions = ["None"]
    profile.diagnosedConditions = ["asthma"]
    (profile.deviceModel, profile.osVersion) = ("iPhone15,2", "17.4")
    profile.createdAt = "2026-01-31T09:30:00Z"
    profile.unknownMembers = [.init("theme", "dark")]
    var expected = Person(profile)
    expected.appVersion = "2.1"
    expected.consent = try Consent(json: SamplePerson.consent)
    #expect(person == expected)
  }

  @Test func `a profile is read from the app form`() throws {
    let bytes = Array(SamplePerson.app.text(.pretty).utf8)

    let profile = try UserProfile(parsing: bytes, mode: .allFaults)

    #expect(profile.userID == "person-7f3a" && profile.genderIdentity == .woman)
    #expect(profile.json["gender_identity"] == "woman")
  }

  @Test(arguments: [
    ("Woman", GenderIdentity.woman), ("MAN", .man), ("Non-binary", .nonbinary), ("other", .other),
    ("Prefer not to say", .preferNotToSay), ("prefer_not_to_say", .preferNotToSay),
  ])
  func `choices are read by their display names`(text: String, choice: GenderIdentity) throws {
    let json = SamplePerson.app.setting(["genderIdentity"], to: .string(text))

    #expect(try person(json).profile.genderIdentity == choice)
  }

  @Test(arguments: ["userId", "userID", "UserId"])
  func `a key may be written as its language writes it`(key: String) throws {
    let json: JSONValue = .object([.init(key, "a"), .init("deviceModel", "x")])

    #expect(try person(json).profile.userID == "a")
  }

  @Test func `faults name the keys of the app`() {
    let json = SamplePerson.app.removing(["userId"])
      .setting(["genderIdentity"], to: "Femme").setting(["voiceConditions"], to: ["a", 1])

    #expect(faults(json).map(\.field) == ["userId", "genderIdentity", "voiceConditions[1]"])
    #expect(faults(json).map(\.code) == [.missing, .invalid, .invalid])
    #expect(faults(json)[1].found == "\"Femme\"")
  }

  @Test(
    arguments: [
      ["userId": "a", "user_id": "b"], ["userId": "a", "os_version": "1"],
      ["userid": "a"], ["userId": "a", "userID": "b"], ["user": "a", "Age": 34],
    ] as [JSONValue])
  func `mixed forms and repeated keys are refused`(json: JSONValue) throws {
    let isNamed = json["user_id"] != nil

    #expect((try? person(json).profile.userID) == (isNamed ? "b" : nil))
    #expect(isNamed || faults(json).map(\.field) == ["user_id"])
  }

  @Test func `choices in the project's form stay identifiers`() {
    #expect(
      faults(["user_id": "a", "gender_identity": "Woman"]).map(\.field) == ["gender_identity"])
  }

  @Test func `stored JSON uses the project's form`() {
    #expect(throws: ProfileError.self) {
      try UserProfile(json: ["userId": "a"], mode: .allFaults)
    }
  }
}
