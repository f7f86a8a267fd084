// The members of a sidecar, with all that is wrong with them.

internal import BaselineService
internal import VoiceTypes

/// Reads the members of one sidecar.
struct SidecarReader {
  /// The characters of a reference: it is a key of another program, not a text for people [E].
  static let longestReference = 200

  private static let ownKeys = [
    "profile", "context", "reference", "consent", "sha256", "capture",
  ]
  /// Of the members of a person, consent is the recording's where the file is a profile.
  private static let profileKeys =
    ProfileField.allCases.map(\.rawValue)
    + PersonField.allCases.filter { $0 != .consent }.map(\.rawValue)
  private static let userKey = ProfileField.userID.rawValue

  /// What is wrong, a line each.
  private(set) var problems: [String] = []

  private let json: JSONValue

  /// Keys of the profile that mean nothing there.
  private var unknownInside: [String] = []
  private let isBareProfile: Bool

  init(_ json: JSONValue) {
    self.json = json
    isBareProfile = json["profile"] == nil && json[Self.userKey] != nil
  }

  private func given(_ key: String) -> JSONValue? {
    json[key].flatMap { $0 == .null ? nil : $0 }
  }

  // MARK: - Members

  /// The person, in the project's own form or in that of the onboarding app; nil where nobody is named.
  mutating func person() -> Person? {
    guard let given = isBareProfile ? bareProfile : given("profile") else { return nil }
    do {
      let person = try Person(parsing: Array(given.text(.compact).utf8), mode: .allFaults)
      expectOne(person.profile.userID)
      unknownInside = isBareProfile ? [] : person.profile.unknownMembers.map(\.key)
      return person
    } catch {
      problems += error.faults.map(\.description)
      return nil
    }
  }

  /// The person in a sidecar on one level. Only members of a person belong to it: the others are of the recording,
  /// and each recording would make a version of the person.
  private var bareProfile: JSONValue {
    guard case .object(let members) = json else { return json }
    return .object(members.filter { Self.profileKeys.contains($0.key) })
  }

  /// What the person agreed to, where that is told in a way that has an effect: whoever says that it
  /// was signed, or not, says all of it. Anything else is kept as it is.
  mutating func consent() -> Consent? {
    guard let told = given("consent"), told["signed"] != nil else { return nil }
    do {
      return try Consent(json: told)
    } catch {
      problems += error.faults.map(\.description)
      return nil
    }
  }

  /// A person is named in one place.
  private mutating func expectOne(_ userID: String) {
    guard !isBareProfile, let other = given(Self.userKey) else { return }
    if case .string(let text) = other, text.utf8.elementsEqual(userID.utf8) { return }
    problems.append("user_id: found another id outside `profile`; allowed: in `profile` only")
  }

  /// A text; nil where there is none.
  mutating func text(_ key: String, atMost longest: Int?) -> String? {
    guard let value = given(key) else { return nil }
    if case .string(let text) = value, !text.isEmpty,
      longest.map({ text.unicodeScalars.count <= $0 }) ?? true
    {
      return text
    }
    let length = longest.map { " of 1 to \($0) characters" } ?? ""
    problems.append("\(key): found \(value.kind); allowed: a text\(length), or null")
    return nil
  }

  /// The hash of the recording that it is of, in lower case.
  mutating func sha256() -> String? {
    guard let value = given("sha256") else { return nil }
    if case .string(let text) = value, Hex.isSHA256(text.lowercased()) { return text.lowercased() }
    problems.append("sha256: found \(value.kind); allowed: 64 hexadecimal digits, or null")
    return nil
  }

  /// When and with what the recording was made.
  mutating func notes(_ members: [JSONValue.Member]) -> RecordingMetadata {
    let own = members.filter { RecordingMetadata.keys.contains($0.key) }
    do {
      return try RecordingMetadata(json: .object(own), from: "sidecar")
    } catch {
      problems.append(error.description)
      return RecordingMetadata()
    }
  }

  /// How the recording was made.
  mutating func capture() -> CaptureFacts? {
    guard let told = given("capture") else { return nil }
    do {
      return try CaptureFacts(json: told)
    } catch {
      problems += error.faults.map(\.description)
      return nil
    }
  }

  // MARK: - Other keys

  /// Keys that mean nothing where they stand. One that is a known key written otherwise would take
  /// with it what it was meant for, and is a fault.
  mutating func unknownKeys(_ members: [JSONValue.Member]) -> [String] {
    let here =
      Self.ownKeys + RecordingMetadata.keys + (isBareProfile ? Self.profileKeys : [Self.userKey])
    let unknown = members.map(\.key).filter { !here.contains($0) }
    reportMisspelt(unknown, of: Self.ownKeys + RecordingMetadata.keys + Self.profileKeys)
    reportMisspelt(unknownInside, of: Self.profileKeys)
    return unknown + unknownInside
  }

  private mutating func reportMisspelt(_ keys: [String], of known: [String]) {
    let known = Dictionary(
      known.map { (Self.plain($0), $0) }, uniquingKeysWith: { first, _ in first })
    for key in keys {
      guard let meant = known[Self.plain(key)], meant != key else { continue }
      problems.append("\(key.excerpt) is unknown; did you mean \(meant.excerpt)?")
    }
  }

  /// A key without what people write differently: case, and what stands between words.
  private static func plain(_ key: String) -> String {
    key.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Where nobody is named, a key that is not known may be how somebody was.
  mutating func expectNobody(besides unknownKeys: [String]) {
    guard problems.isEmpty else { return }
    if given(Self.userKey) != nil {
      problems.append(
        "user_id: found outside `profile`; allowed: in `profile`, or without `profile`")
    }
    for key in unknownKeys {
      problems.append("\(key.excerpt) is unknown, and the file names no person; allowed: `profile`")
    }
  }
}
