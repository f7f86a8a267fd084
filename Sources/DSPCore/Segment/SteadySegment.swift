import RealModule
import VoiceTypes

/// Steadiest segment of the longest voiced interval: onset and offset are excluded, and a long
/// vowel is limited to its steadiest three seconds. A rule is more reproducible than a choice by
/// hand. (Project rule; sources in the article "Segment".)
public struct SteadySegment: Sendable, Equatable {
  /// Start of the segment, in seconds from the start of the signal.
  public let start: Double

  /// End of the segment, in seconds.
  public let end: Double

  /// The whole voiced interval, onset and offset included, in seconds.
  public let heldSound: ClosedRange<Double>

  /// The voiced interval without onset and offset, in seconds: the search range of the segment.
  public let withoutEnds: ClosedRange<Double>

  /// The length of the segment, in seconds.
  public var duration: Double { end - start }

  /// Whether the segment was selected from a longer sound.
  var isPartOfVowel: Bool {
    duration < withoutEnds.upperBound - withoutEnds.lowerBound - Self.rounding
  }

  /// Trim at either end: the smaller of a duration in seconds and a fraction.
  private static let droppedSeconds = 0.5
  private static let droppedShare = 0.15

  /// The minimum duration of perturbation, in seconds [E]: intervals of 0.5 s are a third wider
  /// than those of 1 s.
  public static let leastForPerturbation = 0.5

  /// The minimum duration after trimming, in seconds. Beyond it, precision gains little; below it,
  /// the search bridges gaps, and numbers are not compared with limits.
  public static let sufficient = 1.0

  /// Tolerance of durations for rounding, in seconds.
  private static let rounding = 1e-9

  /// Whether a segment is too short for perturbation.
  public static func isTooShort(_ seconds: Double) -> Bool {
    seconds < leastForPerturbation - rounding
  }

  /// Whether a segment is shorter than is sufficient.
  public static func isShort(_ seconds: Double) -> Bool { seconds < sufficient - rounding }

  /// The maximum duration, in seconds.
  private static let longest = 3.0

  /// Maximum bridged gap, in periods of the floor: the window of a pitch analysis. One irregular
  /// cycle unvoices every window that contains it.
  private static let bridgedPeriods = 3.0

  /// Equivalent spreads of pitch, spectrum and level, in semitones and decibels [E]. At the first
  /// two, windows differ in pitch or vowel (`SteadinessFraction`); at the last, the level range warns.
  private static let pitchSpread = SteadinessFraction.pitchTolerance
  private static let soundSpread = SteadinessFraction.soundTolerance
  private static let levelSpread = 8.0

  /// Tolerance of the combined spread, within which the first window wins, so that rounding does
  /// not decide.
  private static let likeness = 1e-3

  /// The parameters of the segment.
  static var choices: [NamedParameter] {
    [
      NamedParameter("steady_dropped_s", droppedSeconds),
      NamedParameter("steady_dropped_share", droppedShare),
      NamedParameter("steady_shortest_s", leastForPerturbation),
      NamedParameter("steady_least_s", sufficient),
      NamedParameter("steady_longest_s", longest),
      NamedParameter("steady_bridged_periods", bridgedPeriods),
      NamedParameter("steady_pitch_spread_st", pitchSpread),
      NamedParameter("steady_sound_spread_db", soundSpread),
      NamedParameter("steady_level_spread_db", levelSpread),
    ]
  }

  /// Creates a segment chosen by a person, in seconds.
  init(chosen times: ClosedRange<Double>) {
    (start, end) = (times.lowerBound, times.upperBound)
    (heldSound, withoutEnds) = (times, times)
  }

  /// The longest voiced interval without onset and offset, in seconds; nil without a voiced frame.
  public static func heldTimes(in track: PitchTrack) -> ClosedRange<Double>? {
    Self(in: track, of: nil)?.withoutEnds
  }

  /// Finds the segment; nil without a voiced frame. `sound` is the spectral trajectory of the
  /// track's signal; nil if only the pitch is known.
  init?(in track: PitchTrack, of sound: SpectralTrajectory?) {
    self.init(in: track, of: sound, bridging: 0)
  }

  /// Finds the segment and, if it is short, bridges gaps. It selects the
  /// longest segment with enough voice for perturbation, or else the one with the largest voiced
  /// fraction. A segment just above one second may have more gaps than the voice has. `floor` is
  /// that of the track's range.
  init?(in track: PitchTrack, of sound: SpectralTrajectory?, bridgingFrom floor: Hertz) {
    let most = Int(Self.bridgedPeriods / (floor.value * track.timeStep))
    self.init(in: track, of: sound)
    guard Self.isShort(duration) else { return }
    var best = 0.0
    for bridged in stride(from: 1, through: most, by: 1) {
      guard let stretch = Self(in: track, of: sound, bridging: bridged),
        !Self.isShort(stretch.duration)
      else { continue }
      let share = track.voicedShare(from: stretch.start, to: stretch.end)
      // A fraction is at most one: any duration with enough voice ranks higher.
      let worth = share >= SignalTypeLimits.voicedRatio ? 1 + stretch.duration : share
      if worth > best { (self, best) = (stretch, worth) }
    }
  }

