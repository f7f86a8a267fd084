import CommandSupport
import VoicePipeline
import VoiceTypes

/// A document as table fields, empty for missing values, for both result tables.
struct TableRecord {
  let document: ResultsDocument
  private let input: Input

  init(_ document: ResultsDocument, _ input: Input) {
    self.document = document
    self.input = input
  }

  private var findings: Findings? { document.findings }

  /// The manifest labels, in the order of `RecordingManifest.labels`.
  var labels: [String] {
    RecordingManifest.labels.map {
      input.entry?.labels[$0] ?? ($0 == "task" ? document.task.rawValue : "")
    }
  }

  var state: String { findings == nil ? "refused" : "complete" }

  var quality: String { document.quality.verdict.rawValue }

  /// The names of failed checks.
  var failedChecks: String { checks(.fail) }

  /// The names of checks with warnings.
  var warnedChecks: String { checks(.warn) }

  private func checks(_ verdict: Verdict) -> String {
    document.quality.checks.filter { $0.verdict == verdict }.map(\.id).joined(separator: ";")
  }

  var signalType: String { findings?.signalType.type.map { String($0) } ?? "" }

  /// Duration (s) and sample rate (Hz).
  var recordingFields: [String] {
    [document.recording.duration?.value, document.recording.sampleRate?.value].map(Self.text)
  }

  /// Segment limits (s) and pitch range (Hz).
  var placeFields: [String] {
    [
      findings?.segment.start.value, findings?.segment.end.value,
      findings?.pitchRange.floor.value, findings?.pitchRange.ceiling.value,
    ].map(Self.text)
  }

  func value(of measure: Measure) -> String {
    findings?.biomarkers[measure].number.map { Self.text($0, of: measure) } ?? ""
  }

  /// Returns the limits of the confidence interval of a measure.
  func interval(of measure: Measure) -> [String] {
    let interval = findings?.uncertainty[measure]
    return [Self.text(interval?.low), Self.text(interval?.high)]
  }

  /// Returns the smallest change of a measure between two recordings and two sessions.
  func smallestChange(of measure: Measure) -> [String] {
    let change = findings?.uncertainty[measure]?.smallestChange
    return [Self.text(change?.recording), Self.text(change?.session)]
  }

  /// Returns the reference status of a measure; empty without an assessment.
  func standing(of measure: Measure) -> String {
    findings?.assessment?.measures.first { $0.measure == measure }?.standing.rawValue ?? ""
  }

  /// `measure=status` of all assessed measures.
  var standings: String {
    (findings?.assessment?.measures ?? [])
      .map { "\($0.measure.rawValue)=\($0.standing.rawValue)" }.joined(separator: ";")
  }

  static func text(_ number: Double?) -> String { number.map { $0.description } ?? "" }

  private static func text(_ number: Double, of measure: Measure) -> String {
    let count = measure.isCount ? Int(exactly: number) : nil
    return count.map { String($0) } ?? number.description
  }
}
