// Reading a session's folder.

package import VoiceTypes

extension RecordStore {
  /// Looks at a session before its reader waits for those who write to it [E].
  private static let undisturbedTries = 3

  /// The results documents, the highest tier first.
  static let results: [SessionDocument] = [.computed, .quick]

  /// A folder of a session that is a link leads out of the store.
  func checkThatFolder(_ path: String) throws(StoreError) {
    guard let facts = try disk.facts(of: path), facts.kind != .folder else { return }
    throw .damaged(path: path, problem: "the path is not a folder")
  }

  /// The bytes of a session's log; none when it is missing.
  func logSize(of session: SessionID) throws(StoreError) -> Int {
    try disk.facts(of: layout.path(of: "audit.log", in: session))?.size ?? 0
  }

  /// The log of a session as far as it holds.
  func auditLog(of session: SessionID) throws(StoreError) -> AuditLog {
    let path = layout.path(of: "audit.log", in: session)
    return AuditLog(try disk.readIfPresent(path) ?? [], seed: seed(of: session), secrets)
  }

  func seed(of session: SessionID) -> AuditHead {
    AuditHead.seed(of: "session \(session.text)", secrets)
  }

  /// What the folder of a session holds while nobody is in the middle of changing it. Waits for those
  /// who write only where they come in between again and again; must not be asked by whoever appends.
  func settledContents(of session: SessionID) throws(StoreError) -> SessionContents {
    for _ in 1...Self.undisturbedTries {
      if let contents = try? undisturbedContents(of: session) { return contents }
    }
    return try still { () throws(StoreError) in try contents(of: session) }
  }

  /// What the folder of a session holds; nil where a change is on its way, or came meanwhile. The
  /// order matters: documents leave the staging folder after the line that names them was written.
  func undisturbedContents(of session: SessionID) throws(StoreError) -> SessionContents? {
    let length = try logSize(of: session)
    guard try !stagedNames().contains(where: { $0.owner == session.text }) else { return nil }
    let contents = try contents(of: session)
    guard contents.log.length == length, try logSize(of: session) == length else { return nil }
    return contents
  }

  /// What the folder of a session holds; of one that is being changed, half of the change.
  func contents(of session: SessionID) throws(StoreError) -> SessionContents {
    let log = try auditLog(of: session)
    var contents = SessionContents(log: log.end, documents: log.documents)
    (contents.header, contents.state) = (try header(of: session), try state(of: session))
    contents.verdict = try verdict(of: session, contents.documents)
    return contents
  }

  /// What the results of the highest tier say of the recording's quality; nil without any, and of such
  /// as cannot be read for what they are, which is for `verify` to report.
  private func verdict(
    of session: SessionID, _ documents: [String: String]
  ) throws(StoreError) -> Verdict? {
    guard let document = Self.results.first(where: { documents[$0.name] != nil })
    else { return nil }
    do {
      return try read(document, of: session).flatMap(Self.verdict(in:))
    } catch {
      switch error {
      case .damaged: return nil
      case .fileSystem(let fault) where fault.isLink: return nil
      default: throw error
      }
    }
  }

  /// What a results document says of the recording's quality.
  package static func verdict(in results: [UInt8]) -> Verdict? {
    guard let json = try? JSONValue.parse(results),
      case .string(let verdict)? = json["quality"]?["verdict"]
    else { return nil }
    return Verdict(rawValue: verdict)
  }

  func header(of session: SessionID) throws(StoreError) -> SessionHeader? {
    guard let bytes = try read(.header, of: session) else { return nil }
    return try Self.header(bytes, file: layout.path(of: "header.json", in: session))
  }

  func state(of session: SessionID) throws(StoreError) -> StateRecord? {
    guard let bytes = try read(.state, of: session) else { return nil }
    return try Self.state(bytes, file: layout.path(of: "state.json", in: session))
  }

  static func header(_ bytes: [UInt8], file: String) throws(StoreError) -> SessionHeader {
    try FiledHeader.shape.read(bytes, file: file, by: .header).header
  }

  static func state(_ bytes: [UInt8], file: String) throws(StoreError) -> StateRecord {
    try FiledState.shape.read(bytes, file: file, by: .state).record
  }

  /// A document before any encryption; nil when there is none.
  func read(
    _ document: SessionDocument, of session: SessionID
  ) throws(StoreError) -> [UInt8]? {
    let path = layout.path(of: document.name, in: session)
    guard let bytes = try disk.readIfPresent(path) else { return nil }
    guard document.isSealed else { return bytes }
    return try opened(bytes, of: SealedPlace(owner: session.text, name: document.name))
  }
}
