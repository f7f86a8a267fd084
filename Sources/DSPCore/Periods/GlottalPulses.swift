public import VoiceTypes

/// Glottal pulse times, one per cycle: Praat's "Sound & Pitch: To PointProcess (cc)".
///
/// From the extremum in the middle of each voiced interval, the search proceeds to both ends by
/// waveform matching.
public enum GlottalPulses {
  /// The times of all pulses, in seconds, ascending.
  public static func find(
    in signal: Signal, pitch: PitchTrack, fallback: PulseFallback,
    workspace: inout AnalysisWorkspace
  ) -> [Double] {
    let matcher = WaveformMatcher(
      signal: signal, fallback: fallback, transforms: workspace.transforms)
    var search = PulseSearch(signal: signal, pitch: pitch, matcher: matcher)
    for interval in pitch.voicedIntervals(duration: search.duration) { search.cover(interval) }
    return search.pulses
  }
}

/// Pulse search through all voiced intervals of one signal.
struct PulseSearch {
  /// Search range of a match, in periods.
  private static let nearestPeriod = 0.8
  private static let farthestPeriod = 1.25

  /// Minimum correlation of a pulse inside a voiced interval, and beyond its end.
  private static let leastCorrelation = 0.3
  private static let leastCorrelationBeyond = 0.7

  /// Minimum peak of a pulse inside a voiced interval, and beyond its end, as a fraction of the
  /// global peak.
  private static let leastPeak = 0.01
  private static let leastPeakBeyond = 0.023333

  private let signal: Signal
  private let pitch: PitchTrack
  private var matcher: WaveformMatcher
  private let globalPeak: Double
  private var lastRight = -Double.infinity
  private(set) var pulses: [Double] = []

  init(signal: Signal, pitch: PitchTrack, matcher: WaveformMatcher) {
    self.signal = signal
    self.pitch = pitch
    self.matcher = matcher
    globalPeak = Rows.largestMagnitude(of: signal.samples.span)
  }

  /// The end of the signal, in seconds.
  var duration: Double { matcher.grid.duration }

  /// The minimum step, in seconds; without it, periods of a few samples could loop endlessly.
  private var leastProgress: Double { 0.25 * matcher.grid.period }

  /// Adds the pulses of one voiced interval.
  mutating func cover(_ interval: VoicedInterval) {
    let middle = 0.5 * (interval.start + interval.end)
    guard let middleF0 = pitch.frequency(at: middle) else { return }
    let start = Extremum.time(
      in: signal, from: middle - 0.5 / middleF0, to: middle + 0.5 / middleF0)
    insert(start)
    walkLeft(from: start, to: interval.start)
    walkRight(from: start, to: interval.end)
  }

  private mutating func walkLeft(from start: Double, to end: Double) {
    var time = start
    var found: [Double] = []
    defer { insertLeft(found) }
    while let f0 = frequency(at: time) {
      let range = (time - Self.farthestPeriod / f0)...(time - Self.nearestPeriod / f0)
      let match = matcher.bestMatch(around: time, period: 1 / f0, within: range)
      let next = match.correlation == -1 ? time - 1 / f0 : match.time
      guard time - next > leastProgress else { return }
      time = next
      let isClear = time - lastRight > Self.nearestPeriod / f0
      if time < end {
        if isStrongBeyond(match) && isClear { found.append(time) }
        return
      }
      if isStrong(match) && isClear { found.append(time) }
    }
  }

  private mutating func walkRight(from start: Double, to end: Double) {
    var time = start
    while let f0 = frequency(at: time) {
      let range = (time + Self.nearestPeriod / f0)...(time + Self.farthestPeriod / f0)
      let match = matcher.bestMatch(around: time, period: 1 / f0, within: range)
      let next = match.correlation == -1 ? time + 1 / f0 : match.time
      guard next - time > leastProgress else { return }
      time = next
      if time > end {
        if isStrongBeyond(match) { insertRight(time) }
        return
      }
      if isStrong(match) { insertRight(time) }
    }
  }

  private func frequency(at time: Double) -> Double? {
    time >= 0 && time <= duration ? pitch.frequency(at: time) : nil
  }

  private func isStrong(_ match: WaveformMatch) -> Bool {
    match.correlation > Self.leastCorrelation
      && (match.peak == 0 || match.peak > Self.leastPeak * globalPeak)
  }

  private func isStrongBeyond(_ match: WaveformMatch) -> Bool {
    match.correlation > Self.leastCorrelationBeyond
      && match.peak > Self.leastPeakBeyond * globalPeak
  }

  /// Inserts the descending times of a leftward search at once, which avoids a move of the later
  /// pulses per insertion.
  private mutating func insertLeft(_ times: [Double]) {
    guard let highest = times.first, let lowest = times.last else { return }
    var place = pulses.count
    while place > 0 && pulses[place - 1] > highest { place -= 1 }
    guard place == 0 || pulses[place - 1] < lowest else {
      times.forEach { insert($0) }
      return
    }
    pulses.insert(contentsOf: times.reversed(), at: place)
  }

  private mutating func insertRight(_ time: Double) {
    insert(time)
    lastRight = time
  }

  /// Inserts in ascending order; an equal time is not added again.
  private mutating func insert(_ time: Double) {
    var place = pulses.count
    while place > 0 && pulses[place - 1] > time { place -= 1 }
    if place > 0 && pulses[place - 1] == time { return }
    pulses.insert(time, at: place)
  }
}

extension GlottalPulses {
  /// The ascending times of all pulses of a signal, in seconds: the `known` pulses of one segment,
  /// and those that a search finds outside it.
  ///
  /// - Parameter overlap: The depth of the search in the segment, in seconds; some pulses there may
  ///   occur twice.
  static func find(
    in signal: Signal, pitch: PitchTrack, around known: [Double], of stretch: ClosedRange<Double>,
    overlap: Double, fallback: PulseFallback, workspace: inout AnalysisWorkspace
  ) -> [Double] {
    let outside = pitch.silenced(
      from: stretch.lowerBound + overlap, to: stretch.upperBound - overlap)
    let hasMore = outside.indices.contains { frame in
      outside[frame] > 0 && !stretch.contains(pitch.time(ofFrame: frame))
    }
    guard hasMore else { return known }
    let track = PitchTrack(
      frequencies: outside, strengths: pitch.strengths, firstFrameTime: pitch.firstFrameTime,
      timeStep: pitch.timeStep)
    let found = find(in: signal, pitch: track, fallback: fallback, workspace: &workspace)
    return (known + found).sorted()
  }
}

extension PitchTrack {
  /// The F0 of every frame, with 0 between two times.
  fileprivate func silenced(from start: Double, to end: Double) -> [Double] {
    frequencies.indices.map { frame in
      let time = time(ofFrame: frame)
      return time > start && time < end ? 0 : frequencies[frame]
    }
  }
}
