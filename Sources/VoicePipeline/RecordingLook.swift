// What the analyses of one recording have in common: the comprehensive one follows the quick one, and need not do again
// what that did.

internal import DSPCore
internal import VoiceTypes

/// The first look at a recording and its first checks, with what names its samples.
package struct RecordingLook: Sendable {
  private let sha256: String
  private let reading: ReadingChoices
  let first: FirstLook

  /// The checks that every recording gets.
  let checks: [QualityCheck]

  /// Nil where nothing was measured, or nothing names the bytes.
  init?(_ examined: ExaminedRecording, by reading: ReadingChoices) {
    guard let sha256 = examined.document.recording.sha256, let analysis = examined.analysis else {
      return nil
    }
    (self.sha256, self.reading) = (sha256, reading)
    (first, checks) = (analysis.firstLook, examined.firstChecks)
  }

  /// Whether it was at the samples that are read of these bytes.
  func isAt(bytes sha256: String?, by reading: ReadingChoices) -> Bool {
    sha256 == self.sha256 && reading == self.reading
  }
}
