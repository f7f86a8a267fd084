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

  /// What the stretch follows from, by name.
  static var choices: [NamedSetting] {
    [
      NamedSetting("steady_dropped_s", droppedSeconds),
      NamedSetting("steady_dropped_share", droppedShare),
      NamedSetting("steady_least_s", leastForPerturbation),
      NamedSetting("steady_longest_s", longest),
      NamedSetting("steady_bridged_periods", bridgedPeriods),
    ]
  }

  /// Chooses the stretch; nil without a voiced frame.
  public init?(in track: PitchTrack) { self.init(in: track, bridging: 0) }

  /// Chooses the stretch; where it is too short for perturbation, of a sound that goes on over gaps, no
  /// longer ones than it takes. `floor` is that of the track's range.
  init?(in track: PitchTrack, bridgingFrom floor: Hertz) {
    let most = Int(Self.bridgedPeriods / (floor.value * track.timeStep))
    let stretches = (0...max(0, most)).lazy.compactMap { Self(in: track, bridging: $0) }
    guard
      let chosen = stretches.first(where: { !Self.isTooShort($0.duration) })
        ?? Self(in: track)
    else { return nil }
    self = chosen
  }

  /// Chooses the stretch of a sound whose gaps of at most `bridged` frames do not count.
  private init?(in track: PitchTrack, bridging bridged: Int) {
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
    start = max(0, Self.steadiestStart(in: track, within: inner))
    end = start + Self.longest
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

  /// The start of the window in which F0 varies least.
  private static func steadiestStart(
    in track: PitchTrack, within inner: ClosedRange<Double>
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
    var best = (spread: Double.infinity, first: frames.lowerBound)
    for start in windows.starts {
      let spread = windows.spread(from: start)
      if spread < best.spread { best = (spread, frames.lowerBound + start) }
    }
    return track.time(ofFrame: best.first) - 0.5 * track.timeStep
  }
}
