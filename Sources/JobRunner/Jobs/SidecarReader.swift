internal import BaselineService
internal import VoiceTypes

/// Parses the members of one sidecar and collects all problems.
struct SidecarReader {
  /// Characters of a reference, which is a key of another program [E].
  static let longestReference = 200

  private static let ownKeys = [
    "profile", "context", "reference", "consent", "sha256", "capture",
  ]
  /// Without consent, which in a flat sidecar is that of the recording.
  private static let profileKeys =
    ProfileField.allCases.map(\.rawValue)
    + PersonField.allCases.filter { $0 != .consent }.map(\.rawValue)
  private static let userKey = ProfileField.userID.rawValue
  private(set) var problems: [String] = []
  private let json: JSONValue

  /// Unknown keys of the profile.
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

  /// The person, in the form of this project or of the onboarding app; nil without one.
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

  /// The person of a flat sidecar, without the members of the recording: they would make a new
  /// version of the person with each recording.
  private var bareProfile: JSONValue {
    guard case .object(let members) = json else { return json }
    return .object(members.filter { Self.profileKeys.contains($0.key) })
  }

  /// A consent with `signed`, which has an effect. Any other form is stored as it is.
  mutating func consent() -> Consent? {
    guard let given = given("consent"), given["signed"] != nil else { return nil }
    return parsed(try Consent(json: given))
  }

  /// Expects one user id in the sidecar.
  private mutating func expectOne(_ userID: String) {
    guard !isBareProfile, let other = given(Self.userKey) else { return }
    if case .string(let text) = other, text.utf8.elementsEqual(userID.utf8) { return }
    problems.append("user_id: found another id outside `profile`; allowed: in `profile` only")
  }

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

  /// The SHA-256 of its recording, in lower case.
  mutating func sha256() -> String? {
    guard let value = given("sha256") else { return nil }
    if case .string(let text) = value, Hex.isSHA256(text.lowercased()) { return text.lowercased() }
    problems.append("sha256: found \(value.kind); allowed: 64 hexadecimal digits, or null")
    return nil
  }

  mutating func notes(_ members: [JSONValue.Member]) -> RecordingMetadata {
    let own = members.filter { RecordingMetadata.keys.contains($0.key) }
    do {
      return try RecordingMetadata(json: .object(own), from: "sidecar")
    } catch {
      problems.append(error.description)
      return RecordingMetadata()
    }
  }

  mutating func capture() -> CaptureFacts? {
    guard let given = given("capture") else { return nil }
    return parsed(try CaptureFacts(json: given))
  }

  /// A parsed value; nil after a fault, which becomes a problem.
  private mutating func parsed<Value>(
    _ body: @autoclosure () throws(FileFaults) -> Value
  ) -> Value? {
    do {
      return try body()
    } catch {
      problems += error.faults.map(\.description)
      return nil
    }
  }

  // MARK: - Other keys

  /// Unknown keys. A misspelt key is a problem, since its value would have no effect.
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

  /// A key without case and separators.
  private static func plain(_ key: String) -> String {
    key.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Expects no person: an unknown key may be a misspelt one.
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
