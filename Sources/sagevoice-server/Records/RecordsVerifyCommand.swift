import ArgumentParser
import CommandSupport
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that the store is as it was written.",
    discussion: """
      Chains, heads, documents against their hashes and forms, links, modes, and the index; with \
      --recompute also that the measures come out again where the recording was kept. text prints a \
      line per finding with what to do, and the head of the store's log at the end; json one document, \
      whose schema `sagevoice schema verification` prints. A plain copy of a store \
      that somebody was writing to has findings of the kind inconsistent_copy; `records backup` makes \
      one that has none. The head, noted elsewhere and given with --head later, shows that nothing was \
      taken back as a whole.

      Exit status: 0 nothing was found, 64 wrong usage, or the key is wrong or missing, 65 something \
      was found, 66 there is no store or no such session, 74 the store cannot be read.
      """)

  @OptionGroup var selection: StoreChoice

  @Flag(help: "Measure recordings again that were kept, and compare.")
  var recompute = false

  @Option(
    help: ArgumentHelp("A head that was noted earlier.", valueName: "number:hash"),
    transform: OptionValue.auditHead)
  var head: AuditHead?

  @Option(help: "text for a line per finding, or json.")
  var format: DocumentFormat = .text

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  @Argument(
    help: "Only these sessions; the whole store without any.", transform: OptionValue.session)
  var sessions: [SessionID] = []

  func validate() throws {
    guard head == nil || sessions.isEmpty else {
      throw ValidationError("--head is checked with the whole store only.")
    }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try openStore()
      let request = try Records.stored { () throws(StoreError) in try self.request(for: store) }
      let report = try StoreProgressBar(quiet ? .quiet : .usual).during {
        progress throws(CommandFault) in
        var request = request
        request.progress = progress
        return try Records.stored { () throws(StoreError) in try store.verify(request) }
      }
      try CommandOutput.write(text(of: report))
      if !quiet { note(report) }
      return report.findings.isEmpty ? .success : .refused
    }
  }

  private func openStore() throws(CommandFault) -> RecordStore {
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
    case .text: (report.findings.map(\.description) + ["head \(report.head.noted)"]).report
    }
  }

  private func note(_ report: VerificationReport) {
    StandardStreams.note(
      "\(report.sessions.counted("session")) and \(report.lines.counted("log line")) verified, "
        + report.findings.count.counted("finding"))
  }

  private static let recomputation: Recomputation = { audio, _, stored in
    ArchivedRecording(audio, named: "recording", environment: .ofThisMachine).difference(
      from: stored)
  }

  private func request(for store: RecordStore) throws(StoreError) -> VerificationRequest {
    var request = VerificationRequest()
    request.expectedHead = head
    if recompute { request.recompute = Self.recomputation }
    guard !sessions.isEmpty else { return request }
    let known = Set(try store.sessionIDs())
    for session in sessions where !known.contains(session) { throw .noSession(session) }
    request.sessions = sessions
    return request
  }
}
