import ArgumentParser
import CommandSupport

struct RecordsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "records",
    abstract:
      "List, count, check, copy, pass on, amend and purge sessions and people; re-encrypt a store.",
    discussion: """
      The store is a folder that `sagevoice store init` created. An encrypted one needs its --key-file. \
      Where --store and --key-file are not given, SAGEVOICE_STORE and SAGEVOICE_KEY_FILE are taken. \
      Commands that only read leave it as it is, but for the log of an encrypted one, which says what was \
      shown and exported. All may run beside a watcher, also those that write.

      Exit status: 0 done, 64 wrong usage, 65 something is not as it should be (or the key is wrong or \
      missing), 66 the store, a session or an input cannot be opened, 73 output cannot be created, 74 \
      input/output error.
      """,
    subcommands: [
      RecordsListCommand.self, RecordsFollowCommand.self, RecordsShowCommand.self,
      RecordsVerifyCommand.self, RecordsStatsCommand.self,
      RecordsBackupCommand.self, RecordsRestoreCommand.self, RecordsExportCommand.self,
      RecordsImportCommand.self,
      RecordsAmendCommand.self, RecordsKeepCommand.self, RecordsFailedCommand.self,
      RecordsPersonCommand.self, RecordsAlertsCommand.self, RecordsAcknowledgeCommand.self,
      RecordsAdoptCommand.self, RecordsBaselineCommand.self, RecordsCompareCommand.self,
      RecordsHistoryCommand.self, RecordsReportCommand.self,
      RecordsReviewCommand.self,
      RecordsPurgeCommand.self,
      RecordsReindexCommand.self, RecordsRekeyCommand.self,
    ])
}
