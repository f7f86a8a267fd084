import TestSupport
import Testing
import VoiceTypes

@Suite struct ProfileReaderTests {
  private func faults(
    _ json: JSONValue, _ mode: ValidationMode = .allFaults
  ) -> [ProfileFault] {
    do {
      _ = try UserProfile(json: json, mode: mode)
      return []
    } catch {
      return error.faults
    }
  }

  // MARK: - Accepted profiles

  @Test(arguments: ValidationMode.allCases)
  func `a full profile has all reported fields`(mode: ValidationMode) throws {
    let profile = try UserProfile(json: SampleProfile.json, mode: mode)

    var expected = UserProfile(userID: "person-7f3a")
    expected.age = Age(years: 34)
    expected.genderIdentity = .nonbinary
    expected.sexAssignedAtBirth = .female
    expected.voiceReference = .combined
    expected.voiceConditions = UserProfile.noConditions
    expected.diagnosedConditions = ["asthma", "réflux 😀"]
    expected.suspectedConditions = []
    expected.deviceModel = "iPhone15,2"
    expected.osVersion = "17.4"
    expected.createdAt = "2026-01-31T09:30:00.25+01:00"
    expected.unknownMembers = [.init("app", ["build": [1, .number(2.5), .null]])]
    #expect(profile == expected)
  }

  @Test func `an identifier is enough and other fields stay empty`() throws {
    let profile = try UserProfile(json: ["user_id": "a"], mode: .allFaults)

    #expect(profile == UserProfile(userID: "a"))
    #expect(profile.age == nil)
    #expect(profile.voiceConditions == nil)
    #expect(profile.diagnosedConditions == nil)
    #expect(profile.suspectedConditions == nil)
    #expect(profile.warnings == [])
  }

  @Test(arguments: ProfileField.allCases.filter { $0 != .userID })
  func `null is the same as nothing`(field: ProfileField) throws {
    let json: JSONValue = ["user_id": "a"]

    let profile = try UserProfile(
      json: json.setting([.key(field.rawValue)], to: .null), mode: .allFaults)

    #expect(profile == UserProfile(userID: "a"))
  }

  @Test(arguments: 13...120)
  func `every age of the service is read`(years: Int) throws {
    for value: JSONValue in [.int(years), .number(Double(years))] {
      let profile = try UserProfile(json: ["user_id": "a", "age": value], mode: .firstFault)
      #expect(profile.age?.years == years)
    }
  }

  @Test func `every choice is read`() throws {
    for gender in GenderIdentity.allCases {
      let profile = try UserProfile(
        json: SampleProfile.with("gender_identity", .string(gender.rawValue)), mode: .allFaults)
      #expect(profile.genderIdentity == gender)
    }
    for sex in SexAssignedAtBirth.allCases {
      let profile = try UserProfile(
        json: SampleProfile.with("sex_assigned_at_birth", .string(sex.rawValue)),
        mode: .allFaults)
      #expect(profile.sexAssignedAtBirth == sex)
    }
    for reference in VoiceReference.allCases {
      let profile = try UserProfile(
        json: SampleProfile.with("voice_reference", .string(reference.rawValue)),
        mode: .allFaults)
      #expect(profile.voiceReference == reference)
    }
  }

  @Test func `texts stay unchanged`() throws {
    let text = "  \u{1F469}\u{200D}\u{1F52C} e\u{301}\n"

    let profile = try UserProfile(
      json: ["user_id": .string(text), "voice_conditions": [.string(text)]], mode: .allFaults)

    #expect(Array(profile.userID.utf8) == Array(text.utf8))
    #expect(profile.voiceConditions?.map { Array($0.utf8) } == [Array(text.utf8)])
  }

  // MARK: - Faults

  static let notNumbers: [(JSONValue, String)] = [
    (12, "12"), (121, "121"), (0, "0"), (-34, "-34"), (.int(.max), "9223372036854775807"),
    (.number(34.5), "34.5"), (.number(1e300), "1e+300"), ("34", "\"34\""), ("", "\"\""),
    (true, "true"), ([34], "a list"), ([], "an empty list"), (.object([]), "an object"),
  ]

  static let notChoices: [(JSONValue, String)] = [
    ("", "\"\""), ("Woman", "\"Woman\""), ("woman ", "\"woman \""), ("None", "\"None\""),
    (1, "1"), (false, "false"), (["woman"], "a list"), (.object([]), "an object"),
  ]

