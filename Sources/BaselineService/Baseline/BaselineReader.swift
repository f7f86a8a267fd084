// From the JSON of a baseline back to a baseline. Sessions are read, and what follows from them is
// computed again: a file in which the two do not agree was changed by hand and is not used.

public import VoiceTypes

/// A baseline read from a file, with what names it.
public struct StoredBaseline: Sendable, Equatable {
  /// The baseline.
  public let baseline: VocalBaseline

  /// Its identifier and when it was made.
  public let run: BaselineRun

  /// Its notes.
  public let notes: [String]

  // What was read and what is computed again differ in rounding at most.
  private static let tolerance = 1e-9

  /// The baseline in a JSON value.
  public init(json: JSONValue) throws(FileFault) {
    let root = JSONPlace(json, at: "baseline")
    let schema = try root.member("schema")
    guard try schema.text() == BaselineDocument.schema else {
      throw schema.fault(allowed: BaselineDocument.schema)
    }
    let state = try root.member("state")
    guard try state.text() == "accepted" else { throw state.fault(allowed: "accepted") }
    let run = try root.member("run")
    let sessions = try root.member("sessions").elements().map { place throws(FileFault) in
      try VoiceSession(place)
    }
    let stored = VocalBaseline(
      status: try root.member("status").choice(),
      person: try BaselinePerson(root.member("person")),
      context: try root.member("context").text(),
      conditions: try RecordingConditions(root.member("conditions")), sessions: sessions,
      parent: try root.member("parent").ifPresent { place throws(FileFault) in
        try BaselineParent(place)
      })
    try Self.check(root.member("biomarkers"), against: stored)
    baseline = stored
    self.run = BaselineRun(
      baselineID: try run.member("baseline_id").text(),
      establishedAt: try run.member("established_at").text())
    notes = try root.member("notes").elements().map { place throws(FileFault) in
      try place.anyText()
    }
  }

  private static func check(
    _ place: JSONPlace, against baseline: VocalBaseline
  ) throws(FileFault) {
    let entries = try place.elements()
    guard !baseline.measures.isEmpty, entries.count == baseline.measures.count else {
      throw place.fault(allowed: "the \(baseline.measures.count) measures of its sessions")
    }
    for (entry, measure) in zip(entries, baseline.measures) {
      let mean = try entry.member("mean")
      guard try entry.member("measure").choice(of: Measure.self) == measure.measure,
        (try mean.number() - measure.mean).magnitude <= tolerance * max(1, measure.mean.magnitude)
      else {
        throw mean.fault(
          allowed: "\(measure.mean), the mean of \(measure.measure.rawValue) over its sessions; "
            + "make the baseline again, or use the file as it was written")
      }
    }
  }
}
