import VoiceTypes

/// Pitch range and segment of an analysis.
struct AnalysisScope {
  let pitchRange: PitchRange

  /// The range that determines the longest period for voice breaks, with the floor of the first
  /// pass. A fitted range has so high a floor that a single missed pulse would count as a break.
  let reportRange: PitchRange

  let rangeRule: PitchRangeRule
  let segment: Segment

  /// The samples of the segment.
  let part: Signal

  /// The offset from a time in the segment to a time in the recording, in seconds.
  let offset: Double

  /// The sustained sound without onset and offset in seconds, if the segment is a part of it; nil
  /// otherwise.
  let vowel: ClosedRange<Double>?

  /// The first pass, for another analysis of the same recording.
  let firstPass: FirstPass

  /// The F0 track of the whole recording in the first range, or an octave higher. It is in the
  /// fitted range if the first shows no second of voice without a gap, or a voice near its floor.
  let overview: PitchTrack

  /// The F0 candidates from the overview; nil for an unambiguous octave.
  let candidates: F0Candidates?

  /// Analyses the whole signal and selects range and segment; `known` is the cached first pass of
  /// another analysis.
  init(
    of signal: Signal, settings: AnalysisSettings, after known: FirstPass? = nil,
    workspace: inout AnalysisWorkspace
  ) {
    firstPass = FirstPass(
      at: signal, settings: settings, knowing: known, workspace: &workspace)
    let (first, sound) = (firstPass.track, firstPass.sound)
    let chosen = settings.requestedSegment.map { SteadySegment(chosen: $0.times(in: signal)) }
    let steady = chosen ?? firstPass.steady
    let octave = OctaveCheck(
      of: first, heldIn: steady, in: signal, settings: settings, workspace: &workspace)
    candidates = octave.candidates
    let found = PitchRangeSearch.range(
      after: chosen.map { octave.track.only(in: $0.start...$0.end) } ?? octave.track)
    // A voice that was tracked again is measured in a range of its own, in either tier.
    switch octave.isRaised ? .twoPass : settings.pitchRangeRule {
    case .fixed, .given:
      (pitchRange, rangeRule) = (settings.firstPitchRange, settings.pitchRangeRule)
    case .twoPass:
      // Without enough voice for quartiles the first range stays, as the rule reports.
      pitchRange = found ?? settings.firstPitchRange
      rangeRule = found == nil ? .fixed : .twoPass
    }
    let floor = min(pitchRange.floor, settings.firstPitchRange.floor)
    reportRange = PitchRange(floor: floor, ceiling: pitchRange.ceiling) ?? pitchRange
    let isChosenAgain = octave.isRaised && chosen == nil
    var pass = VoicePass(
      track: octave.track,
      steady: isChosenAgain ? SteadySegment(in: octave.track, of: sound) : steady)
    if settings.segment == .steady, rangeRule != .given, let found {
      pass = pass.orSecondPass(
        at: signal, sound, in: found, settings: settings, workspace: &workspace)
    }
    overview = pass.track
    guard settings.segment != .whole, let steady = pass.steady else {
      segment = Segment(start: 0, end: signal.duration, rule: .whole)
      (part, offset, vowel) = (signal, 0, nil)
      return
    }
    var segment = Segment(
      start: Seconds(steady.start), end: Seconds(steady.end), rule: settings.segment)
    segment.excluded =
      chosen == nil
      ? steady.excluded(from: overview, duration: signal.duration)
      : segment.notChosen(of: signal.duration)
    self.segment = segment
    vowel = steady.isPartOfVowel ? steady.withoutEnds : nil
    (part, offset) = signal.part(from: steady.start, to: steady.end)
  }

  /// Whether the first pass is the only one needed.
  var coversOverview: Bool { rangeRule != .twoPass && segment.rule == .whole }
}

extension RequestedSegment {
  /// Start and end in seconds, clamped to the duration of `signal`.
  func times(in signal: Signal) -> ClosedRange<Double> {
    let last = signal.duration.value
    let first = min(start?.value ?? 0, last)
    return first...max(first, min(end?.value ?? last, last))
  }
}

extension Segment {
  /// The excluded parts of a recording before and after a requested segment.
  fileprivate func notChosen(of duration: Seconds) -> [ExcludedSegment] {
    let ends: [(start: Seconds, end: Seconds)] = [(0, start), (end, duration)]
    return ends.filter { $0.start < $0.end }.map {
      ExcludedSegment(start: $0.start, end: $0.end, reason: .notChosen)
    }
  }
}

/// F0 track of a whole recording, with its steady segment.
private struct VoicePass {
  let track: PitchTrack
  let steady: SteadySegment?

  /// Returns this pass if it has a second of voice without a gap, well above the floor; else a second
  /// pass in the fitted range if it has a longer segment. In a wide range a voice with jitter loses
  /// frames to other octaves, and near the floor those of the cycles that are longer, and its steady
  /// segment gets shorter. A segment that is still too short may bridge gaps of a single cycle.
  func orSecondPass(
    at signal: Signal, _ sound: SpectralTrajectory?, in range: PitchRange,
    settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
  ) -> VoicePass {
    guard !SteadySegment.isShort(signal.duration.value), let seen = steady?.duration,
      SteadySegment.isShort(seen)
        || PitchRangeSearch.isNearFloor(of: settings.firstPitchRange, range)
    else { return self }
    let second = PitchTracker.track(
      signal, settings: VoiceAnalyzer.pitchSettings(of: settings, range: range),
      workspace: &workspace)
    guard let stretch = SteadySegment(in: second, of: sound, bridgingFrom: range.floor),
      stretch.duration > seen
    else { return self }
    return VoicePass(track: second, steady: stretch)
  }
}
