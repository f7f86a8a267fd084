import ArgumentParser
import BaselineService
import CommandSupport
import JobRunner
import RecordStore
import VoiceReport
import VoiceTypes

enum RecordsPart: String, CaseIterable, ExpressibleByArgument {
  case header
  case answers
  case quick
  case computed
  case state
  case comparison
  /// The comprehensive document before its replacement.
  case former
  case avqi
  case bundle
  /// The report as HTML (`page`) and as PDF (`sheets`).
  case page
  case sheets
  case audit
  case recording

  /// The document; nil for the audit log and the recording.
  var document: SessionDocument? { SessionDocument(rawValue: rawValue) }

  var isJSON: Bool { document.map { !SessionDocument.drawn.contains($0) } ?? false }
}

struct RecordsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "show", "Print the documents of a session.",
    """
    Without --document, the output is all JSON documents. With --format text, the output is the \
    report of `analyze` and the facts of the session. --document recording prints the audio file \
    of a session or of a refused file. An existing output file is not overwritten. The history \
    of an encrypted store records each disclosure.
    """,
    examples: [
      "sagevoice records show --store store SESSION --format text",
      "sagevoice records show --store store SESSION --document computed",
      "sagevoice records show --store store SESSION --document recording -o voice.wav",
    ])

  @OptionGroup var selection: AuditedStoreChoice

  @Option(
    help: """
      Document to print. Default: all. quick and computed are the documents of the quick and the \
      comprehensive tier, former is the comprehensive document before its replacement, answers are \
      the data of the sidecar, bundle has all JSON documents of the session, page and sheets \
      are the report as HTML and PDF, audit is the session history.
      """)
  var document: RecordsPart?

  @Option(
    name: [.customShort("f"), .customLong("format")],
    help: "Output format. Default: text at a terminal, otherwise json; json with --output.")
  var givenFormat: DocumentFormat?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("New file to write. Default: standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Argument(help: "ID of the session.", transform: OptionValue.session)
  var session: SessionID

  private var format: DocumentFormat {
    givenFormat ?? (output == nil ? .byOutput(otherwise: .json) : .json)
  }

  func run() throws {
    try perform {
      let store = try selection.openToDisclose()
      let session = try Records.session(self.session, in: store)
      let bytes = try bytes(of: session, in: store)
      try checkOutput()
      try store.disclose(.shown(session.id, part: document?.rawValue))
      if let output {
        try CommandOutput.write(bytes, to: output, for: .ownerOnly)
      } else {
        try CommandOutput.write(bytes)
      }
      return .success
    }
  }

  /// Throws if the output file exists.
  private func checkOutput() throws {
    guard let output, OutputFolder.holds(output) else { return }
    throw CommandFault(.cannotCreateOutput, "--output: the file exists; name another")
  }

  private func bytes(of session: StoredSession, in store: RecordStore) throws -> [UInt8] {
    if document == .recording { return try recording(of: session, in: store) }
    if let document, let drawn = document.document, !document.isJSON {
      return try present(session.read(drawn), document, of: session)
    }
    return Array(try text(of: session, in: store).utf8)
  }

  /// Returns the bytes of the recording, from the session or from the failed files.
  private func recording(of session: StoredSession, in store: RecordStore) throws -> [UInt8] {
    try present(session.read(.audio) ?? store.failedRecording(of: session), .recording, of: session)
  }

  private func text(of session: StoredSession, in store: RecordStore) throws -> String {
    guard let document else {
      return format == .json
        ? try overview(of: session).fileText : try report(of: session, in: store)
    }
    let found: [UInt8]? =
      if let kept = document.document { try session.read(kept) } else { try session.auditBytes() }
    let bytes = try present(found, document, of: session)
    guard format == .text else { return String(decoding: bytes, as: UTF8.self) }
    if document == .audit { return try auditText(of: session) }
    let json = try Records.json(bytes, of: "the document \(document.rawValue)")
    return (try? ResultsDocument(json: json)).map { TextReport.text(of: $0) }
      ?? LabelledText.text(of: json)
  }

  private func present(
    _ bytes: [UInt8]?, _ part: RecordsPart, of session: StoredSession
  ) throws -> [UInt8] {
    guard let bytes else {
      throw CommandFault(
        .cannotOpenInput,
        "the session \(session.id.text) has no document \(part.rawValue); omit --document to see all"
      )
    }
    return bytes
  }

  /// Returns the facts of the session, and the text report of its results with the comparison of its
  /// time.
  private func report(of session: StoredSession, in store: RecordStore) throws -> String {
    let header = try session.header()
    let user = header?.user
    let baseline = try user.flatMap { try store.baseline(for: $0) }.flatMap(BaselineVersion.init)
    let person = try user.flatMap { try store.person(for: $0) }?.decoded().profile.userID
    let comparison = try session.read(.comparison).flatMap { try? JSONValue.parse($0) }
      .flatMap { try? ComparisonDocument(json: $0) }
    let document = try (session.read(.computed) ?? session.read(.quick))
      .flatMap { try? JSONValue.parse($0) }.flatMap { try? ResultsDocument(json: $0) }
    let facts = try SessionFacts(
      of: session, header, person: person ?? user.map { String($0.text.prefix(8)) })
    let change = document.map {
      BaselineChange(of: $0, comparison, with: baseline?.stored.baseline)
    }
    let results = document.map { TextReport.text(of: $0, change ?? .noBaseline) }
    return LabelledText.lines(facts.rows).report + "\n"
      + (results ?? commandText("show.no_results") + "\n")
  }

  private func overview(of session: StoredSession) throws -> JSONValue {
    var members = [JSONValue.Member("session_id", .string(session.id.text))]
    for part in RecordsPart.allCases {
      guard let document = part.document, part.isJSON else { continue }
      let bytes = try session.read(document)
      let json = try bytes.map { try Records.json($0, of: "the document \(part.rawValue)") }
      members.append(.init(part.rawValue, json ?? .null))
    }
    members.append(.init("has_audio", .bool(try session.read(.audio) != nil)))
    return .object(members)
  }

  private func auditText(of session: StoredSession) throws -> String {
    try session.auditLines().map { line in
      let entry = line.entry
      let change = entry.field.map { "  \($0): \(entry.old ?? "-") -> \(entry.new ?? "-")" } ?? ""
      let documents = entry.documents.map { ($0.sha256 == nil ? "-" : "+") + $0.name }
      let text =
        "\(line.sequence)  \(LocalTime.text(of: entry.time))  \(entry.actor)  \(entry.action)\(change)  "
        + documents.joined(separator: " ")
      return text.printable + "\n"
    }.joined()
  }
}

