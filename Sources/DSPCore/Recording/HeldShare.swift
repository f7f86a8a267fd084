// How much of a stretch holds one vowel at one pitch. The statistic is a share of windows and not a range,
// so that a window or two that was misjudged does not decide. Project rule; how often it errs stands in the
// article "Checks of a recording".

import RealModule

/// The windows that are like each other in pitch and in sound.
package struct HeldShare: Sendable, Equatable {
  /// Pitches further apart than this from one that is taken as the middle are others, in semitones.
  package static let nearPitch = 1.0

  /// Sounds further apart than this are others, in decibels.
  package static let nearSound = 5.0

  /// A stretch of fewer windows tells nothing, about 0.25 s.
  package static let leastWindows = 4

  /// The largest share of windows that are near to one of them in both, 0 … 1.
  package let both: Double

  /// The largest share of windows that are near to one of them in pitch.
  package let pitch: Double

  /// The largest share of windows that are near to one of them in sound.
  package let sound: Double

  /// Compares every window with every other; `pitches` are in hertz, one for each window, or none where
  /// the pitch is not sure enough to be asked. Octaves count as one pitch: a tracker may take one for
  /// the other. Nil for too few windows.
  package init?(of looks: [SoundLook], pitches: [Double]) {
    guard looks.count >= Self.leastWindows else { return nil }
    precondition(pitches.isEmpty || pitches.count == looks.count, "a pitch for each window")
    let heights = pitches.map { 12 * Double.log2($0) }
    var (both, pitch, sound) = (0, 0, 0)
    for (index, look) in looks.enumerated() {
      var (nearInBoth, nearInPitch, nearInSound) = (0, 0, 0)
      for (otherIndex, other) in looks.enumerated() {
        let isNearInPitch =
          heights.isEmpty || Self.interval(heights[index], heights[otherIndex]) <= Self.nearPitch
        let isNearInSound = look.difference(from: other) <= Self.nearSound
        nearInPitch += isNearInPitch ? 1 : 0
        nearInSound += isNearInSound ? 1 : 0
        nearInBoth += isNearInPitch && isNearInSound ? 1 : 0
      }
      both = max(both, nearInBoth)
      pitch = max(pitch, nearInPitch)
      sound = max(sound, nearInSound)
    }
    let count = Double(looks.count)
    self.both = Double(both) / count
    self.pitch = Double(pitch) / count
    self.sound = Double(sound) / count
  }

  /// The distance of two heights in semitones, whatever octave they are in.
  private static func interval(_ first: Double, _ second: Double) -> Double {
    let distance = (first - second).magnitude.truncatingRemainder(dividingBy: 12)
    return min(distance, 12 - distance)
  }
}
