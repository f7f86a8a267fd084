// Verification of a store: histories, documents and their contents, sessions that are missing or were purged, people and
// quarantined files. Each session is one read transaction, so that writers continue. A session and the history of the store
// are read in the same transaction.

internal import VoiceTypes

extension RecordStore {
  /// Verifies the store, or some of its sessions.
  package func verify(
    _ request: VerificationRequest = VerificationRequest()
  ) throws(StoreError) -> VerificationReport {
    var verification = StoreVerification(self, request)
    do { return try verification.run() } catch { throw StoreError(error) }
  }

  package func head() throws(StoreError) -> AuditHead {
    try read { rows in try rows.head() }
  }

  /// Verifies histories, hashes and readability, without the schemas of documents. Returns a line for each finding.
  package func check() throws(StoreError) -> [String] {
    var request = VerificationRequest()
    request.checksContents = false
    return try verify(request).findings.map { "\($0.place): \($0.problem)" }
  }
}

extension AuditHead {
  /// The head of a history without lines.
  static let empty = AuditHead(sequence: 0, hash: String(repeating: "0", count: 64))
}

/// The read part of a history.
struct HistoryChain {
  private(set) var lines = 0
  private(set) var head = AuditHead.empty

  /// The first line that is invalid, and the reason.
  private(set) var fault: String?

  mutating func append(_ line: VerifiedLine) {
    let expected = head.sequence + 1
    let problem: String? =
      if line.number != expected {
        "the number is \(line.number)"
      } else if line.previous != (lines == 0 ? "" : head.hash) {
        "the previous hash differs"
      } else if line.hash != line.expectedHash {
        "the hash differs"
      } else {
        nil
      }
    if fault == nil { fault = problem.map { "line \(expected) is invalid: \($0)" } }
    head = AuditHead(sequence: line.number, hash: line.hash)
    lines += 1
  }
}

/// A line of a history with the hash of its content.
struct VerifiedLine {
  let number: Int
  let previous: String
  let hash: String
  let expectedHash: String
  let action: String
  let detail: JSONValue
}

extension StoreTransaction {
  /// The number and hash of the last line of the history of the store.
  func head() throws -> AuditHead {
    let hash = dialect == .postgres ? "encode(hash, 'hex')" : "hash"
    let last = try run(
      "select number, \(hash) from tenant_line where tenant = $1 order by number desc limit 1")
    return try last.first.map {
      AuditHead(sequence: try $0.int(0), hash: try $0.text(1))
    } ?? .empty
  }

  /// Lines of the history of a session, or of the store, after a number.
  func lines(of session: SessionID?, after number: Int = 0) throws -> [VerifiedLine] {
    let table = session == nil ? "tenant_line" : "kept_line"
    let condition = session == nil ? "" : " and session = $3"
    let owner = session.map { [SQLValue.session($0)] } ?? []
    if dialect == .postgres {
      let rows = try run(
        """
        select number, encode(previous, 'hex'), encode(hash, 'hex'), encode(\(table)_hash(line), 'hex'),
          action, detail
        from \(table) line where tenant = $1 and number > $2\(condition) order by number
        """, with: [.int(Int64(number))] + owner)
      return try rows.map { row in
        VerifiedLine(
          number: try row.int(0), previous: try row.text(1), hash: try row.text(2),
          expectedHash: try row.text(3), action: try row.text(4),
          detail: try Self.detail(row.text(5)))
      }
    }
    let columns = session == nil ? "login, actor, coalesce(user_hash, '')" : "actor, null, session"
    let rows = try run(
      """
      select number, at_microseconds, \(columns), action, detail, previous, hash
      from \(table) where tenant = $1 and number > $2\(condition) order by number
      """, with: [.int(Int64(number))] + owner)
    return try rows.map { row in
      let line = HistoryLine(
        number: try row.int(0), microseconds: Int64(try row.int(1)), login: try row.text(2),
        actor: row.isNull(3) ? nil : try row.text(3), owner: try row.text(4),
        action: try row.text(5), detail: try row.text(6), previous: try row.text(7))
      return VerifiedLine(
        number: line.number, previous: line.previous, hash: try row.text(8),
        expectedHash: form.names.chainHash(line), action: line.action,
        detail: Self.detail(line.detail))
    }
  }

  /// A changed detail is reported as a different hash.
  private static func detail(_ text: String) -> JSONValue {
    (try? JSONValue.parse(Array(text.utf8))) ?? .null
  }
}

private struct StoreVerification {
  private let store: RecordStore
  private let request: VerificationRequest
  private var report = VerificationReport(head: .empty)
  private var chain = HistoryChain()

  /// The last line of the history of each session, according to the history of the store.
  private var anchors: [SessionID: AuditHead] = [:]

