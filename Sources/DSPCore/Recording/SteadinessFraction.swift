import RealModule

/// Steadiness fraction: fraction of windows of a segment with similar pitch and spectrum. A
/// fraction is robust against single misjudged windows, unlike a range. Project rule; the article
/// "Checks of a recording" has its error rates.
package struct SteadinessFraction: Sendable, Equatable {
  /// Maximum pitch difference from the central window, in semitones.
  package static let pitchTolerance = 1.0

  /// Maximum spectral difference, in decibels.
  package static let soundTolerance = 5.0

  /// Minimum number of windows, about 0.25 s.
  package static let leastWindows = 4

  /// The largest fraction of windows that are similar to one of them in pitch and spectrum, 0 … 1.
  package let both: Double

  /// The largest fraction of windows that are similar to one of them in pitch.
  package let pitch: Double

  /// The largest fraction of windows that are similar to one of them in spectrum.
  package let sound: Double

  /// Compares all pairs of windows; nil for too few windows. `pitches` are in hertz, one for each
  /// window, or empty for an uncertain pitch. Octaves count as equal, because a tracker may confuse
  /// them.
  package init?(of frames: [SpectralFrame], pitches: [Double]) {
    guard frames.count >= Self.leastWindows else { return nil }
    precondition(pitches.isEmpty || pitches.count == frames.count, "one pitch per window")
    let heights = pitches.map { 12 * Double.log2($0) }
    var (both, pitch, sound) = (0, 0, 0)
    for (index, frame) in frames.enumerated() {
      var (nearInBoth, nearInPitch, nearInSound) = (0, 0, 0)
      for (otherIndex, other) in frames.enumerated() {
        let isNearInPitch =
          heights.isEmpty
          || Self.interval(heights[index], heights[otherIndex]) <= Self.pitchTolerance
        let isNearInSound = frame.difference(from: other) <= Self.soundTolerance
        nearInPitch += isNearInPitch ? 1 : 0
        nearInSound += isNearInSound ? 1 : 0
        nearInBoth += isNearInPitch && isNearInSound ? 1 : 0
      }
      both = max(both, nearInBoth)
      pitch = max(pitch, nearInPitch)
      sound = max(sound, nearInSound)
    }
    let count = Double(frames.count)
    self.both = Double(both) / count
    self.pitch = Double(pitch) / count
    self.sound = Double(sound) / count
  }

  /// The distance of two pitches in semitones, modulo the octave.
  private static func interval(_ first: Double, _ second: Double) -> Double {
    let distance = (first - second).magnitude.truncatingRemainder(dividingBy: 12)
    return min(distance, 12 - distance)
  }
}
