internal import DSPCore
internal import VoiceTypes

/// Cached first pass and first checks of a recording, reused by the comprehensive analysis.
package struct CachedFirstPass: Sendable {
  private let sha256: String
  private let reading: DecodeOptions
  let first: FirstPass

  /// Checks that run in every tier; nil if the settings request no checks.
  let checks: [QualityCheck]?

  /// Creates the cache entry. Returns nil without an analysis or a hash.
  init?(_ examined: AnalysisResult, by reading: DecodeOptions) {
    guard let sha256 = examined.document.recording.sha256, let analysis = examined.analysis else {
      return nil
    }
    (self.sha256, self.reading) = (sha256, reading)
    (first, checks) = (analysis.firstPass, examined.firstChecks)
  }

  /// Whether the entry is of these bytes and decoding parameters.
  func isAt(bytes sha256: String?, by reading: DecodeOptions) -> Bool {
    sha256 == self.sha256 && reading == self.reading
  }
}
