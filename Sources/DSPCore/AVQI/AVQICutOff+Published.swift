public import VoiceTypes

extension AVQICutOff {
  /// Published cut-offs verified at their source; each is valid for one pair of version and
  /// language. Cut-offs from secondary sources, such as German and French, are excluded.
  public static let published: [AVQICutOff] = [
    AVQICutOff(
      version: .v03_01, language: .dutch, value: 2.43,
      citation: "Barsties & Maryn 2015; script AVQI 03.01 of Maryn & Corthals"),
    AVQICutOff(
      version: .v03_01, language: .japanese, value: 1.41, citation: "J Voice, PMID 29153335"),
    AVQICutOff(
      version: .v03_01, language: .finnish, value: 1.83,
      citation: "Puhe ja kieli, journal.fi/pk 101516"),
    AVQICutOff(
      version: .v03_01, language: .italian, value: 2.35, citation: "J Voice, PMID 33773894"),
    AVQICutOff(
      version: .v03_01, language: .persian, value: 1.63,
      citation: "Persian validation of AVQI 03.01 and ABI, 2023"),
  ]

  /// The cut-off of a version and language; nil if none is in ``published``.
  public static func of(_ version: AVQIVersion, in language: AVQILanguage) -> AVQICutOff? {
    published.first { $0.version == version && $0.language == language }
  }
}
