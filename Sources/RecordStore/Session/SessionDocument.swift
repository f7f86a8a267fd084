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
