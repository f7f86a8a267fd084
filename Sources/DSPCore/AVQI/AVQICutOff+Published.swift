// The published cut-offs of the index that were read at their source. A cut-off holds for a pair of
// version and language; what is not in this table is not classified. Cut-offs that are only known
// from second hand, such as those for German and French, are left out for that reason.

public import VoiceTypes

extension AVQICutOff {
  /// Every cut-off that may be used.
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

  /// The cut-off of a pair of version and language; nil where none was published or read.
  public static func of(_ version: AVQIVersion, in language: AVQILanguage) -> AVQICutOff? {
    published.first { $0.version == version && $0.language == language }
  }
}
