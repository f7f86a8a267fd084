// De-identification by the HIPAA safe harbor list (45 CFR 164.514 (b)(2)):
//   - Names, file names, identifiers and free texts are removed. The keyed hash of the store identifies a person.
//   - Dates are reduced to the year. Ages above 89 become the band "90+".
//   - The recording (a biometric identifier), its hash and the history (full of dates) are removed.
// Header, answers and state contain a fixed list of members. Other documents keep their numbers, and texts from a list
// of known words. Unknown members are removed.

internal import VoiceTypes

/// De-identified copies of sessions.
enum Deidentification {
  /// The highest exact age in years.
  static let oldestExactAge = 89

  /// The band of all higher ages.
  static let oldestBand = "90+"

  /// The de-identified files of a session.
  static func files(_ files: [ExportedFile], of session: SessionID) -> [ExportedFile] {
    files.compactMap { file in
      guard let document = SessionDocument(name: file.name),
        let json = try? JSONValue.parse(file.bytes),
        let kept = Self.document(document, json, of: session)
      else { return nil }
      return ExportedFile(name: file.name, bytes: kept.fileBytes)
    }
  }

  private static func document(
    _ document: SessionDocument, _ json: JSONValue, of session: SessionID
  ) -> JSONValue? {
    switch document {
    case .header: header(json, session)
    case .answers: answers(json)
    case .state: state(json, session)
    case .quick, .computed, .avqi, .former: DocumentReduction.reduced(json)
    // A session id of a caller may contain the name of the person.
    case .comparison: DocumentReduction.reduced(json, hiding: ["id"])
    // Bundle and pages repeat the content of other documents.
    case .audio, .bundle, .page, .sheets: nil
    }
  }

  // MARK: - Documents of fixed members

  private static func header(_ json: JSONValue, _ session: SessionID) -> JSONValue {
    [
      "schema": "sagevoice/deidentified-session/1",
      "session_id": .string(session.text),
      "created_year": year(json["created_at"]),
      "recorded_year": year(json["recorded_at"]),
      "user": hash(json["user"]),
      "recording": ["duration_s": number(json["recording"]?["duration_s"])],
      "parent": identifier(json["parent"]?["session_id"]),
      "provenance": DocumentReduction.reduced(json["provenance"] ?? .null),
    ]
  }

  /// The answers from closed lists, at all places of the profile.
  private static func answers(_ json: JSONValue) -> JSONValue {
    let given = json["given"] ?? json
    let profile = given["profile"] ?? given
    return [
      "schema": "sagevoice/deidentified-answers/1",
      "age": age(profile["age"]).exact,
      "age_band": age(profile["age"]).band,
      "gender_identity": choice(profile["gender_identity"], GenderIdentity.self),
      "sex_assigned_at_birth": choice(profile["sex_assigned_at_birth"], SexAssignedAtBirth.self),
      "voice_reference": choice(profile["voice_reference"], VoiceReference.self),
    ]
  }

  private static func state(_ json: JSONValue, _ session: SessionID) -> JSONValue {
    [
      "schema": "sagevoice/deidentified-state/1",
      "session_id": .string(session.text),
      "state": choice(json["state"], SessionState.self),
      "updated_year": year(json["updated_at"]),
      "error": DocumentReduction.reduced(json["error"] ?? .null),
      "duplicate_of": identifier(json["duplicate_of"]),
    ]
  }

  // MARK: - Values

  /// The exact age or the age band.
  static func age(_ value: JSONValue?) -> (exact: JSONValue, band: JSONValue) {
    let years: Double? =
      switch value {
      case .int(let years): Double(years)
      case .number(let years): years
      default: nil
      }
    guard let years else { return (.null, .null) }
    // An age of 89 years and some months is 89. Higher ages are in the band.
    return years < Double(oldestExactAge + 1)
      ? (value ?? .null, .null) : (.null, .string(oldestBand))
  }

