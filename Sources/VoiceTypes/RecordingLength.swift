// How long a recording of one held vowel may be, from the user documents of the project: the checks of
// a recording, the clinical preset, the watcher and the baseline all ask for the same.

/// The ends of what is long enough and not too long.
package enum RecordingLength {
  /// A recording as long as this or shorter is too short.
  package static let longestTooShort: Seconds = 0.5

  /// A recording as long as this or longer is too long: a held vowel is meant.
  package static let shortestTooLong: Seconds = 30
}
