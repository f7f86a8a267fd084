import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "records", "List, export, amend and delete sessions and people of a store.",
    """
    `sagevoice store init` creates a store. --store defaults to SAGEVOICE_STORE. All commands may run while a watcher runs. \
    Commands that read leave the store unchanged; the history of an encrypted store also \
    records disclosures. The first opening for writing converts a store of version 0.24 or \
    earlier.
    """,
    examples: [
      "sagevoice records list --store store",
      "sagevoice records export --store store --all sessions",
    ],
    subcommands: [
      RecordsListCommand.self, RecordsFollowCommand.self, RecordsShowCommand.self,
      RecordsVerifyCommand.self, RecordsStatsCommand.self,
      RecordsBackupCommand.self, RecordsRestoreCommand.self, RecordsExportCommand.self,
      RecordsImportCommand.self,
      RecordsAmendCommand.self, RecordsKeepCommand.self, RecordsFailedCommand.self,
      RecordsPersonCommand.self, RecordsDueCommand.self, RecordsAlertsCommand.self,
      RecordsAcknowledgeCommand.self,
      RecordsAdoptCommand.self, RecordsBaselineCommand.self, RecordsCompareCommand.self,
      RecordsHistoryCommand.self, RecordsReportCommand.self,
      RecordsReviewCommand.self,
      RecordsPurgeCommand.self,
      RecordsFoldersCommand.self, RecordsRekeyCommand.self,
    ])
}

/// Common steps of `records` commands. Faults end the command.
enum Records {
  static func session(_ id: SessionID, in store: RecordStore) throws -> StoredSession {
    guard let session = try store.existingSession(id) else { throw StoreError.noSession(id) }
    return session
  }

  /// Parses a document of a session; error messages call it `name`.
  static func json(_ bytes: [UInt8], of name: String) throws -> JSONValue {
    do {
      return try JSONValue.parse(bytes)
    } catch {
      throw StoreError.damaged(path: name, problem: error.description)
    }
  }
}

extension SessionState: ExpressibleByArgument {
  /// The word of the text format for `filed`.
  private static let complete = "complete"

  package init?(argument: String) {
    self.init(rawValue: argument == Self.complete ? Self.filed.rawValue : argument)
  }

  package static var allValueStrings: [String] {
    allCases.map(\.rawValue).filter { $0 != Self.filed.rawValue } + [complete]
  }
}