  /// Purged sessions, according to the history of the store.
  private var purges: Set<SessionID> = []

  private var isExpectedHeadFound: Bool

  init(_ store: RecordStore, _ request: VerificationRequest) {
    (self.store, self.request) = (store, request)
    isExpectedHeadFound = request.expectedHead.map { $0.sequence == 0 } ?? true
  }

  mutating func run() throws -> VerificationReport {
    let folder = try (request.checksFiles ? store.root : nil).map {
      try StoreFolderCheck($0, store.files, of: request.sessions)
    }
    let sessions = try store.read { rows in
      try request.sessions
        ?? rows.sessions("select id from kept_session where tenant = $1 order by id")
    }
    request.progress?(0, sessions.count)
    for (index, session) in sessions.enumerated() {
      var found = try store.read { rows in try verify(session, folder, rows) }
      if !found.findings.isEmpty {
        // Another program may have changed the audio since the transaction began.
        found = try store.read { rows in try verify(session, folder, rows) }
      }
      report.findings += found.findings
      report.lines += found.lines
      report.sessions += 1
      request.progress?(index + 1, sessions.count)
    }
    try store.read { rows in
      try readHistory(rows)
      if request.sessions == nil { try verifyStore(rows) }
    }
    if let folder {
      report.findings += folder.findings
      try verifyCopies(folder)
    }
    report.lines += chain.lines
    report.head = chain.head
    return report
  }

  /// Comparisons of a file that differs. Programs write files after their transactions [E].
  private static let comparisons = 4

  /// Compares the files with the rows. Later comparisons exclude programs that are writing files.
  private mutating func verifyCopies(_ folder: StoreFolderCheck) throws(StoreError) {
    var paths = folder.paths()
    var found: [Finding] = []
    for number in 1...Self.comparisons where !paths.isEmpty {
      let lock = number == 1 ? nil : (try? store.folder?.lock()) ?? nil
      defer { lock?.release() }
      let differing = try store.read { rows in
        try paths.compactMap { path in try folder.finding(of: path, rows).map { (path, $0) } }
      }
      (paths, found) = (differing.map(\.0), differing.map(\.1))
    }
    report.findings += found
  }

  private mutating func find(_ kind: FindingKind, _ file: String, _ problem: String) {
    report.findings.append(Finding(kind, nil, file, problem))
  }

  private static let history = "history"

  // MARK: - The history of the store

  /// Reads the lines since the last call.
  private mutating func readHistory(_ rows: StoreTransaction) throws {
    for line in try rows.lines(of: nil, after: chain.head.sequence) {
      chain.append(line)
      if let expected = request.expectedHead, line.number == expected.sequence {
        isExpectedHeadFound = line.hash == expected.hash
      }
      guard case .string(let text)? = line.detail["session"], let session = SessionID(text) else {
        continue
      }
      switch line.action {
      case StoreTransaction.anchorAction:
        anchors[session] = AuditHead(
          sequence: line.detail["number"]?.intIfAny ?? 0,
          hash: line.detail["hash"]?.stringIfAny ?? "")
      case "purged": purges.insert(session)
      default: break
      }
    }
  }

  private mutating func verifyStore(_ rows: StoreTransaction) throws {
    if let fault = chain.fault { find(.tampered, Self.history, fault) }
    if !isExpectedHeadFound {
      find(.tampered, Self.history, "the expected head is not in the history")
    }
    try verifyPurges(rows)
    try verifyPeople(rows)
    try verifyFailedFiles(rows)
    guard rows.dialect == .sqlite else { return }
    let faults = try rows.run(
      "select integrity_check from pragma_integrity_check where $1 is not null"
    ).map { row throws in try row.text(0) }.filter { $0 != "ok" }
    if !faults.isEmpty {
      find(
        .tampered, SQLiteDatabase.fileName,
        "the database is damaged (SQLite integrity check: \(faults.count.counted("message")))")
    }
  }

  private mutating func verifyPurges(_ rows: StoreTransaction) throws {
    let present = Set(try rows.sessions("select id from kept_session where tenant = $1"))
    let purged = Set(try rows.sessions("select session from purged where tenant = $1"))
    find(purges.subtracting(purged), "the history contains a purge, the store does not")
    find(present.intersection(purged), "the session was purged but still exists")
    guard rows.dialect == .sqlite else { return }
    find(purged.subtracting(purges), "no line of the history contains the purge")
    let missing = Set(anchors.keys).subtracting(present).subtracting(purged)
    find(missing, "the session is missing and was not purged")
  }

  private mutating func find(_ sessions: Set<SessionID>, _ problem: String) {
    report.findings += sessions.sorted().map { Finding(.tampered, $0, "", problem) }
  }

  // MARK: - People and quarantined files