  /// The year of a date or time.
  static func year(_ value: JSONValue?) -> JSONValue {
    guard case .string(let text)? = value else { return .null }
    let digits = text.utf8.prefix(4)
    guard digits.count == 4, text.utf8.dropFirst(4).first == UInt8(ascii: "-"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return .null }
    return .optional(Int(String(decoding: digits, as: UTF8.self)))
  }

  private static func choice<Choice: RawRepresentable<String>>(
    _ value: JSONValue?, _ type: Choice.Type
  ) -> JSONValue {
    .optional(value?.stringIfAny.flatMap(Choice.init(rawValue:))?.rawValue)
  }

  private static func hash(_ value: JSONValue?) -> JSONValue {
    .optional(value?.stringIfAny.flatMap { Hex.isSHA256($0) ? $0 : nil })
  }

  private static func identifier(_ value: JSONValue?) -> JSONValue {
    .optional(value?.stringIfAny.flatMap { SessionID($0) }?.text)
  }

  private static func number(_ value: JSONValue?) -> JSONValue {
    switch value {
    case .int, .number: value ?? .null
    default: .null
    }
  }
}

struct DocumentReduction {
  /// Members with fixed words of the program as values.
  private static let wordKeys: Set<String> = [
    "age_band", "band", "basis", "category", "classification", "code", "condition", "direction",
    "encoding", "families", "family", "grade", "id", "kind", "measure", "measures", "part",
    "preset", "reason", "reasons", "reference_category", "rule", "scale", "schema",
    "settings_sha256", "software", "standing", "state", "status", "tier", "unit", "verdict",
    "version",
  ]

  /// Maps with keys and words of the program.
  private static let openMaps: Set<String> = ["libraries", "settings"]

  /// Maximum bytes of a word. The longest one is a hash of 64 digits.
  private static let longestWord = 80

  private static let punctuation = Set("_-.+/%:".utf8)

  /// The de-identified document.
  /// - Parameter hidden: Keys of the texts to remove from this document.
  static func reduced(_ json: JSONValue, hiding hidden: Set<String> = []) -> JSONValue {
    DocumentReduction(words: wordKeys.subtracting(hidden)).reduced(json, under: "", isOpen: false)
  }

  private let words: Set<String>

  private func reduced(_ value: JSONValue, under key: String, isOpen: Bool) -> JSONValue {
    switch value {
    case .null, .bool, .int, .number: value
    case .string(let text):
      (isOpen || words.contains(key)) && Self.isWord(text) ? value : .null
    case .array(let elements):
      .array(
        elements.compactMap { element -> JSONValue? in
          let kept = reduced(element, under: key, isOpen: isOpen)
          return kept == .null && element != .null ? nil : kept
        })
    case .object(let members): .object(reduced(members, isOpen: isOpen))
    }
  }

  private func reduced(_ members: [JSONValue.Member], isOpen: Bool) -> [JSONValue.Member] {
    let age = Deidentification.age(members.first { $0.key == "age" }?.value)
    return members.flatMap { member -> [JSONValue.Member] in
      let key = member.key
      if key == "age" { return [.init(key, age.exact)] }
      if key == "age_band", age.band != .null { return [.init(key, age.band)] }
      if key.hasSuffix("_at") || key.hasSuffix("_on") {
        let stem = String(key.dropLast(3))
        return [.init("\(stem)_year", Deidentification.year(member.value))]
      }
      return [
        .init(key, reduced(member.value, under: key, isOpen: isOpen || Self.openMaps.contains(key)))
      ]
    }
  }

  /// Whether a text is one word without a date. Free texts contain spaces, and addresses contain other characters.
  private static func isWord(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= longestWord, !hasDate(bytes) else { return false }
    return bytes.allSatisfy { byte in
      isDigit(byte) || punctuation.contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }

  /// Whether the bytes contain a date of the form 2026-01-31.
  private static func hasDate(_ bytes: [UInt8]) -> Bool {
    let form = Array("0000-00-00".utf8)
    guard bytes.count >= form.count else { return false }
    return (0...(bytes.count - form.count)).contains { start in
      zip(form, bytes[start...]).allSatisfy { sign, byte in
        sign == UInt8(ascii: "0") ? isDigit(byte) : byte == sign
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
