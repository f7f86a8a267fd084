import ArgumentParser
import RecordStore
import VoicePipeline
import VoiceTypes

struct RecordsVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that the store is as it was written.",
    discussion: """
      Chains, heads, documents against their hashes and forms, links, modes, and the index; with \
      --recompute also that the measures come out again where the recording was kept. A line per \
      finding on standard output, with what to do; status 65 if there are any. A plain copy of a store \
      that somebody was writing to has findings of the kind inconsistent_copy; `records backup` makes \
      one that has none. The head that is printed at the end, noted \
      elsewhere and given with --head later, shows that nothing was taken back as a whole.
      """)

  @OptionGroup var selection: StoreChoice

  @Flag(help: "Measure recordings again that were kept, and compare.")
  var recompute = false

  @Option(
    help: ArgumentHelp("A head that was noted earlier.", valueName: "number:hash"),
    transform: OptionValue.auditHead)
  var head: AuditHead?

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
      let store = try selection.open()
      let report = try Records.stored { () throws(StoreError) in
        try store.verify(request(for: store))
      }
      try CommandOutput.write(report.findings.map(\.description).report)
      StandardStreams.note(
        "\(report.sessions) sessions and \(report.lines) lines of logs verified, "
          + NumberText.count(report.findings.count, "finding") + "; head \(report.head.sequence):"
          + report.head.hash)
      return report.findings.isEmpty ? .success : .refused
    }
  }

  private static let recomputation: Recomputation = { audio, _, stored in
    KeptRecording(audio, named: "recording", environment: .system).difference(from: stored)
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
