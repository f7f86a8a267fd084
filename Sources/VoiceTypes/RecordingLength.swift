/// Duration limits of a sustained vowel, shared by checks, clinical preset, watcher and baseline.
package enum RecordingLength {
  /// Longest duration that is too short.
  package static let longestTooShort: Seconds = 0.5

  /// Shortest duration that is too long.
  package static let shortestTooLong: Seconds = 30
}