  private mutating func verifyPeople(_ rows: StoreTransaction) throws {
    let versions = try rows.run(
      """
      select user_hash, kind, number, bytes from kept_version where tenant = $1
      order by user_hash, kind, number
      """)
    for row in versions {
      let (user, kind) = (UserHash(text: try row.text(0)), try row.text(1))
      let (number, bytes) = (try row.int(2), try row.bytes(3))
      let folder = kind == BaselineKind.name ? BaselineKind.folder : ProfileKind.folder
      try verify("\(folder)/\(user.text)/\(number).json") {
        let bytes = try rows.opened(bytes, as: RowContext(user, kind, number))
        switch kind {
        case BaselineKind.name: let _: BaselineRecord = try StoredJSON.read(bytes, at: kind)
        default: let _: ProfileRecord = try StoredJSON.read(bytes, at: kind)
        }
      }
    }
    let documents = try rows.run(
      "select user_hash, name, bytes from kept_person_document where tenant = $1 order by 1, 2")
    for row in documents {
      let (user, name, bytes) = (UserHash(text: try row.text(0)), try row.text(1), try row.bytes(2))
      try verify("people/\(user.text)/\(name).json") {
        _ = try StoredJSON.parse(rows.opened(bytes, as: RowContext(user, name)), file: name)
      }
    }
  }

  private mutating func verifyFailedFiles(_ rows: StoreTransaction) throws {
    let numbers = try rows.run("select number from failed_file where tenant = $1 order by number")
    for row in numbers {
      let number = try row.int(0)
      guard let (report, bytes, hash) = try rows.failedFile(number) else { continue }
      try verify("failed/\(number)") {
        _ = try rows.failure(report, hash)
        let bytes = try rows.opened(bytes, as: .failed(hash, isReport: false))
        guard rows.form.names.column(StoreSecrets.sha256(of: bytes), .sound) == hash else {
          throw StoreError.damaged(path: "", problem: "the content differs from its hash")
        }
      }
    }
    let stranded = try rows.run(
      "select number, report from stranded_file where tenant = $1 order by number")
    for row in stranded {
      let (number, bytes) = (try row.int(0), try row.bytes(1))
      try verify("stranded/\(number)") {
        _ = try rows.stranded(bytes)
      }
    }
  }

  /// Reads a value, and reports a damaged one.
  private mutating func verify(_ path: String, _ read: () throws -> Void) throws {
    do {
      try read()
    } catch let error as StoreError {
      guard let finding = Finding(error, of: nil, path) else { throw error }
      report.findings.append(finding)
    }
  }

  // MARK: - Sessions

  /// The findings of a session, and the number of lines of its history.
  private mutating func verify(
    _ session: SessionID, _ folder: StoreFolderCheck?, _ rows: StoreTransaction
  ) throws -> (findings: [Finding], lines: Int) {
    try readHistory(rows)
    let isPurged = try rows.wasPurged(session)
    guard try rows.holds(session) else {
      // The whole store is compared at the end.
      let isMissing = request.sessions != nil && !isPurged
      let problem = "the session is missing and was not purged"
      return (isMissing ? [Finding(.tampered, session, "", problem)] : [], 0)
    }
    var one = SessionVerification(session, store, rows, request)
    // A session in a folder with links is not read.
    guard folder?.isStrange(session) != true else { return ([], 0) }
    try one.run(anchor: rows.dialect == .sqlite ? anchors[session] ?? .empty : nil)
    return (one.findings, one.lines)
  }
}

private struct SessionVerification {
  private let session: SessionID
  private let store: RecordStore
  private let rows: StoreTransaction
  private let request: VerificationRequest

  private(set) var findings: [Finding] = []
  private(set) var lines = 0

  init(
    _ session: SessionID, _ store: RecordStore, _ rows: StoreTransaction,
    _ request: VerificationRequest
  ) {
    (self.session, self.store, self.rows, self.request) = (session, store, rows, request)
  }

  /// - Parameter anchor: The last line of the history according to the history of the store. Nil on PostgreSQL.
  mutating func run(anchor: AuditHead?) throws {
    var chain = HistoryChain()
    var expected: [String: String?] = [:]
    for line in try rows.lines(of: session) {
      chain.append(line)
      guard case .object(let documents)? = line.detail["documents"] else { continue }
      for document in documents {
        expected.updateValue(document.value.stringIfAny, forKey: document.key)
      }
    }
    lines = chain.lines
    if let fault = chain.fault {
      find(.tampered, ExportLayout.log, fault)
    } else if let anchor, chain.head != anchor {
      find(.tampered, ExportLayout.log, "the last lines differ from the history of the store")
    } else if chain.lines == 0 {
      find(.tampered, ExportLayout.log, "the history is empty")
    }
    try verifyDocuments(expected)
    guard findings.isEmpty else { return }
    if let form = request.followUpForm, try rows.hasForeignFollowUpValues(session, form) {
      find(.tampered, "", "the values for follow-ups differ from the results")
    }
    try verifyRecomputation()
  }

