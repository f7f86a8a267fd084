// What the analyses of one recording have in common: the comprehensive one follows the quick one, and need not do again
// what that did.

internal import DSPCore
internal import VoiceTypes

/// The first look at a recording, with what names its samples.
package struct RecordingLook: Sendable {
  private let sha256: String
  private let reading: ReadingChoices
  private let first: FirstLook

  /// Nil where nothing was measured, or nothing names the bytes.
  init?(_ examined: ExaminedRecording, by reading: ReadingChoices) {
    guard let sha256 = examined.document.recording.sha256, let analysis = examined.analysis else {
      return nil
    }
    (self.sha256, self.reading, first) = (sha256, reading, analysis.firstLook)
  }

  /// The look, where it was at the samples that are read of these bytes; nil where it was at others.
  func look(atBytes sha256: String?, by reading: ReadingChoices) -> FirstLook? {
    sha256 == self.sha256 && reading == self.reading ? first : nil
  }
}
