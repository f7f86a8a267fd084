// A read text has a document with file properties and checks for speech, but without vowel
// measures.

public import VoiceTypes

extension ResultsDocument {
  /// Document of the same recording as a read text.
  public var ofReading: ResultsDocument {
    guard var findings else { return self }
    var reading = self
    reading.quality = RecordingQualityReport(
      checks: quality.checks.filter { IndexRole.speech.requires($0.check) })
    let stretch = Segment(
      start: 0, end: recording.duration ?? findings.segment.end, rule: .whole)
    findings = Findings(
      pitchRange: findings.pitchRange, pitchRangeRule: findings.pitchRangeRule, segment: stretch,
      signalType: SignalType(type: nil, reasons: [ReasonCode.notAVowel.rawValue]),
      biomarkers: Biomarkers(unsetBecause: .notAVowel))
    reading.outcome = .complete(findings)
    return reading
  }
}
