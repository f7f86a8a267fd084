// Exports. Each session is verified before it is written. The output is not encrypted.

internal import VoiceTypes

/// The people with baselines, profiles or documents in an export.
package enum ExportedBaselines: Sendable, Equatable {
  case none
  case user(String)
  /// People by their hashes in the store.
  case people(Set<UserHash>)
  /// All people with an identifier of their own.
  case known
  case all
}

package struct ExportRequest: Sendable {
  package var sessions: [SessionID]

  /// The people with exported data. A de-identified export contains none.
  package var baselines: ExportedBaselines = .none

  /// Complete or de-identified.
  package var form: ExportForm = .complete

  /// A new folder, or a new file with the ending `.zip`.
  package var path: String

  /// The version of the program for the manifest.
  package var version: String

  /// Is called for each verified and for each written session.
  package var progress: StoreProgress?

  package init(of sessions: [SessionID], to path: String, version: String) {
    (self.sessions, self.path, self.version) = (sessions, path, version)
  }
}

package struct ExportReport: Sendable, Equatable {
  package var sessions = 0

  /// Number of sessions of guests.
  package var guests = 0

  package var files = 0
  package var peopleWithBaselines = 0

  /// Number of people without their baselines in a de-identified export.
  package var baselinesLeftOut = 0

  /// Number of people with profiles.
  package var people = 0

  /// Number of people without their profiles in a de-identified export.
  package var peopleLeftOut = 0
}
