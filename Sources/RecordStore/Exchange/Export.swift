// Sessions on their way out of the store. Each is verified first: an export vouches for what it
// passes on. What leaves an encrypted store is no longer encrypted, which the caller has to say.

internal import VoiceTypes

/// Of whom an export holds what is kept of people: baselines, what they told, and their documents.
package enum ExportedBaselines: Sendable, Equatable {
  case none
  /// The person of this identifier.
  case user(String)
  /// These, as the store knows them.
  case people(Set<UserHash>)
  /// All but those who did not say who they are, and whose recordings are to stay on this machine.
  case known
  case all
}

/// An export that is asked for.
package struct ExportRequest: Sendable {
  /// Which sessions.
  package var sessions: [SessionID]

  /// Of whom what is kept of people; nothing of it is passed on without the people in it.
  package var baselines: ExportedBaselines = .none

  /// What it keeps of people.
  package var form: ExportForm = .complete

  /// A folder that does not exist yet, or a file whose name ends in `.zip`.
  package var path: String

  /// The version of the program, for the list.
  package var version: String

  /// Is told of each session that was verified, and of each that was written.
  package var progress: StoreProgress?

  /// A complete export.
  package init(of sessions: [SessionID], to path: String, version: String) {
    self.sessions = sessions
    self.path = path
    self.version = version
  }
}

/// What an export holds.
package struct ExportReport: Sendable, Equatable {
  /// The sessions.
  package var sessions = 0

  /// How many of them are of guests, whose recordings were to stay on this machine.
  package var guests = 0

  /// Their files, and those of people.
  package var files = 0

  /// The people whose baselines it holds.
  package var peopleWithBaselines = 0

  /// The people whose baselines were left out of a de-identified export.
  package var baselinesLeftOut = 0

  /// The people of whom it holds what they told.
  package var people = 0

  /// The people of whom a de-identified export leaves out what they told.
  package var peopleLeftOut = 0
}
