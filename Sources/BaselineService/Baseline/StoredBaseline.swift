// Reading of a baseline file. Its status and measures are recomputed from its sessions; a mismatch
// of the measures means manual changes, and the file is rejected.

public import VoiceTypes

/// Baseline read from a file, with its identifier.
public struct StoredBaseline: Sendable, Equatable {
  /// Baseline with recomputed status and measures.
  public let baseline: VocalBaseline

  /// Identifier and creation time.
  public let run: BaselineRun

  /// Notes of the document.
  public let notes: [String]

  // Tolerance for rounding differences between stored and recomputed means, relative above 1.
  private static let tolerance = 1e-9

  /// Reads a baseline document. Throws for a rejected baseline, unknown measures or inconsistent
  /// means.
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
      status: SessionSet(sessions: stored.sessions, conditions: []).status, person: stored.person,
      context: stored.context,
      conditions: Self.conditions(of: stored, in: document), sessions: stored.sessions,
      parent: stored.parent)
    try Self.check(stored.measures, against: baseline.measures)
    run = document.run
    notes = document.notes
  }

  /// Returns the conditions with the settings of the document if both have the same SHA-256.
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
            + "create the baseline again, or use the unmodified file")
      }
    }
  }
}