  private mutating func find(_ kind: FindingKind, _ file: String, _ problem: String) {
    findings.append(Finding(kind, session, file, problem))
  }

  /// - Parameter expected: The hashes of documents by the last line that contains each. A removed document has nil.
  private mutating func verifyDocuments(_ expected: [String: String?]) throws {
    let hashes = try rows.hashes(of: session)
    let stored = Set(hashes.keys)
    for name in stored.union(expected.keys).sorted() where SessionDocument(rawValue: name) == nil {
      find(.tampered, name, "the document is unknown")
    }
    var check = DocumentCheck()
    var problems: [Finding] = []
    for document in SessionDocument.allCases {
      let (name, hash) = (document.rawValue, expected[document.rawValue] ?? nil)
      let former = findings.count
      guard let bytes = try read(document, stored) else {
        if hash != nil, findings.count == former {
          find(.tampered, document.name, "the document is missing")
        }
        continue
      }
      let found = rows.documentHash(of: bytes)
      if let hash {
        if found != hash || found != hashes[name] ?? hash {
          find(.tampered, document.name, "the content differs from the history")
        }
      } else if stored.contains(name) || expected[name] != nil {
        find(.tampered, document.name, "no line of the history contains the document")
      }
      do {
        let found = try check.problems(of: document, bytes, in: session)
        problems += found.map { Finding(.tampered, session, document.name, $0) }
      } catch {
        guard let finding = Finding(error, of: session, document.name) else { throw error }
        problems.append(finding)
      }
    }
    try verifyColumns()
    let isOwn = { (finding: Finding) in Self.ownFiles.contains(finding.file) }
    if findings.isEmpty { findings = request.checksContents ? problems : problems.filter(isOwn) }
  }

  /// Compares the columns of owner, recording, time and state with header and state.
  private mutating func verifyColumns() throws {
    guard let contents = try rows.unlessDamaged({ try rows.session(session) }), let contents else {
      return
    }
    let header = contents.header
    let found = try rows.run(
      """
      select user_hash, recording_sha, identity, created_ms, state_name from kept_session
      where tenant = $1 and id = $2
      """, .session(session))
    let expected: [SQLValue] = [
      .optional(header?.user?.text), rows.column(header?.recording.sha256, .sound),
      .optional(header?.identity?.text), header?.createdAt.map { .int($0.milliseconds) } ?? .null,
      .optional(contents.state?.state.rawValue),
    ]
    if found.first?.values != expected {
      find(.tampered, "", "the columns of the row differ from header and state")
    }
  }

  /// The documents without which a session is unreadable.
  private static let ownFiles = [SessionDocument.header.name, SessionDocument.state.name]

  /// The bytes of a document. Nil without the document, and after a finding.
  private mutating func read(
    _ document: SessionDocument, _ stored: Set<String>
  ) throws -> [UInt8]? {
    do {
      if document == .audio, stored.contains(document.rawValue),
        let path = try store.audioFile(of: session)
      {
        return try rows.opened(store.files.read(path), as: RowContext(session, document))
      }
      return try rows.read(document, of: session)
    } catch {
      guard let finding = Finding(StoreError(error), of: session, document.name) else {
        throw error
      }
      findings.append(finding)
      return nil
    }
  }

  private mutating func verifyRecomputation() throws {
    let names = Set(try rows.hashes(of: session).keys)
    guard let recompute = request.recompute, let audio = try read(.audio, names) else { return }
    let answers = try rows.read(.answers, of: session)
    for document in [SessionDocument.quick, .computed] {
      guard let stored = try rows.read(document, of: session) else { continue }
      if let difference = recompute(audio, answers, stored) {
        find(.recomputation, document.name, difference)
      }
    }
  }
}

extension Finding {
  /// The finding of a value that cannot be read. Nil for an error that says nothing about the value.
  fileprivate init?(_ error: StoreError, of session: SessionID?, _ file: String) {
    switch error {
    case .newerSchema(_, let found, let known):
      self.init(
        .newerVersion, session, file,
        "the schema is \(found); this version reads up to \(known)")
    case .damaged(_, let problem): self.init(.tampered, session, file, problem)
    case .fileSystem(let fault) where fault.isMissing || fault.isLink:
      self.init(.tampered, session, file, fault.reason)
    default: return nil
    }
  }
}

extension JSONValue {
  fileprivate var intIfAny: Int? { if case .int(let value) = self { value } else { nil } }
}
