/// A document of a session.
package enum SessionDocument: String, CaseIterable, Sendable, Hashable {
  /// Whose recording of what, by which settings.
  case header
  /// The profile as it was given.
  case answers
  /// The results document of the quick tier.
  case quick
  /// The results document of the comprehensive tier, with its assessment.
  case computed
  /// How far the recording has come.
  case state
  /// The recording itself.
  case audio
  /// How the session that the recording belongs to stands to the person's baseline.
  case comparison
  /// The index of the vowel and the reading of a session of several recordings.
  case avqi
  /// The results document that another took the place of when something was told late.
  case former
  /// All of it as it was when the recording was filed.
  case bundle
  /// The page of the recording for a person, as a screen shows it.
  case page
  /// The same as sheets of paper.
  case sheets

  /// The path from the session's folder.
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

  /// The document of that path.
  init?(name: String) {
    guard let document = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = document
  }

  /// What is drawn for people from the other documents.
  package static let drawn: Set<SessionDocument> = [.page, .sheets]

  /// Whether an encrypted store encrypts it.
  var isSealed: Bool { self != .state }
}
