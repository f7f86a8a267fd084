import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsFailedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "failed",
    abstract: "List the files that could not be used, with what was wrong and what to do.",
    discussion: """
      json prints a report per line, text a line per value. A file that lies elsewhere, because its \
      disk does not give it out, has a place in lies_at. In an encrypted store the files have names \
      that tell nothing, and only this command shows what was found. A report that cannot be read is \
      named on standard error, and the status is 65. The recording itself: `records show --document \
      recording`.
      """)

  @OptionGroup var selection: StoreChoice

  @Option(help: "json, or text for a line per value.")
  var format: DocumentFormat = .json

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open()
      let listing = try Records.stored { () throws(StoreError) in try store.failedListing() }
      try CommandOutput.write(listing.reports.map(rendered).joined())
      for name in listing.unreadable {
        StandardStreams.note(
          "failed/\(name) is no report of this store, or was changed; run `sagevoice records verify`"
        )
      }
      return listing.unreadable.isEmpty ? .success : .refused
    }
  }

  private func rendered(_ report: FailedListing.Report) -> String {
    format == .json ? report.json.lineText : FlattenedJSON.text(of: report.json) + "\n"
  }
}

extension FailedListing.Report {
  /// The report as JSON, with the same members for every kind.
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "code": .string(fault.code), "message": .string(fault.message),
      "advice": .string(fault.advice), "session_id": .optional(session?.text),
      "failed_at": .string(failedAt.text), "file": .optional(file), "sha256": .optional(sha256),
      "lies_at": .optional(path),
    ]
  }
}
