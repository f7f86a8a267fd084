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

  /// Returns the direction of each primary endpoint beyond its limit.
  func larger(in session: VoiceSession) -> [FeatureGroup: ChangeDirection] {
    ChangeMeasure.primaryEndpoints.reduce(into: [:]) { found, followed in
      guard let family = followed.family, let change = change(of: followed, in: session)?.change,
        change.changeClass == .larger
      else { return }
      found[family] = change.direction
    }
  }
}
