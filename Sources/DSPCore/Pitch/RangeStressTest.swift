// Would the numbers be others in another pitch range? A voice of 80 Hz that is searched between 100
// and 500 Hz reads as a steady voice of 240 Hz with hardly any jitter, and nothing in those numbers
// shows it. So the analysis is run again with half the floor and with twice the ceiling.

import RealModule
internal import VoiceMath
public import VoiceTypes

/// F0 and jitter in one pitch range.
public struct RangeReading: Sendable, Equatable {
  /// The range.
  public let range: PitchRange

  /// Median F0 over voiced frames, in hertz; nil without any.
  public let medianF0: Double?

  /// Jitter (local) as a ratio; nil without two comparable periods, and where nobody asked.
  public let jitterLocal: Double?

  /// The share of the frames of the reading that is tested at which this one is an octave or a
  /// fifth off; 0 for the reading itself.
  public let displacedFrames: Double
}

/// How the reading of a range stands against those of its neighbours.
public struct RangeStressTest: Sendable, Equatable {
  /// An F0 this much off, on either side, is another decision about the octave [E].
  private static let octaveRatio = 1.4

  /// Frames that may be displaced: single frames at the ends of a voice always are [E].
  private static let tolerableDisplacement = 0.05

  /// How far jitter may move: by this ratio, or by this much if both are small [E].
  private static let tolerableJitterRatio = 1.5
  private static let tolerableJitterDifference = 0.001

  /// The reading that is tested.
  public let tested: RangeReading

  /// The first neighbour whose octaves differ, if any.
  public let otherOctave: RangeReading?

  /// The first neighbour whose jitter differs, if any.
  public let otherJitter: RangeReading?

  /// Compares a reading with its neighbours.
  public init(_ tested: RangeReading, against neighbours: [RangeReading]) {
    self.tested = tested
    otherOctave = neighbours.first { Self.isOtherOctave($0, than: tested) }
    otherJitter = neighbours.first { Self.isOtherJitter($0, than: tested) }
  }

  /// The range with half the floor of one.
  public static func lower(than range: PitchRange) -> PitchRange {
    PitchRange(floor: Hertz(0.5 * range.floor.value), ceiling: range.ceiling) ?? range
  }

  /// The range with twice the ceiling of one.
  public static func higher(than range: PitchRange) -> PitchRange {
    PitchRange(floor: range.floor, ceiling: Hertz(2 * range.ceiling.value)) ?? range
  }

  private static func isOtherOctave(_ other: RangeReading, than tested: RangeReading) -> Bool {
    guard let ours = tested.medianF0 else { return other.medianF0 != nil }
    guard let theirs = other.medianF0 else { return true }
    let ratio = max(ours / theirs, theirs / ours)
    return ratio > octaveRatio || other.displacedFrames > tolerableDisplacement
  }

  private static func isOtherJitter(_ other: RangeReading, than tested: RangeReading) -> Bool {
    guard let ours = tested.jitterLocal, let theirs = other.jitterLocal else {
      return (tested.jitterLocal == nil) != (other.jitterLocal == nil)
    }
    let isClose =
      (ours - theirs).magnitude <= tolerableJitterDifference
      || max(ours, theirs) <= tolerableJitterRatio * min(ours, theirs)
    return !isClose
  }
}

extension RangeStressTest {
  /// Reads F0 of a voice again in the neighbouring ranges, and jitter where that is asked for.
  init?(of voice: Voice, readingJitter: Bool, workspace: inout AnalysisWorkspace) {
    guard let higher = voice.higherPitch else { return nil }
    let (scope, pitch) = (voice.scope, voice.pitch)
    let lower = Self.lower(than: scope.pitchRange)
    let tracks = [
      (
        lower,
        PitchTracker.track(
          scope.part, settings: VoiceAnalyzer.pitchSettings(of: voice.settings, range: lower),
          workspace: &workspace)
      ), (Self.higher(than: scope.pitchRange), higher),
    ]
    // A window that no longer fits the stretch says nothing about the range.
    let readings = tracks.filter { $0.1.frameCount > 0 }.map { range, track in
      RangeReading(
        range: range, track: track,
        jitter: readingJitter ? Self.jitter(along: track, in: voice, &workspace) : nil,
        against: pitch)
    }
    self.init(
      RangeReading(
        range: scope.pitchRange, track: pitch, jitter: readingJitter ? voice.cycles.jitter : nil),
      against: readings)
  }

  /// The jitter of the stretch of a voice, its pulses looked for along another track.
  private static func jitter(
    along track: PitchTrack, in voice: Voice, _ workspace: inout AnalysisWorkspace
  ) -> Jitter {
    if track.hasTheFrequencies(of: voice.pitch) { return voice.cycles.jitter }
    let pulses = GlottalPulses.find(
      in: voice.part, pitch: track, fallback: voice.settings.pulseFallback, workspace: &workspace)
    return Jitter(of: PeriodSequence(pulses: pulses))
  }

  /// What counts as another reading.
  static var choices: [NamedSetting] {
    [
      NamedSetting("stress_octave_ratio", octaveRatio),
      NamedSetting("stress_tolerable_displacement", tolerableDisplacement),
      NamedSetting("stress_tolerable_jitter_ratio", tolerableJitterRatio),
      NamedSetting("stress_tolerable_jitter_difference", tolerableJitterDifference),
    ]
  }
}

extension RangeReading {
  /// Reads a track and its pulses.
  init(range: PitchRange, track: PitchTrack, jitter: Jitter?, against tested: PitchTrack? = nil) {
    self.range = range
    medianF0 = Statistics.quantile(0.5, of: track.voicedFrequencies)
    jitterLocal = jitter?.local.number
    displacedFrames = tested.map { Self.displacement(of: track, from: $0) } ?? 0
  }

  private static func displacement(of track: PitchTrack, from tested: PitchTrack) -> Double {
    var (voiced, displaced) = (0, 0)
    for frame in 0..<tested.frameCount where tested.isVoiced(frame) {
      voiced += 1
      guard let other = track.frequency(at: tested.time(ofFrame: frame)) else { continue }
      let ratio = other / tested.frequencies[frame]
      if ratio > octaveThreshold || ratio < 1 / octaveThreshold { displaced += 1 }
    }
    return voiced > 0 ? Double(displaced) / Double(voiced) : 0
  }

  private static let octaveThreshold = 1.4
}
