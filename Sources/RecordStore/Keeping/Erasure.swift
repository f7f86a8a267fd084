// Everything that a store holds of a person, for good: the sessions that are theirs, and what was put
// away because nobody could read whose it is. Where that is not certain nothing is removed; the
// places are named instead, for a person to look at.

internal import VoiceTypes

/// What came of erasing a person.
package struct Erasure: Sendable {
  /// A place that may still name the person.
  package struct Remainder: Sendable, Equatable, CustomStringConvertible {
    /// Why it was left.
    package enum Reason: Sendable {
      case unreadable
      /// The characters of the identifier stand there, perhaps within other words.
      case uncertain
      /// It belongs to somebody else, and names the person.
      case anothers
      /// It is not the store's.
      case notOurs
    }

    /// The path, from the store's folder for what is in it.
    package let place: String

    /// Why it was left.
    package let reason: Reason

    package init(_ place: String, _ reason: Reason) {
      self.place = place
      self.reason = reason
    }

    /// Where, why, and what to do.
    package var description: String {
      switch reason {
      case .unreadable: "\(place) could not be read; inspect it, and remove it if necessary"
      case .uncertain:
        "\(place) may name the person; inspect it, and purge its --session if it belongs to the person"
      case .anothers: "\(place) belongs to another person and names this one; amend that session"
      case .notOurs: "\(place) names the person; remove it there"
      }
    }
  }

  /// The sessions that went, oldest first.
  package var sessions: [SessionID] = []

  /// What was left.
  package private(set) var remainders: [Remainder] = []

  /// Rows of quarantined and of unreadable files that name the person.
  var failedFiles: [Int64] = []
  var strandedFiles: [Int64] = []

  /// Of somebody of whom nothing has been found yet.
  package init() {}

  /// Names a place that was left.
  package mutating func leave(_ place: String, _ reason: Remainder.Reason) {
    remainders.append(Remainder(place, reason))
  }
}
