// Before anything is measured: which pitch range, and which seconds.

import VoiceTypes

/// The range and the stretch of an analysis.
struct AnalysisScope {
  let pitchRange: PitchRange

  /// The range that says what a voice break is, with the floor of the first pass: one that is fitted
  /// to the voice has so high a floor that a single missed pulse would count as a break.
  let reportRange: PitchRange

  let rangeRule: PitchRangeRule
  let segment: Segment

  /// The part of the signal that is measured.
  let part: Signal

  /// What to add to a time in the part to get a time in the recording, in seconds.
  let offset: Double

  /// What was seen first, for another analysis of the same recording.
  let firstLook: FirstLook

  /// The pitch of the whole recording in the first range, or an octave above what was found there; in
  /// the range of the voice where the first shows no second of it without a gap.
  let overview: PitchTrack

  /// The frequencies that F0 may be as far as the overview tells; nil where it leaves nothing open.
  let candidates: F0Candidates?

  /// Looks over the whole signal and chooses; `known` is the first look of another analysis at it.
  init(
    of signal: Signal, settings: AnalysisSettings, after known: FirstLook? = nil,
    workspace: inout AnalysisWorkspace
  ) {
    firstLook = FirstLook(
      at: signal, settings: settings, knowing: known, workspace: &workspace)
    let (first, sound) = (firstLook.track, firstLook.sound)
    let chosen = settings.requestedSegment.map { SteadySegment(chosen: $0.times(in: signal)) }
    let steady = chosen ?? firstLook.steady
    let octave = OctaveCheck(
      of: first, heldIn: steady, in: signal, settings: settings, workspace: &workspace)
    candidates = octave.candidates
    let found = PitchRangeSearch.range(
      after: chosen.map { octave.track.voiced(from: $0.start, to: $0.end) } ?? octave.track)
    // A voice that was followed again is measured in a range of its own, in either tier.
    switch octave.isRaised ? .twoPass : settings.pitchRangeRule {
    case .fixed, .given:
      (pitchRange, rangeRule) = (settings.firstPitchRange, settings.pitchRangeRule)
    case .twoPass:
      // Without enough voice for quartiles the first range stays, and the rule says so.
      pitchRange = found ?? settings.firstPitchRange
      rangeRule = found == nil ? .fixed : .twoPass
    }
    let floor = min(pitchRange.floor, settings.firstPitchRange.floor)
    reportRange = PitchRange(floor: floor, ceiling: pitchRange.ceiling) ?? pitchRange
    let isChosenAgain = octave.isRaised && chosen == nil
    var look = VoiceLook(
      track: octave.track,
      steady: isChosenAgain ? SteadySegment(in: octave.track, of: sound) : steady)
    if settings.segment == .steady, rangeRule != .given, let found {
      look = look.orAgain(at: signal, sound, in: found, settings: settings, workspace: &workspace)
    }
    overview = look.track
    guard settings.segment != .whole, let steady = look.steady else {
      segment = Segment(start: 0, end: signal.duration, rule: .whole)
      (part, offset) = (signal, 0)
      return
    }
    var segment = Segment(
      start: Seconds(steady.start), end: Seconds(steady.end), rule: settings.segment)
    segment.excluded =
      chosen == nil
      ? steady.excluded(from: overview, duration: signal.duration)
      : segment.notChosen(of: signal.duration)
    self.segment = segment
    (part, offset) = signal.part(from: steady.start, to: steady.end)
  }

  /// Whether the first pass is the only one that is needed.
  var coversOverview: Bool { rangeRule != .twoPass && segment.rule == .whole }
}

extension RequestedSegment {
  /// The times of the stretch in a recording, as far as they lie in it, in seconds.
  func times(in signal: Signal) -> ClosedRange<Double> {
    let last = signal.duration.value
    let first = min(start?.value ?? 0, last)
    return first...max(first, min(end?.value ?? last, last))
  }
}

extension Segment {
  /// What is left of a recording beside a stretch that somebody chose.
  fileprivate func notChosen(of duration: Seconds) -> [ExcludedSegment] {
    let ends: [(start: Seconds, end: Seconds)] = [(0, start), (end, duration)]
    return ends.filter { $0.start < $0.end }.map {
      ExcludedSegment(start: $0.start, end: $0.end, reason: .notChosen)
    }
  }
}

/// The pitch of a whole recording, and its steady stretch.
private struct VoiceLook {
  let track: PitchTrack
  let steady: SteadySegment?

  /// This look where it has a second of voice without a gap, or one in the range of the voice itself if
  /// that has a longer stretch. In a wide range a voice that jitters loses frames to other octaves, and
  /// with them its steady stretch: the more it jitters, the shorter. What is still too short goes on
  /// over gaps that one cycle can leave.
  func orAgain(
    at signal: Signal, _ sound: SoundCourse?, in range: PitchRange, settings: AnalysisSettings,
    workspace: inout AnalysisWorkspace
  ) -> VoiceLook {
    guard !SteadySegment.isTooShort(signal.duration.value), let seen = steady?.duration,
      SteadySegment.isTooShort(seen)
    else { return self }
    let second = PitchTracker.track(
      signal, settings: VoiceAnalyzer.pitchSettings(of: settings, range: range),
      workspace: &workspace)
    guard let stretch = SteadySegment(in: second, of: sound, bridgingFrom: range.floor),
      stretch.duration > seen
    else { return self }
    return VoiceLook(track: second, steady: stretch)
  }
}
