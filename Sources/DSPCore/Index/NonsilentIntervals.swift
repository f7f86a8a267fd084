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
  private static let intensityFloor: Hertz = 50
  private static let timeStep: Seconds = 0.003
  /// Silence threshold below the maximum level.
  package static let silenceDepth: Decibels = 25
  /// Shorter intervals above the threshold count as silence; then shorter pauses count as sound.
  package static let leastSounding: Seconds = 0.1
  package static let leastSilence: Seconds = 0.1
  /// Longest loud event that does not raise the threshold of one breath, such as a cough [E].
  package static let longestEvent: Seconds = 0.5

  /// Start and end of each interval, in seconds, ascending; possibly empty.
  package let intervals: [ClosedRange<Double>]

  /// Finds the non-silent intervals of a signal. Loud `events` of this total duration do not raise
  /// the threshold; Praat has none.
  /// - Throws: `too_short` below 0.128 s, `low_snr` for digital silence.
  package init(
    of signal: Signal, ignoring events: Seconds? = nil, workspace: inout AnalysisWorkspace
  ) throws(Unavailability) {
    let intensity = try Intensity(
      of: Self.band.apply(to: signal, workspace: &workspace), floor: Self.intensityFloor,
      timeStep: Self.timeStep)
    let levels = intensity.frames.map { $0 ?? -Double.infinity }
    guard let loudest = Self.peak(of: levels), loudest.isFinite else { throw .digitalSilence }
    let usual = events.flatMap { Self.level(exceededFor: $0, in: levels) }
    let threshold = (usual ?? loudest) - Self.silenceDepth.value
    let labelled = LabelledIntervals(
      levels.map { $0 >= threshold }, firstTime: intensity.firstFrameTime,
      timeStep: intensity.timeStep, end: signal.duration.value)
    intervals =
      labelled.turning(shorterThan: Self.leastSounding, sounding: true)
      .turning(shorterThan: Self.leastSilence, sounding: false).sounding
  }

  /// The level that is exceeded for a total duration; nil for a shorter sound and for silence.
  private static func level(exceededFor events: Seconds, in levels: [Double]) -> Double? {
    let count = Int((events.value / timeStep.value).rounded())
    guard count < levels.count else { return nil }
    var sorted = levels
    let level = OrderStatistic.smallest(rank: levels.count - 1 - count, of: &sorted)
    return level.isFinite ? level : nil
  }

  /// The maximum of the level contour by parabolic interpolation, as Praat's maximum of a contour.
  private static func peak(of levels: [Double]) -> Double? {
    let vertices = levels.indices.dropFirst().dropLast().compactMap { index -> Double? in
      let (before, level, after) = (levels[index - 1], levels[index], levels[index + 1])
      guard before.isFinite, after.isFinite, level > before, level >= after else { return nil }
      return Parabola(before, level, after).height
    }
    return (levels + vertices).max()
  }
}

/// Alternating sounding and silent intervals of a signal, in seconds.
package struct LabelledIntervals: Sendable {
  private typealias Interval = (start: Double, end: Double, isSounding: Bool)

  private var all: [Interval] = []

  package var sounding: [ClosedRange<Double>] {
    all.filter(\.isSounding).map { $0.start...$0.end }
  }

  /// Groups equal frames from 0 to `end`; an interval begins at the time of its first frame.
  package init(_ frames: [Bool], firstTime: Double, timeStep: Double, end: Double) {
    let starts = frames.indices.map { $0 == 0 ? 0 : firstTime + Double($0) * timeStep }
    let spans = zip(starts, starts.dropFirst() + [end])
    self.init(merging: zip(spans, frames).map { ($0.0, $0.1, $1) })
  }

  private init(merging intervals: [Interval]) {
    for interval in intervals {
      if all.last?.isSounding == interval.isSounding {
        all[all.count - 1].end = interval.end
      } else {
        all.append(interval)
      }
    }
  }

  /// Inverts the short intervals of one kind and merges them with their neighbours.
  package func turning(shorterThan least: Seconds, sounding: Bool) -> LabelledIntervals {
    LabelledIntervals(
      merging: all.map { start, end, isSounding in
        let isTurned = isSounding == sounding && end - start < least.value
        return (start, end, isSounding != isTurned)
      })
  }
}
