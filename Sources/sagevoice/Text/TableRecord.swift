// What both tables of results say of a recording.

import CommandSupport
import VoicePipeline
import VoiceTypes

/// A document as tables have it: fields of text, empty where there is nothing to say.
struct TableRecord {
  let document: ResultsDocument
  private let input: Input

  init(_ document: ResultsDocument, _ input: Input) {
    self.document = document
    self.input = input
  }

  private var findings: Findings? { document.findings }

  /// What the manifest tells, in the order of `RecordingManifest.labels`.
  var labels: [String] { RecordingManifest.labels.map { input.entry?.labels[$0] ?? "" } }

  var state: String { findings == nil ? "refused" : "complete" }

  var quality: String { document.quality.verdict.rawValue }

  /// The names of checks that failed.
  var failedChecks: String { checks(.fail) }

  /// The names of checks that warned.
  var warnedChecks: String { checks(.warn) }

  private func checks(_ verdict: Verdict) -> String {
    document.quality.checks.filter { $0.verdict == verdict }.map(\.id).joined(separator: ";")
  }

  var signalType: String { findings?.signalType.type.map { String($0) } ?? "" }

  /// Its duration and sample rate.
  var recordingFields: [String] {
    [document.recording.duration?.value, document.recording.sampleRate?.value].map(Self.text)
  }

  /// The ends of the segment, and those of the pitch range.
  var placeFields: [String] {
    [
      findings?.segment.start.value, findings?.segment.end.value,
      findings?.pitchRange.floor.value, findings?.pitchRange.ceiling.value,
    ].map(Self.text)
  }

  func value(of measure: Measure) -> String {
    findings?.biomarkers[measure].number.map { Self.text($0, of: measure) } ?? ""
  }

  /// The ends of the interval of a measure.
  func interval(of measure: Measure) -> [String] {
    let interval = findings?.uncertainty[measure]
    return [Self.text(interval?.low), Self.text(interval?.high)]
  }

  /// How a measure stands to its limits; nothing where it is held against none.
  func standing(of measure: Measure) -> String {
    findings?.assessment?.measures.first { $0.measure == measure }?.standing.rawValue ?? ""
  }

  /// `measure=standing` of all that are held against limits.
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
