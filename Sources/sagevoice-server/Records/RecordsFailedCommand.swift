import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

struct RecordsFailedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "failed", "List refused files with their messages and advice.",
    """
    The list has refused, unreadable and oversized files. `records list --state failed` lists \
    sessions that ended with an internal error. A file that is unreadable or too large stays in \
    its place, with the path in lies_at. `records show --document recording` prints the audio \
    file of all other refused files. With --tenant the store is in a database; the login needs \
    the role sagevoice_clinic.
    """,
    examples: [
      "sagevoice records failed --store store --format text",
      "sagevoice records failed --database postgresql:///voice --tenant clinic",
    ], status: "65 = a report cannot be read.")

  @OptionGroup(title: HelpText.Title.store) var selection: AnyStoreChoice

  @Option(help: "Output format; json prints a report per line.", otherwise: .json)
  var format: DocumentFormat

  func run() throws {
    try perform {
      let store = try selection.opened(for: "records failed")
      let listing = try store.failedListing()
      try CommandOutput.write(listing.reports.map(rendered).joined())
      for name in listing.unreadable {
        StandardStreams.note(
          "failed/\(name) is not a valid report of this store; run `sagevoice records verify`"
        )
      }
      return listing.unreadable.isEmpty ? .success : .refused
    }
  }

  private func rendered(_ report: FailedListing.Report) -> String {
    format == .json ? report.json.lineText : LabelledText.text(of: report.shown) + "\n"
  }
}

extension FailedListing.Report {
  /// The report for people: message and advice as sentences, and the file without the hash that is
  /// its name.
  fileprivate var shown: JSONValue {
    guard case .object(let members) = json else { return json }
    let isNamedByHash = sha256.map { file?.hasPrefix($0) == true } ?? false
    return .object(
      members.filter { $0.key != "file" || !isNamedByHash }.map { member in
        guard ["message", "advice"].contains(member.key), case .string(let text) = member.value
        else { return member }
        return .init(member.key, .string(BaselineReport.sentences(text, "")))
      })
  }

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
