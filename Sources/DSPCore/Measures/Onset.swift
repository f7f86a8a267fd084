// How long a voice takes until it is steady. It is so in the first frame after which it goes on for half a
// second without a gap, with an F0 and a level that stay about what they are in that frame. The half second
// that follows is what it is held against: a glide towards a note, or a swell, ends where the note begins.
//
// Defined by this project, an engineering choice (the article PhonationMeasures).

import RealModule
internal import VoiceMath
package import VoiceTypes

/// The beginning of a voice.
package struct Onset {
  /// How long a voice goes on that is steady.
  package static let held: Seconds = 0.5

  /// How far F0 lies from the median of that time at most.
  package static let semitones = 1.0

  /// How far the level lies from the median of that time at most.
  package static let decibels = 3.0

  /// The window of a level, in periods of the pitch floor.
  package static let periodsPerWindow = 2.0

  /// When a voice counts as steady, by name.
  static var choices: [NamedSetting] {
    [
      NamedSetting("onset_held_s", held.value), NamedSetting("onset_f0_semitones", semitones),
      NamedSetting("onset_level_db", decibels),
      NamedSetting("onset_level_periods_of_floor", periodsPerWindow),
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

  /// From the first voiced frame to the first steady one.
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
        of: "voice without a gap"))
  }

  /// Whether the first of some frames is like what follows.
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

  /// The mean power around a frame in decibels; silence has none, and is near to nothing.
  private func level(ofFrame frame: Int) -> Double {
    let time = pitch.time(ofFrame: frame)
    let inside = grid.indices(from: time - halfWindow, to: time + halfWindow)
    let samples = signal.samples.span.extracting(inside)
    return 10 * Double.log10(Rows.product(of: samples, and: samples) / Double(inside.count))
  }
}

extension Unavailability {
  /// No half second of the voice stays what it is at its beginning.
  fileprivate static let notSteady = Unavailability(
    ReasonText.notSteady,
    [
      .semitones: Decimal.text(Onset.semitones), .decibels: Decimal.text(Onset.decibels),
      .held: "\(Onset.held)",
    ])
}
