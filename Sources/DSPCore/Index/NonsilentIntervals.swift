// Praat manual, "Sound: To TextGrid (silences)..." and "Intensity: To TextGrid (silences)...".

internal import VoiceMath
package import VoiceTypes

/// Intervals of a signal within 25 dB of its maximum level. The arguments are those of the
/// published AVQI 03.01 script: 50, 0.003, −25, 0.1, 0.1.
///
/// The manual does not define the boundary: it is the time of the first frame on the other side of
/// the threshold, as black-box runs show.
package struct NonsilentIntervals: Sendable {
  /// The pass band for the level: lower and higher frequencies say little about speech.
  private static let band = HannPassBand(low: 80, high: 8000, smoothing: 80)
  /// Arguments of the intensity contour.
  private static let intensityFloor: Hertz = 50
  private static let timeStep: Seconds = 0.003
  /// Silence threshold below the maximum level.
  package static let silenceDepth: Decibels = 25
  /// Shorter intervals above the threshold count as silence; then shorter pauses count as sound.
  package static let leastSounding: Seconds = 0.1
  package static let leastSilence: Seconds = 0.1

  /// Longest loud event that does not raise the threshold of one breath, such as a cough [E].
  package static let longestEvent: Seconds = 0.5

  /// Level that the threshold refers to.
  package enum Reference: Sendable {
    /// Maximum level, as in Praat.
    case peak
    /// Level that is exceeded for ``longestEvent`` in total.
    case peakWithoutEvent
  }

  /// Start and end of each interval, in seconds, ascending; possibly empty.
  package let intervals: [ClosedRange<Double>]

  /// Finds the non-silent intervals of a signal.
  /// - Throws: `too_short` below 0.128 s, `low_snr` for digital silence.
  package init(
    of signal: Signal, below reference: Reference = .peak, workspace: inout AnalysisWorkspace
  ) throws(Unavailability) {
    let intensity = try Intensity(
      of: Self.band.apply(to: signal, workspace: &workspace), floor: Self.intensityFloor,
      timeStep: Self.timeStep)
    let levels = intensity.frames.map { $0 ?? -Double.infinity }
    guard let loudest = Self.peak(of: levels), loudest.isFinite else { throw .digitalSilence }
    let threshold = Self.level(of: reference, in: levels, loudest) - Self.silenceDepth.value
    let changes = LabelledIntervals(
      levels.map { $0 >= threshold }, firstTime: intensity.firstFrameTime,
      timeStep: intensity.timeStep, end: signal.duration.value)
    intervals =
      changes
      .turning(shorterThan: Self.leastSounding, sounding: true)
      .turning(shorterThan: Self.leastSilence, sounding: false)
      .sounding
  }

  /// The reference level. Frames of a sound shorter than an event refer to their maximum.
  private static func level(
    of reference: Reference, in levels: [Double], _ loudest: Double
  ) -> Double {
    let event = Int((longestEvent.value / timeStep.value).rounded())
    guard reference == .peakWithoutEvent, event < levels.count else { return loudest }
    var sorted = levels
    let level = OrderStatistic.smallest(rank: levels.count - 1 - event, of: &sorted)
    return level.isFinite ? level : loudest
  }

  /// The maximum of the level contour by parabolic interpolation, as Praat's maximum of a contour.
  private static func peak(of levels: [Double]) -> Double? {
    var highest = levels.max()
    for index in levels.indices.dropFirst().dropLast() {
      let (before, level, after) = (levels[index - 1], levels[index], levels[index + 1])
      guard before.isFinite, after.isFinite, level > before, level >= after else { continue }
      highest = max(highest ?? level, Parabola(before, level, after).height)
    }
    return highest
  }
}

/// Alternating sounding and silent intervals of a signal.
package struct LabelledIntervals: Sendable {
  private var stretches: [(start: Double, end: Double, isSounding: Bool)] = []

  /// The sounding intervals, in seconds.
  package var sounding: [ClosedRange<Double>] {
    stretches.filter(\.isSounding).map { $0.start...$0.end }
  }

  private init() {}

  /// Groups equal frames from 0 to `end`, in seconds; an interval begins at the time of its first
  /// frame.
  package init(_ frames: [Bool], firstTime: Double, timeStep: Double, end: Double) {
    var start = 0.0
    for index in frames.indices.dropFirst() where frames[index] != frames[index - 1] {
      let change = firstTime + Double(index) * timeStep
      append(from: start, to: change, isSounding: frames[index - 1])
      start = change
    }
    if let last = frames.last { append(from: start, to: end, isSounding: last) }
  }

  /// Inverts the short intervals of one kind and merges them with their neighbours.
  package func turning(shorterThan least: Seconds, sounding: Bool) -> LabelledIntervals {
    var result = LabelledIntervals()
    for stretch in stretches {
      let isShort = stretch.end - stretch.start < least.value
      let isTurned = isShort && stretch.isSounding == sounding
      result.append(
        from: stretch.start, to: stretch.end, isSounding: stretch.isSounding != isTurned)
    }
    return result
  }

  private mutating func append(from start: Double, to end: Double, isSounding: Bool) {
    guard let last = stretches.last, last.isSounding == isSounding else {
      stretches.append((start, end, isSounding))
      return
    }
    stretches[stretches.count - 1].end = end
  }
}
