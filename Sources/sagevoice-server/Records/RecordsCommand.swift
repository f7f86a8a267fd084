import ArgumentParser
import CommandSupport

struct RecordsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records",
    abstract: "List, export, amend and delete sessions and people of a store.",
    discussion: HelpText.discussion(
      """
      `sagevoice store init` creates a store. --store defaults to SAGEVOICE_STORE. All commands may run while a watcher runs. \
      Commands that read leave the store unchanged; the history of an encrypted store also \
      records disclosures. The first opening for writing converts a store of version 0.24 or \
      earlier.
      """,
      examples: [
        "sagevoice records list --store store",
        "sagevoice records export --store store --all sessions",
      ]),
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
