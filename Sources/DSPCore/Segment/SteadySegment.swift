// The stretch of a held vowel that is worth measuring: onset and offset are dropped, and of a long
// vowel the steadiest three seconds are taken. Choosing by rule is more reproducible than choosing
// by hand. (Project rule; sources in the article "Segment".)

import RealModule
import VoiceTypes

/// The steadiest stretch of the longest held sound.
public struct SteadySegment: Sendable, Equatable {
  /// Where the stretch starts, in seconds from the start of the signal.
  public let start: Double

  /// Where it ends, in seconds.
  public let end: Double

  /// The whole held sound it was taken from, onset and offset included, in seconds.
  public let heldSound: ClosedRange<Double>

  /// The held sound without onset and offset, in seconds; the stretch was looked for in it.
  public let withoutEnds: ClosedRange<Double>

  /// The length of the stretch, in seconds.
  public var duration: Double { end - start }

  /// What is dropped at either end: the smaller of a time and a share.
  private static let droppedSeconds = 0.5
  private static let droppedShare = 0.15

  /// A sound is not cut below this for the sake of its ends: perturbation needs it, in seconds.
  public static let leastForPerturbation = 1.0

  /// Whether a stretch of so many seconds is too short for perturbation; one of exactly the least length
  /// may come out a rounding shorter.
  public static func isTooShort(_ seconds: Double) -> Bool {
    seconds < leastForPerturbation - 1e-9
  }

  /// Of a longer sound no more than this is taken, in seconds.
  private static let longest = 3.0

  /// A gap is bridged that is no longer than the window of a pitch analysis, in periods of its floor: one
  /// cycle that is unlike its neighbours leaves every window unvoiced that it lies in.
  private static let bridgedPeriods = 3.0

  /// Spreads of a voice that count alike when it is asked where it is held most steadily: those at which
  /// two windows are no longer one vowel at one pitch (`HeldShare`), in semitones and decibels, and that
  /// at which the range of the level is remarked upon, in decibels [E].
  private static let pitchSpread = HeldShare.nearPitch
  private static let soundSpread = HeldShare.nearSound
  private static let levelSpread = 8.0

  /// Windows whose spreads differ by no more than this share of those are alike, and the first is taken:
  /// rounding does not choose.
  private static let likeness = 1e-3

  /// What the stretch follows from, by name.
  static var choices: [NamedSetting] {
    [
      NamedSetting("steady_dropped_s", droppedSeconds),
      NamedSetting("steady_dropped_share", droppedShare),
      NamedSetting("steady_least_s", leastForPerturbation),
      NamedSetting("steady_longest_s", longest),
      NamedSetting("steady_bridged_periods", bridgedPeriods),
      NamedSetting("steady_pitch_spread_st", pitchSpread),
      NamedSetting("steady_sound_spread_db", soundSpread),
      NamedSetting("steady_level_spread_db", levelSpread),
    ]
  }

  /// A stretch that somebody chose, which is held in all of it, in seconds.
  init(chosen times: ClosedRange<Double>) {
    (start, end) = (times.lowerBound, times.upperBound)
    (heldSound, withoutEnds) = (times, times)
  }

  /// The longest sound without its onset and offset, in seconds; nil without a voiced frame.
  public static func heldTimes(in track: PitchTrack) -> ClosedRange<Double>? {
    Self(in: track, of: nil)?.withoutEnds
  }

  /// Chooses the stretch; nil without a voiced frame. `sound` is the course of the sound that the track is
  /// of, nil for one of which nothing but the pitch is known.
  init?(in track: PitchTrack, of sound: SoundCourse?) {
    self.init(in: track, of: sound, bridging: 0)
  }

  /// Chooses the stretch; where it is too short for perturbation, of a sound that goes on over gaps: the
  /// longest stretch with as much voice as perturbation needs, or else the one with most. A stretch that
  /// just reaches a second may happen to hold more gaps than the voice has. `floor` is that of the
  /// track's range.
  init?(in track: PitchTrack, of sound: SoundCourse?, bridgingFrom floor: Hertz) {
    let most = Int(Self.bridgedPeriods / (floor.value * track.timeStep))
    self.init(in: track, of: sound)
    guard Self.isTooShort(duration) else { return }
    var best = 0.0
    for bridged in stride(from: 1, through: most, by: 1) {
      guard let stretch = Self(in: track, of: sound, bridging: bridged),
        !Self.isTooShort(stretch.duration)
      else { continue }
      let share = track.voicedShare(from: stretch.start, to: stretch.end)
      // A share is at most one: any duration of enough voice counts for more.
      let worth = share >= SignalTypeLimits.voicedRatio ? 1 + stretch.duration : share
      if worth > best { (self, best) = (stretch, worth) }
    }
  }

  /// Chooses the stretch of a sound whose gaps of at most `bridged` frames do not count.
  private init?(in track: PitchTrack, of sound: SoundCourse?, bridging bridged: Int) {
    guard let held = Self.longestHeldSound(in: track, bridging: bridged) else { return nil }
    let first = track.time(ofFrame: held.lowerBound) - 0.5 * track.timeStep
    let last = track.time(ofFrame: held.upperBound - 1) + 0.5 * track.timeStep
    let length = last - first
    let dropped = min(
      Self.droppedSeconds, Self.droppedShare * length,
      max(0, 0.5 * (length - Self.leastForPerturbation)))
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

  /// The course of a recording, where it is long enough for a choice.
  static func course(of signal: Signal, workspace: inout AnalysisWorkspace) -> SoundCourse? {
    signal.duration.value > longest ? SoundCourse(of: signal, workspace: &workspace) : nil
  }

  /// The frames of the longest sound without a gap of more than `bridged` frames; the first of equals.
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

  /// The start of the window in which pitch, level and spectrum vary least.
  private static func steadiestStart(
    in track: PitchTrack, of sound: SoundCourse?, within inner: ClosedRange<Double>
  ) -> Double {
    let width = max(1, Int((longest / track.timeStep).rounded()))
    let firstFrame = Int(
      ((inner.lowerBound - track.firstFrameTime) / track.timeStep).rounded(.up))
    let lastFrame = Int(
      ((inner.upperBound - track.firstFrameTime) / track.timeStep).rounded(.down))
    let frames = max(0, firstFrame)..<min(track.frameCount, lastFrame + 1)
    guard frames.count > width else { return inner.lowerBound }
    // A bridged frame is where the one before it was.
    var semitones: [Double] = []
    for frame in frames {
      let isVoiced = track.isVoiced(frame)
      semitones.append(
        isVoiced ? 12 * Double.log2(track.frequencies[frame]) : semitones.last ?? 0)
    }
    var windows = WindowSpreads(of: semitones, width: width)
    let every = max(1, Int((SoundCourse.step / track.timeStep).rounded()))
    var best = (spread: Double.infinity, start: inner.lowerBound)
    for first in stride(from: 0, to: windows.starts.count, by: every) {
      let start = track.time(ofFrame: frames.lowerBound + first) - 0.5 * track.timeStep
      var spread = square(windows.spread(from: first), in: pitchSpread)
      if let sound {
        let other = sound.spread(over: sound.looks(from: start, to: start + longest))
        spread += square(other.sound, in: soundSpread) + square(other.level, in: levelSpread)
      }
      spread = spread.squareRoot()
      if spread < best.spread - likeness { best = (spread, start) }
    }
    return best.start
  }

  /// The square of a spread in terms of one that counts.
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
