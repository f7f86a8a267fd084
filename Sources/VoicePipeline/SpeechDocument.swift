// Documents that were measured for another task and have no stored audio.

public import VoiceTypes

extension ResultsDocument {
  /// The document as that of another task: the values that are valid for the task, and the checks
  /// that apply. Only vowels share a segment.
  public func of(_ task: RecordingTask) -> ResultsDocument {
    var document = self
    document.task = task
    guard let findings, !task.isVowel else { return document }
    document.quality = RecordingQualityReport(
      checks: quality.checks.filter { task.requires($0.check) })
    var spoken = Findings(
      pitchRange: findings.pitchRange, pitchRangeRule: findings.pitchRangeRule,
      segment: Segment(
        start: 0, end: recording.duration ?? findings.segment.end, rule: .whole),
      signalType: SignalType(type: nil, reasons: [ReasonCode.notAVowel.rawValue]),
      biomarkers: Biomarkers(unsetBecause: .notAVowel))
    for measure in Measure.allCases
    where measure.facts.tasks.contains(task) && findings.segment.rule == .whole {
      spoken.biomarkers[measure] = findings.biomarkers[measure]
    }
    document.outcome = .complete(spoken)
    return document
  }
}
