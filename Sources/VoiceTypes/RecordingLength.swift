/// Duration limits of recordings, shared by checks, clinical preset, watcher and baseline.
package enum RecordingLength {
  /// Longest duration that is too short.
  package static let longestTooShort: Seconds = 0.5

  /// Shortest duration of a sustained vowel or of speech that is too long.
  package static let shortestTooLong: Seconds = 30

  /// The same of one breath: a minute, and the second in which a person ends the recording.
  package static let shortestTooLongOfOneBreath: Seconds = 61
}