private struct SessionFacts {
  let rows: [(label: String, value: String)]

  init(of session: StoredSession, _ header: SessionHeader?, person: String?) throws(StoreError) {
    let state = try session.state()
    var documents: [String] = []
    for part in RecordsPart.allCases {
      if let document = part.document, try session.read(document) == nil { continue }
      if part == .recording, try session.read(.audio) == nil { continue }
      documents.append(part.rawValue)
    }
    let recorded = header?.recordedAt.map { LocalTime.text(of: $0) ?? $0 }
    let amends = header?.parent.map {
      commandText("show.amends", ["session": $0.session.text, "reason": $0.reason])
    }
    let amendedBy = try session.auditLines().map(\.entry).filter { $0.field == "amended_by" }
      .compactMap(\.new).map { commandText("show.amended_by", ["session": $0]) }
    let amendments = ([amends].compactMap(\.self) + amendedBy).joined(separator: ". ")
    rows = [
      (commandText("show.session"), session.id.text),
      (commandText("show.state"), state.map(Self.text) ?? commandText("unknown")),
      (commandText("show.person"), person ?? header?.person.rawValue ?? commandText("unknown")),
      (commandText("show.recorded"), recorded ?? commandText("date_unknown")),
      (
        commandText("show.amendments"),
        amendments.isEmpty ? commandText("assessment.none") : amendments
      ),
      (commandText("show.documents"), documents.joined(separator: ", ")),
    ]
  }

  private static func text(of record: StateRecord) -> String {
    let state = commandText("state.\(record.state.rawValue)")
    if let fault = record.fault {
      return "\(state): \(Wording.joined(fault.message, fault.advice))"
    }
    guard let original = record.duplicateOf else { return state }
    return commandText("show.duplicate_of", ["state": state, "session": original.text])
  }
}