  /// Finds the segment of a voiced interval in which gaps of at most `bridged` frames do not count.
  private init?(in track: PitchTrack, of sound: SpectralTrajectory?, bridging bridged: Int) {
    guard let held = Self.longestHeldSound(in: track, bridging: bridged) else { return nil }
    let first = track.time(ofFrame: held.lowerBound) - 0.5 * track.timeStep
    let last = track.time(ofFrame: held.upperBound - 1) + 0.5 * track.timeStep
    let length = last - first
    let dropped = min(
      Self.droppedSeconds, Self.droppedShare * length,
      max(0, 0.5 * (length - Self.sufficient)))
    heldSound = max(0, first)...last
    let inner = (first + dropped)...(last - dropped)
    withoutEnds = max(0, inner.lowerBound)...inner.upperBound
    guard inner.upperBound - inner.lowerBound > Self.longest else {
      start = max(0, inner.lowerBound)
      end = inner.upperBound
      return
    }
    start = max(0, Self.steadiestStart(in: track, of: sound, within: inner))
    end = start + Self.longest
  }

  /// The spectral trajectory of a recording that is long enough for a choice.
  static func course(of signal: Signal, workspace: inout AnalysisWorkspace) -> SpectralTrajectory? {
    signal.duration.value > longest ? SpectralTrajectory(of: signal, workspace: &workspace) : nil
  }

  /// The frames of the longest voiced interval without a gap of more than `bridged` frames; the
  /// first of equals.
  private static func longestHeldSound(
    in track: PitchTrack, bridging bridged: Int
  ) -> Range<Int>? {
    var longest: Range<Int>?
    var held: Range<Int>?
    for frame in 0..<track.frameCount where track.isVoiced(frame) {
      let start = held.flatMap { frame - $0.upperBound <= bridged ? $0.lowerBound : nil } ?? frame
      let sound = start..<(frame + 1)
      if sound.count > longest?.count ?? 0 { longest = sound }
      held = sound
    }
    return longest
  }

  /// The start of the window with the least variation of pitch, level and spectrum, in seconds.
  private static func steadiestStart(
    in track: PitchTrack, of sound: SpectralTrajectory?, within inner: ClosedRange<Double>
  ) -> Double {
    let width = max(1, Int((longest / track.timeStep).rounded()))
    let firstFrame = Int(
      ((inner.lowerBound - track.firstFrameTime) / track.timeStep).rounded(.up))
    let lastFrame = Int(
      ((inner.upperBound - track.firstFrameTime) / track.timeStep).rounded(.down))
    let frames = max(0, firstFrame)..<min(track.frameCount, lastFrame + 1)
    guard frames.count > width else { return inner.lowerBound }
    // A bridged frame repeats the value before it.
    var semitones: [Double] = []
    for frame in frames {
      let isVoiced = track.isVoiced(frame)
      semitones.append(
        isVoiced ? 12 * Double.log2(track.frequencies[frame]) : semitones.last ?? 0)
    }
    var windows = WindowSpreads(of: semitones, width: width)
    let every = max(1, Int((SpectralTrajectory.step / track.timeStep).rounded()))
    var best = (spread: Double.infinity, start: inner.lowerBound)
    for first in stride(from: 0, to: windows.starts.count, by: every) {
      let start = track.time(ofFrame: frames.lowerBound + first) - 0.5 * track.timeStep
      var spread = square(windows.spread(from: first), in: pitchSpread)
      if let sound {
        let other = sound.spread(over: sound.frames(from: start, to: start + longest))
        spread += square(other.sound, in: soundSpread) + square(other.level, in: levelSpread)
      }
      spread = spread.squareRoot()
      if spread < best.spread - likeness { best = (spread, start) }
    }
    return best.start
  }

  /// The square of a spread relative to a unit.
  private static func square(_ spread: Double, in unit: Double) -> Double {
    (spread / unit) * (spread / unit)
  }
}

extension PitchTrack {
  /// Voiced frames between two times over all frames there; zero without a frame.
  fileprivate func voicedShare(from start: Double, to end: Double) -> Double {
    let inside = (0..<frameCount).filter { (start...end).contains(time(ofFrame: $0)) }
    return inside.isEmpty ? 0 : Double(inside.count(where: isVoiced)) / Double(inside.count)
  }
}