  static let notTexts: [(JSONValue, String)] = [
    ("", "\"\""), (" \t", "\" \\u{9}\""), (15, "15"), (.number(17.4), "17.4"), (true, "true"),
    (["a"], "a list"), (["a": 1], "an object"),
  ]

  static let notTimes: [(JSONValue, String)] = [
    ("", "\"\""), ("yesterday", "\"yesterday\""), ("2026-02-29", "\"2026-02-29\""),
    ("2026-01-31T09:30:00", "\"2026-01-31T09:30:00\""), (1_767_225_600, "1767225600"),
    ([], "an empty list"),
  ]

  static let notIdentifiers: [(JSONValue, String)] = [
    ("", "a blank text"), (" ", "a blank text"), (.null, "null"), (7_041_776, "a number"),
    (true, "true or false"), (["anna"], "a list"), (["name": "anna"], "an object"),
  ]

  static let notLists: [(JSONValue, String)] = [
    ("asthma", "a text"), ("", "a blank text"), (3, "a number"), (true, "true or false"),
    (["asthma": true], "an object"),
  ]

  /// Every field with values that may not stand there, and how they are named.
  static let wrong: [(field: ProfileField, values: [(JSONValue, String)])] = [
    (.userID, notIdentifiers), (.age, notNumbers), (.genderIdentity, notChoices),
    (.sexAssignedAtBirth, notChoices), (.voiceReference, notChoices), (.deviceModel, notTexts),
    (.osVersion, notTexts), (.createdAt, notTimes),
    (.voiceConditions, notLists + [([], "an empty list")]),
    (.diagnosedConditions, notLists + [([], "an empty list")]), (.suspectedConditions, notLists),
  ]

  @Test func `the table of wrong values has every field`() {
    #expect(Set(Self.wrong.map(\.field)) == Set(ProfileField.allCases))
  }

  @Test(arguments: wrong.indices, ValidationMode.allCases)
  func `a wrong value is one fault with field, finding and allowed values`(
    index: Int, mode: ValidationMode
  ) {
    let (field, values) = Self.wrong[index]
    for (value, found) in values {
      let faults = faults(SampleProfile.with(field.rawValue, value), mode)

      #expect(faults.map(\.field) == [field.rawValue], "\(value)")
      #expect(faults.map(\.found) == [found], "\(value)")
      #expect(faults.map(\.code) == [.invalid], "\(value)")
      #expect(faults.allSatisfy { !$0.allowed.isEmpty })
    }
  }

