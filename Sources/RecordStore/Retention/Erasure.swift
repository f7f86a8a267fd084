// Retention periods, and the erasure of a person: sessions, and quarantined files that name the person. Uncertain matches are
// reported, not removed.

internal import VoiceTypes

/// The result of an erasure.
package struct Erasure: Sendable {
  /// A place that may still name the person.
  package struct Remainder: Sendable, Equatable, CustomStringConvertible {
    package enum Reason: Sendable {
      case unreadable
      /// The characters of the identifier, possibly within other words.
      case uncertain
      /// Data of another person that name this person.
      case anothers
      /// A file that does not belong to the store.
      case notOurs
    }

    /// The path from the folder of the store.
    package let place: String

    package let reason: Reason

    package init(_ place: String, _ reason: Reason) {
      (self.place, self.reason) = (place, reason)
    }

    /// Place, reason and advice.
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

  /// The erased sessions, oldest first.
  package var sessions: [SessionID] = []

  /// The places that remain.
  package private(set) var remainders: [Remainder] = []

  /// The rows of quarantined and unreadable files that name the person.
  var failedFiles: [Int64] = []
  var strandedFiles: [Int64] = []

  /// Whether the search found nothing of the person.
  package var isEmpty: Bool {
    sessions.isEmpty && remainders.isEmpty && failedFiles.isEmpty && strandedFiles.isEmpty
  }

  /// Adds a remaining place.
  package mutating func addRemainder(_ place: String, _ reason: Remainder.Reason) {
    remainders.append(Remainder(place, reason))
  }
}

/// Retention periods of sessions and audio in days. Nil: unlimited.
package struct Retention: Sendable, Equatable {
  /// Sessions of guests. A session with an unknown person is no guest session.
  package var guestDays: Int?

  /// All sessions.
  package var everyoneDays: Int?

  /// Audio. The session remains.
  package var audioDays: Int?

  /// Days between announcement and deletion, for backups and clock errors [E].
  package var graceDays: Int

  /// 90 days for guests, unlimited for others, 7 days of grace.
  package init(
    guestDays: Int? = 90, everyoneDays: Int? = nil, audioDays: Int? = nil, graceDays: Int = 7
  ) {
    (self.guestDays, self.everyoneDays, self.audioDays) = (guestDays, everyoneDays, audioDays)
    self.graceDays = graceDays
  }

  /// The retention period of a session in days.
  package func days(isGuest: Bool) -> Int? {
    [isGuest ? guestDays : nil, everyoneDays].compactMap { $0 }.min()
  }
}
