// A text read aloud gets a document as any recording does: what is known of the file, and the checks that
// apply to speech. Nothing in it is measured as a vowel, whatever was measured before it was known.

public import VoiceTypes

extension ResultsDocument {
  /// The document of the same recording as that of a text read aloud.
  public var ofReading: ResultsDocument {
    guard var findings else { return self }
    var reading = self
    reading.quality = RecordingQualityReport(
      checks: quality.checks.filter { AVQIRole.speech.isAsked($0.check) })
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