  @Test func `a missing identifier is a fault`() {
    #expect(
      faults(.object([])) == [
        ProfileFault(
          field: "user_id", code: .missing, found: "nothing", allowed: "a non-blank text")
      ])
  }

  @Test(arguments: ["voice_conditions", "diagnosed_conditions", "suspected_conditions"])
  func `every wrong element is named by its index`(key: String) {
    let faults = faults(SampleProfile.with(key, ["a", "", 3, "b", .null, ["c"]]))

    #expect(faults.map(\.field) == [1, 2, 4, 5].map { "\(key)[\($0)]" })
    #expect(faults.map(\.found) == ["a blank text", "a number", "null", "a list"])
  }

  @Test(arguments: [.null, true, 1, "user_id", [], [["user_id": "a"]]] as [JSONValue])
  func `only an object is a profile`(json: JSONValue) {
    for mode in ValidationMode.allCases {
      let faults = faults(json, mode)
      #expect(faults.map(\.field) == ["profile"])
      #expect(faults.map(\.code) == [.unreadable])
      #expect(faults.map(\.found) == [json.kind])
    }
  }

  @Test func `text that is not JSON is one fault with its place`() throws {
    let error = try #require(throws: ProfileError.self) {
      try UserProfile(parsing: Array("{\n  \"user_id\": \"a\",\n}".utf8), mode: .allFaults)
    }

    #expect(
      error.faults == [
        ProfileFault(
          field: "profile", code: .unreadable,
          found: "line 3, character 1: a comma before } is not allowed",
          allowed: "one JSON object with at least user_id")
      ])
  }

  @Test func `the allowed values name every choice and the age range`() {
    let allowed = Dictionary(
      uniqueKeysWithValues: Self.wrong.map { field, values in
        (field, faults(SampleProfile.with(field.rawValue, values[0].0))[0].allowed)
      })

    #expect(allowed[.age] == "a whole number from 13 to 120, in years")
    #expect(allowed[.genderIdentity] == "woman, man, nonbinary, other, prefer_not_to_say")
    #expect(allowed[.sexAssignedAtBirth] == "female, male, intersex, prefer_not_to_say")
    #expect(allowed[.voiceReference] == "feminine, masculine, combined, none")
    #expect(allowed[.createdAt]?.contains("2026-01-31T09:30:00Z") == true)
    #expect(allowed[.voiceConditions]?.contains("[\"None\"]") == true)
  }

  // MARK: - All faults or the first

  /// A profile in which every field is wrong, one of them twice.
  private static let ruined: JSONValue = [
    "extra": 1, "created_at": "now", "os_version": 17, "device_model": "",
    "voice_reference": "low", "suspected_conditions": "x", "diagnosed_conditions": ["", 1],
    "voice_conditions": [], "sex_assigned_at_birth": "f", "gender_identity": "f", "age": 12,
    "user_id": "",
  ]

  @Test func `all faults are found at once, in the order of the fields`() {
    #expect(
      faults(Self.ruined).map(\.field) == [
        "user_id", "age", "gender_identity", "sex_assigned_at_birth", "voice_conditions",
        "diagnosed_conditions[0]", "diagnosed_conditions[1]", "suspected_conditions",
        "voice_reference", "device_model", "os_version", "created_at",
      ])
  }

  @Test func `the first fault equals the first of all faults`() {
    var json = Self.ruined
    for fault in faults(Self.ruined) where !fault.field.contains("[1]") {
      #expect(faults(json, .firstFault) == [fault])
      let key = String(fault.field.prefix { $0 != "[" })
      json = json.setting([.key(key)], to: SampleProfile.json[key] ?? .null)
    }
    #expect(faults(json, .firstFault) == [])
  }

  @Test func `an error reads as a line for each fault`() throws {
    let error = try #require(throws: ProfileError.self) {
      try UserProfile(json: ["user_id": "", "age": 12], mode: .allFaults)
    }

    #expect(
      error.description == """
        user_id: found a blank text; allowed: a non-blank text
        age: found 12; allowed: a whole number from 13 to 120, in years
        """)
  }

  // MARK: - Confidence

  @Test func `no fault contains an identity or a condition`() {
    let secret = "Anna Beispiel"
    for key in ["user_id", "voice_conditions", "diagnosed_conditions", "suspected_conditions"] {
      for value: JSONValue in [
        .string(secret), [.string(secret), 1], [[.string(secret)]], ["x": .string(secret)],
        .object([.init(secret, 1)]),
      ] {
        let faults = faults(SampleProfile.with(key, value))
        #expect(!faults.description.contains(secret), "\(key)")
        #expect(!faults.description.contains("person-7f3a"), "\(key)")
      }
    }
  }

  @Test func `a long or unprintable value is shortened and made visible`() {
    let long = String(repeating: "ab", count: 500)
    let tricky = "a\u{1B}[2J\u{202E}\u{9B}\"\\"

    #expect(
      faults(SampleProfile.with("gender_identity", .string(long))).map(\.found)
        == ["\"" + String(repeating: "ab", count: 20) + "…\""])
    #expect(
      faults(SampleProfile.with("gender_identity", .string(tricky))).map(\.found)
        == [#""a\u{1b}[2J\u{202e}\u{9b}\"\\""#])
  }

  // MARK: - Unknown members

  @Test func `unknown members keep their order and get a warning`() throws {
    let json: JSONValue = ["Age": 34, "user_id": "a", "gender\n": ["x": .null], "user_ID": "b"]

    let profile = try UserProfile(json: json, mode: .allFaults)

    #expect(profile.age == nil)
    #expect(
      profile.unknownMembers == [
        .init("Age", 34), .init("gender\n", ["x": .null]), .init("user_ID", "b"),
      ])
    #expect(
      profile.warnings == [
        "\"Age\" is not a key of a profile. It is stored without effect",
        "\"gender\\u{a}\" is not a key of a profile. It is stored without effect",
        "\"user_ID\" is not a key of a profile. It is stored without effect",
        "the keys of a profile are user_id, age, gender_identity, sex_assigned_at_birth, "
          + "voice_conditions, diagnosed_conditions, suspected_conditions, voice_reference, "
          + "device_model, os_version, created_at",
      ])
  }
}
