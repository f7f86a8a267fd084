// The claimed files of an inbox. A recording that stays in the inbox is not analysed again, and a late sidecar finds its
// session. The first change of a session stores its files (`ClaimedFile`). Until then the work folder has them.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

final class InboxLedger: Sendable {
  private let layout: InboxLayout
  /// The identifier of the inbox in the store.
  let inbox: String
  private let store: RecordStore
  private struct Known {
    /// The files in the store, once they were read.
    var stored: ClaimedFiles?
    var ofRun: [UTF8Key: Set<FileStamp>] = [:]
  }

  /// The claimed files that stay in the inbox.
  private let known = Mutex(Known())

  init(_ layout: InboxLayout, at inbox: String, of store: RecordStore) {
    (self.layout, self.inbox, self.store) = (layout, inbox, store)
  }

  func file(_ path: String, _ stamp: FileStamp) -> ClaimedFile {
    let stem = RecordingName.fits(path) ? InboxNames.stem(of: path) : nil
    return ClaimedFile(inbox: inbox, path: path, stem: stem, stamp: stamp.text)
  }

  /// Whether a file in this state was claimed. Nil while the store is unavailable.
  func isRemembered(_ path: String, _ stamp: FileStamp) -> Bool? {
    known.withLock { known in
      if known.ofRun[UTF8Key(path)]?.contains(stamp) == true { return true }
      if known.stored == nil { known.stored = try? store.claimedFiles(ofInbox: inbox) }
      return known.stored?.contains(path, stamp.text)
    }
  }

  /// Remembers a file until the end of this run.
  func remember(_ path: String, _ stamp: FileStamp) {
    known.withLock { _ = $0.ofRun[UTF8Key(path), default: []].insert(stamp) }
  }

  /// Forgets a file that was not claimed after all.
  func forget(_ path: String) { known.withLock { $0.ofRun[UTF8Key(path)] = nil } }

  /// Deletes a file that is put back into the inbox.
  func retract(_ path: String, of session: SessionID) throws(StoreError) {
    forget(path)
    try store.deleteInboxFile(at: path, in: inbox, of: session)
    known.withLock { $0.stored = nil }
  }
}

extension InboxLedger {
  private static let schema = "sagevoice/ledger/2"

  /// Moves the ledger of an earlier version into the store. Without it, files would be claimed again.
  func moveFile(_ files: any FileSystem) throws {
    let path = layout.control + "/ledger.ndjson"
    guard try files.facts(of: path) != nil else { return }
    var found: [(file: ClaimedFile, session: SessionID)] = []
    for line in try files.read(path).split(separator: UInt8(ascii: "\n")) {
      // The last line may be incomplete.
      guard let (file, session) = entry(in: Array(line)) else { continue }
      // Of a claim without a recording, which is repeated.
      let isInWork = try files.facts(of: layout.folder(of: session.text)) != nil
      let isKnown = try isInWork || store.wasPurged(session)
      if try isKnown || store.existingSession(session) != nil { found.append((file, session)) }
    }
    try store.add(hashed: found)
    try files.removeFile(path)
    try files.removeIfThere(layout.control + "/analysing")
  }

  private func entry(in line: [UInt8]) -> (ClaimedFile, SessionID)? {
    guard let json = try? JSONValue.parse(line), json["schema"]?.text == Self.schema,
      let name = json["name"]?.text, let stem = json["stem"]?.text, let kind = json["kind"]?.text,
      let session = json["session_id"]?.text.flatMap(SessionID.init),
      let device = json["device"]?.text, let inode = json["inode"]?.text,
      case .int(let size) = json["size_bytes"], case .int(let modified) = json["modified_ns"]
    else { return nil }
    let file = ClaimedFile(
      inbox: inbox, path: name, stem: kind == "recording" ? stem : nil,
      stamp: "\(device):\(inode):\(size):\(modified)")
    return (file, session)
  }
}

extension FileStamp {
  /// The stamp in a store and in work folders.
  var text: String { "\(device):\(inode):\(size):\(modified)" }

  init?(_ text: String) {
    let parts = text.split(separator: ":")
    guard parts.count == 4, let device = UInt64(parts[0]), let inode = UInt64(parts[1]),
      let size = Int(parts[2]), let modified = Int64(parts[3])
    else { return nil }
    self.init(device: device, inode: inode, size: size, modified: modified)
  }
}

extension JSONValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }
}
