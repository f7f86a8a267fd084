// The consent version names the text, its language and its hash, so that the exact wording can be
// identified later.

internal import VoicePipeline
internal import VoiceTypes

enum ConsentText {
  /// The version number of the texts.
  private static let number = 3

  /// The purposes with their text keys; each one needs its own consent.
  static let purposes: [(purpose: ConsentPurpose, key: String)] = [
    (.analysis, "consent_analysis"), (.storage, "consent_storage"),
    (.research, "consent_research"), (.sharing, "consent_sharing"),
  ]

  static func text(_ language: Language) -> String {
    (["consent_introduction"] + purposes.map(\.key) + ["consent_optional", "consent_withdrawal"])
      .map { TextCatalogue.page.text($0, language) }.joined(separator: "\n")
  }

  /// The consent version that a profile stores: number, language and hash of the text.
  static func version(_ language: Language) -> String {
    let hash = Fingerprint.sha256(of: Array(text(language).utf8))
    return "browser-\(number)-\(language.rawValue)-sha256:\(hash)"
  }

  static var requestSchema: JSONValue {
    [
      "type": "object", "required": ["language", "signed", "purposes"],
      "additionalProperties": false,
      "properties": [
        "language": .words(of: Language.self), "signed": .anyFlag,
        "purposes": .list(of: .words(of: ConsentPurpose.self)), "guardian": .anyFlag,
      ],
    ]
  }

  /// Parses a consent request and adds the server time and the text version.
  static func consent(in json: JSONValue, at time: String) throws -> Consent {
    guard case .string(let word)? = json["language"], let language = Language(rawValue: word)
    else { throw APIFault(.unknownValue, detail: "language") }
    var members: [JSONValue.Member] = [
      .init("signed", json["signed"] ?? .null), .init("at", .string(time)),
      .init("version", .string(version(language))), .init("purposes", json["purposes"] ?? .null),
    ]
    if let guardian = json["guardian"] {
      members.append(.init("guardian", ["signed": guardian, "at": .string(time)]))
    }
    do {
      return try Consent(json: .object(members))
    } catch {
      var fault = APIFault(.consentFaulty)
      fault.faults = error.faults.map {
        ProfileFault(field: $0.place, found: $0.found, allowed: $0.allowed)
      }
      throw fault
    }
  }
}
