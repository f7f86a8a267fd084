import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "verify", "Verify that a store is unchanged since it was written.",
    """
    The check covers histories, hashes, schemas, audio, copies, links and permissions. text \
    prints a line per finding and the head of the history (its number and hash). `sagevoice \
    schema verification` describes json. To detect a rollback of the store, keep the head \
    elsewhere and give it with --head later. A copy of the files of a store in use gives \
    findings; use `records backup` instead.
    """,
    examples: [
      "sagevoice records verify --store store",
      "sagevoice records verify --store store --recompute --format json",
    ], status: "64 = wrong usage, or the key is wrong or missing; 65 = findings.")

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @Flag(help: "Analyse archived audio again, and compare the measures.")
  var recompute = false

  @Option(
    help: ArgumentHelp("Head of an earlier verification.", valueName: "number:hash"),
    transform: OptionValue.auditHead)
  var head: AuditHead?

  @Option(name: .shortAndLong, help: "Output format.")
  var format: DocumentFormat = .text

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  @Argument(help: "Sessions to verify. Default: the whole store.", transform: OptionValue.session)
  var sessions: [SessionID] = []

  func validate() throws {
    guard head == nil || sessions.isEmpty else {
      throw ValidationError("--head takes effect for the whole store only.")
    }
  }

  func run() throws {
    try perform {
      let store = try openStore()
      let request = try self.request(for: store)
      let report = try StoreProgressBar(messages.verbosity).during { progress in
        var request = request
        request.progress = progress
        return try store.verify(request)
      }
      try CommandOutput.write(text(of: report))
      if !messages.quiet { note(report) }
      return report.findings.isEmpty ? .success : .refused
    }
  }

  private func openStore() throws -> RecordStore {
    do {
      return try StoreAddress(
        folder: selection.folder, key: selection.key.source, actor: .user, clock: SystemClock()
      ).open(.reading)
    } catch {
      throw CommandFault(verifying: error)
    }
  }

  private func text(of report: VerificationReport) -> String {
    switch format {
    case .json: report.json.fileText
    case .text:
      (report.findings.map(line) + [commandText("verify.head", ["head": report.head.noted])]).report
    }
  }

  /// The finding and its advice as sentences in one line.
  private func line(on finding: Finding) -> String {
    BaselineReport.sentences(
      commandText(
        "verify.finding",
        [
          "kind": commandText("verify.kind.\(finding.kind.rawValue)"), "place": finding.place,
          "problem": finding.problem,
        ]), finding.advice
    ).printable
  }

  private func note(_ report: VerificationReport) {
    StandardStreams.note(
      commandText(
        "verify.summary",
        [
          "sessions": "\(report.sessions)", "lines": "\(report.lines)",
          "findings": "\(report.findings.count)",
        ]))
  }

  private static let recomputation: Recomputation = { audio, _, stored in
    ArchivedRecording(audio, named: "recording", environment: .ofThisMachine).difference(
      from: stored)
  }

  private func request(for store: RecordStore) throws(StoreError) -> VerificationRequest {
    var request = VerificationRequest()
    request.expectedHead = head
    request.followUpForm = .vowels
    if recompute { request.recompute = Self.recomputation }
    guard !sessions.isEmpty else { return request }
    let known = Set(try store.sessionIDs())
    for session in sessions where !known.contains(session) { throw .noSession(session) }
    request.sessions = sessions
    return request
  }
}
