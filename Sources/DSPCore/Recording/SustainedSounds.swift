import RealModule
internal import VoiceMath
import VoiceTypes

/// Sustained sounds of a recording: voiced intervals with a pause or a change of pitch between
/// them. A recording of one vowel has one; a voice break without a pause divides no sound.
package struct SustainedSounds: Sendable, Equatable {
  /// The least duration of a sound and of a pause, in seconds [E].
  private static let leastSound = 0.5
  private static let leastPause = 0.3

  /// Maximum level of a pause relative to the softer sound; −20 dB [E].
  private static let pauseLevel = 0.1

  /// Maximum distance of the pitch of one voice, in semitones [E].
  private static let sameVoice = 4.0

  /// Start and end of each sound, in seconds, in order.
  package let times: [ClosedRange<Double>]

  /// Whether the median F0 of two sounds differs by more than 4 semitones.
  package let differInPitch: Bool

  package init(in track: PitchTrack) {
    let shortest = Int((Self.leastSound / track.timeStep).rounded())
    var sounds: [Range<Int>] = []
    for run in Self.voicedRuns(of: track) {
      guard let last = sounds.last, !Self.areApart(last, run, shortest, in: track) else {
        sounds.append(run)
        continue
      }
      sounds[sounds.count - 1] = last.lowerBound..<run.upperBound
    }
    let held = sounds.filter { sound in
      track.frequencies[sound].count { $0 > 0 } >= shortest
    }
    times = held.map {
      (track.time(ofFrame: $0.lowerBound) - 0.5 * track.timeStep)...(track.time(
        ofFrame: $0.upperBound) - 0.5 * track.timeStep)
    }
    let pitches = held.compactMap { Self.pitch(of: $0, in: track) }
    differInPitch = 12 * Double.log2((pitches.max() ?? 1) / (pitches.min() ?? 1)) > Self.sameVoice
  }

  /// The sound that overlaps most with a time range; nil without any.
  package func sound(around other: ClosedRange<Double>) -> ClosedRange<Double>? {
    times.filter { $0.overlaps(other) }.max {
      $0.clamped(to: other).length < $1.clamped(to: other).length
    }
  }

  private static func voicedRuns(of track: PitchTrack) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for frame in 0..<track.frameCount where track.isVoiced(frame) {
      if let last = runs.last, last.upperBound == frame {
        runs[runs.count - 1] = last.lowerBound..<(frame + 1)
      } else {
        runs.append(frame..<(frame + 1))
      }
    }
    return runs
  }

  /// Whether two voiced intervals are different sounds.
  private static func areApart(
    _ first: Range<Int>, _ second: Range<Int>, _ shortest: Int, in track: PitchTrack
  ) -> Bool {
    let between = first.upperBound..<second.lowerBound
    if Double(between.count) * track.timeStep >= leastPause {
      return isQuiet(between, near: first, second, in: track)
    }
    guard min(first.count, second.count) >= shortest,
      let pitch = Self.pitch(of: first, in: track), let other = Self.pitch(of: second, in: track)
    else { return false }
    return abs(12 * Double.log2(pitch / other)) > sameVoice
  }

  private static func isQuiet(
    _ pause: Range<Int>, near first: Range<Int>, _ second: Range<Int>, in track: PitchTrack
  ) -> Bool {
    guard track.intensities.count == track.frameCount else { return true }
    func level(_ frames: Range<Int>) -> Double {
      Statistics.quantile(0.5, of: Array(track.intensities[frames])) ?? 0
    }
    return level(pause) < pauseLevel * min(level(first), level(second))
  }

  private static func pitch(of frames: Range<Int>, in track: PitchTrack) -> Double? {
    Statistics.quantile(0.5, of: track.frequencies[frames].filter { $0 > 0 })
  }
}

extension ClosedRange<Double> {
  fileprivate var length: Double { upperBound - lowerBound }
}

extension PitchTrack {
  /// The track with all frames outside a time range unvoiced.
  func only(in times: ClosedRange<Double>) -> PitchTrack {
    let isKept = frequencies.indices.map { times.contains(time(ofFrame: $0)) }
    func kept(_ values: [Double]) -> [Double] { zip(values, isKept).map { $1 ? $0 : 0 } }
    return PitchTrack(
      frequencies: kept(frequencies), strengths: kept(strengths), firstFrameTime: firstFrameTime,
      timeStep: timeStep, locallyVoiced: zip(locallyVoiced, isKept).map { $0 && $1 },
      intensities: intensities)
  }
}
