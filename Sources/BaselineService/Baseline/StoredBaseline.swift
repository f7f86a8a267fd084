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
    let document: BaselineDocument
    do {
      document = try BaselineDocument(json: json, mode: .firstFault)
    } catch {
      throw error.first
    }
    guard let stored = document.baseline else {
      throw FileFault("baseline.state", found: "\"rejected\"", allowed: "accepted")
    }
    try Self.checkNames(in: stored.sessions)
    baseline = VocalBaseline(
      status: stored.status, person: stored.person, context: stored.context,
      conditions: Self.conditions(of: stored, in: document), sessions: stored.sessions,
      parent: stored.parent)
    try Self.check(stored.measures, against: baseline.measures)
    run = document.run
    notes = document.notes
  }

  /// The conditions with the settings of the document, where they are the settings of the recordings.
  private static func conditions(
    of stored: VocalBaseline, in document: BaselineDocument
  ) -> RecordingConditions {
    var conditions = stored.conditions
    guard document.provenance.settingsSHA256 == conditions.settingsSHA256 else { return conditions }
    conditions.followedSettings = FollowedSettings.named(in: document.provenance)
    return conditions
  }

  private static func checkNames(in sessions: [VoiceSession]) throws(FileFault) {
    for (index, session) in sessions.enumerated() {
      let unknown = Measure.allCases.first {
        session.values[$0] != nil && ChangeMeasure.of($0) == nil
      }
      guard let unknown else { continue }
      throw FileFault(
        "baseline.sessions[\(index)].values.\(unknown.rawValue)", found: "an unknown measure",
        allowed: ChangeMeasure.all.map(\.measure.rawValue).joined(separator: ", "))
    }
  }

  private static func check(
    _ stored: [BaselineMeasure], against computed: [BaselineMeasure]
  ) throws(FileFault) {
    guard !computed.isEmpty, stored.count == computed.count else {
      throw FileFault(
        "baseline.biomarkers", found: stored.count.counted("measure"),
        allowed: "the \(computed.count.counted("measure")) of its sessions")
    }
    for (index, (found, measure)) in zip(stored, computed).enumerated() {
      guard found.measure == measure.measure,
        (found.mean - measure.mean).magnitude <= tolerance * max(1, measure.mean.magnitude)
      else {
        throw FileFault(
          "baseline.biomarkers[\(index)].mean", found: "\(found.mean)",
          allowed: "\(measure.mean), the mean of \(measure.measure.rawValue) over its sessions; "
            + "make the baseline again, or use the file as it was written")
      }
    }
  }
}
