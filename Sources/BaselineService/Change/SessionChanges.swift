// How far a session lies from usual values: what a person is told of it, and whether a baseline
// takes it up, follow from the same numbers.

internal import VoiceTypes

/// Holds sessions against usual values.
struct SessionChanges: Sendable {
  /// The usual values.
  let usual: UsualValues

  /// Holds sessions against `usual`.
  init(from usual: UsualValues) { self.usual = usual }

  /// The change of a measure; nil where the session or the usual values have none, or where it is
  /// not known how far it varies.
  func change(
    of followed: ChangeMeasure, in session: VoiceSession
  ) -> (usual: UsualVariation, change: ReliableChange)? {
    guard let value = session.values[followed.measure], let known = followed.variation,
      let usual = usual[followed.measure]
    else { return nil }
    let variation = UsualVariation(of: usual, among: known)
    return (variation, ReliableChange(of: value, from: variation))
  }

  /// What the primary measures of a session say.
  func primaries(of session: VoiceSession) -> SessionFindings {
    let found = ChangeMeasure.primaries.compactMap { followed in
      followed.family.flatMap { family in
        change(of: followed, in: session).map { (family, $0.change) }
      }
    }
    return SessionFindings(
      primaries: Dictionary(found, uniquingKeysWith: { first, _ in first }),
      time: session.recordedAt)
  }
}
