// Alerts and baseline updates use the same reliable change indices.

internal import VoiceTypes

/// Comparison of sessions with the baseline means.
struct SessionChanges: Sendable {
  let usual: BaselineValues

  init(from usual: BaselineValues) { self.usual = usual }

  /// Returns the change of a measure; nil if the session, the baseline or the within-person
  /// variation lacks it.
  func change(
    of followed: ChangeMeasure, in session: VoiceSession
  ) -> (usual: ShrunkenVariation, change: ReliableChange)? {
    guard let value = session.values[followed.measure], let known = followed.variation,
      let usual = usual[followed.measure]
    else { return nil }
    let variation = ShrunkenVariation(of: usual, among: known)
    return (variation, ReliableChange(of: value, from: variation))
  }

  /// Returns the changes of the primary endpoints of a session.
  func primaryEndpoints(of session: VoiceSession) -> SessionFindings {
    let found = ChangeMeasure.primaryEndpoints.compactMap { followed in
      followed.family.flatMap { family in
        change(of: followed, in: session).map { (family, $0.change) }
      }
    }
    return SessionFindings(
      primaryEndpoints: Dictionary(found, uniquingKeysWith: { first, _ in first }),
      time: session.recordedAt)
  }
}
