import RealModule
internal import VoiceMath
package import VoiceTypes

/// Voice onset: time until the voice is steady.
///
/// A frame is steady if the next half second is voiced without a gap, with medians of F0 and level
/// close to the values of that frame. A glide towards a note, or a swell, thus ends at the start of
/// the note. Engineering choice of this project (the article PhonationMeasures).
package struct Onset {
  /// Duration of the steady voice.
  package static let held: Seconds = 0.5

  /// Tolerance of F0 around the median of that time.
  package static let semitones = 1.0

  /// Tolerance of the level around the median of that time.
  package static let decibels = 3.0

  /// The level window, in periods of the pitch floor.
  package static let periodsPerWindow = 2.0

  /// The onset parameters.
  static var choices: [NamedParameter] {
    [
      NamedParameter("onset_held_s", held.value), NamedParameter("onset_f0_semitones", semitones),
      NamedParameter("onset_level_db", decibels),
      NamedParameter("onset_level_periods_of_floor", periodsPerWindow),
    ]
  }

  private let pitch: PitchTrack
  private let signal: Signal
  private let grid: SampleGrid
  private let halfWindow: Double

  init(of signal: Signal, pitch: PitchTrack, floor: Hertz) {
    self.pitch = pitch
    self.signal = signal
    grid = SampleGrid(of: signal)
    halfWindow = 0.5 * Self.periodsPerWindow / floor.value
  }

  /// Time from the first voiced frame to the first steady one, in seconds.
  var secondsToSteady: Measured {
    guard let voiced = pitch.voicedFrames else { return .unavailable(.noVoicing) }
    let width = max(1, Int((Self.held.value / pitch.timeStep).rounded()))
    var levels: [Double] = []
    var (run, longest) = (0, 0)
    for frame in voiced {
      levels.append(level(ofFrame: frame))
      run = pitch.isVoiced(frame) ? run + 1 : 0
      longest = max(longest, run)
      guard run >= width else { continue }
      let first = frame - width + 1
      if isSteady(frames: first..<(frame + 1), levels: levels[(first - voiced.lowerBound)...]) {
        return Measured(Double(first - voiced.lowerBound) * pitch.timeStep)
      }
    }
    guard longest < width else { return .unavailable(.notSteady) }
    return .unavailable(
      .tooShort(
        needed: Self.held, found: Seconds(Double(longest) * pitch.timeStep),
        of: "uninterrupted voicing"))
  }

  /// Whether the first of the frames is close to the medians of all.
  private func isSteady(frames: Range<Int>, levels: ArraySlice<Double>) -> Bool {
    let heights = pitch.frequencies[frames].map { 12 * Double.log2($0) }
    return Self.isNear(heights, within: Self.semitones)
      && Self.isNear(Array(levels), within: Self.decibels)
  }

  private static func isNear(_ values: [Double], within reach: Double) -> Bool {
    guard let first = values.first, let median = Statistics.quantile(0.5, of: values) else {
      return false
    }
    return abs(first - median) <= reach
  }

  /// The mean power around a frame in decibels; silence gives −∞, which is close to no median.
  private func level(ofFrame frame: Int) -> Double {
    let time = pitch.time(ofFrame: frame)
    let inside = grid.indices(from: time - halfWindow, to: time + halfWindow)
    let samples = signal.samples.span.extracting(inside)
    return 10 * Double.log10(Rows.product(of: samples, and: samples) / Double(inside.count))
  }
}

extension Unavailability {
  /// No half second of the voice remains close to its start.
  fileprivate static let notSteady = Unavailability(
    ReasonText.notSteady,
    [
      .semitones: Decimal.text(Onset.semitones), .decibels: Decimal.text(Onset.decibels),
      .held: "\(Onset.held)",
    ])
}
