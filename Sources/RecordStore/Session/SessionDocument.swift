package import VoiceTypes

package enum SessionDocument: String, CaseIterable, Sendable, Hashable {
  /// Person, recording and settings.
  case header
  /// The sidecar content.
  case answers
  /// The results document of the quick tier.
  case quick
  /// The results document of the comprehensive tier, with its assessment.
  case computed
  /// The progress of the analysis.
  case state
  /// The audio.
  case audio
  /// The comparison of the session with the baseline of the person.
  case comparison
  /// AVQI of a vowel and a reading of one session.
  case avqi
  /// The results document before a late change of metadata.
  case former
  case bundle
  case page
  /// The printable report.
  case sheets

  /// The path from the folder of the session.
  package var name: String {
    switch self {
    case .header, .answers, .quick, .computed, .state: "\(rawValue).json"
    case .audio: "artifacts/audio.wav"
    case .comparison: "artifacts/comparison.json"
    case .avqi: "artifacts/avqi.json"
    case .former: "artifacts/computed-before.json"
    case .bundle: "artifacts/bundle.json"
    case .page: "artifacts/report.html"
    case .sheets: "artifacts/report.pdf"
    }
  }

  init?(name: String) {
    guard let document = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = document
  }

  /// Documents that are rendered from others.
  package static let drawn: Set<SessionDocument> = [.page, .sheets]

  /// Whether an encrypted store encrypts it.
  var isSealed: Bool { self != .state }
}

/// The sidecar content of a recording in a session.
package enum SessionAnswers {
  /// The name and number of the format.
  static let schema = "sagevoice/answers/1"

  /// The document with the given content.
  package static func json(given: JSONValue) -> JSONValue { shape.json(of: given) }

  private static let shape = Shape<JSONValue>({ $0 }) {
    Derived(schema: schema)
    Field("given", { $0 }, .anything)
  }

  /// The document with another profile. Device, flags, context and consent stay unchanged, because they belong to the
  /// recording.
  /// - Parameter former: The former content. Nil without one.
  package static func json(puttingRight profile: JSONValue, in former: JSONValue?) -> JSONValue {
    let given = former?["given"] ?? .null
    guard case .object(let members) = given else { return json(given: ["profile": profile]) }
    // A sidecar may be a bare profile with members of the recording in it.
    let isBareProfile = given["profile"] == nil && given["user_id"] != nil
    let others = members.filter { member in
      isBareProfile ? ProfileField(rawValue: member.key) == nil : member.key != "profile"
    }
    return json(given: .object([.init("profile", profile)] + others))
  }
}

/// The metadata of a session, for late sidecars.
package struct SessionMetadata: Sendable {
  package let session: SessionID

  /// Nil before the first header.
  package let header: SessionHeader?

  /// Whether the session has a valid sidecar.
  package let hasAnswers: Bool

  /// The session with the first result, for a duplicate.
  package let duplicateOf: SessionID?

  /// Whether the session has no valid metadata of a person.
  package var lacksMetadata: Bool {
    switch header?.person {
    case .known, .anonymous: false
    case .unknown: true
    case .guest, nil: !hasAnswers
    }
  }
}

/// The documents of a session for follow-up computations.
package struct SessionResults: Sendable {
  /// Nil before the first header.
  package let header: SessionHeader?

  /// The sidecar content. Nil without one.
  package let answers: [UInt8]?

  /// The comprehensive results document. Nil without one.
  package let computed: [UInt8]?
}
