// The paths of an inbox, and kinds of files by name. The folder of the watcher is on the same file
// system, so that a claim is a rename.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

package struct InboxLayout: Sendable, Equatable {
  /// The folder that receives recordings.
  package let root: String

  package init(root: String) {
    let trimmed = root.reversed().drop { $0 == "/" }.reversed()
    self.root = trimmed.isEmpty ? "/" : String(trimmed)
  }

  /// The folder of the watcher.
  package var control: String { root + "/.sagevoice" }

  /// Claimed recordings, each in a folder named by its session.
  package var work: String { control + "/work" }

  /// The file with the identifier of the inbox in the store. A moved inbox keeps it.
  package var identifier: String { control + "/inbox" }

  package var lock: String { control + "/lock" }
  package var status: String { control + "/status.json" }

  /// Returns the identifier of the inbox. The first call creates it.
  func readIdentifier(_ files: any FileSystem) throws(FileSystemError) -> String {
    let known = try files.facts(of: identifier) == nil ? [] : files.read(identifier)
    if let id = SessionID(String(decoding: known, as: UTF8.self)) { return id.text }
    let made = SessionID.fresh().text
    try files.replace(identifier, with: Array(made.utf8), durability: .synced)
    return made
  }

  /// The work folder of a claimed recording.
  package func folder(of session: String) -> String { work + "/" + session }

  /// The path relative to the inbox.
  package func relative(_ path: String) -> String {
    path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
  }

  /// The last component of a path.
  package static func name(of path: String) -> String {
    // By byte, like the system: a slash with a combining accent is another character.
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) }
      ?? path
  }
}

package enum InboxFile: Equatable, Sendable {
  case recording
  /// Metadata of the recording of the same name: `NAME.json`.
  case sidecar
  /// The checksum of a recording: `NAME.wav.sha256`.
  case checksum
  /// A partial, hidden or system file.
  case ignored
  /// Any other file; it is counted and left alone.
  case foreign
}

/// Classifies the files of an inbox.
package struct InboxNames: Sendable {
  /// Files of copying programs and systems, in addition to hidden files.
  package static let usuallyIgnored = [
    "*.part", "*.partial", "*.tmp", "*.temp", "*.crdownload", "*.download", "*.filepart", "*.swp",
    "*~", "~$*", "desktop.ini", "thumbs.db", "@eadir", "__macosx", "lost+found",
    "$recycle.bin", "system volume information",
  ]

  private static let sidecar = ".json"
  private static let checksum = ".sha256"
  private let ignored: [FilePattern]

  /// - Parameter patterns: Names to ignore in addition to the usual ones.
  package init(ignoring patterns: [String] = []) {
    ignored = (Self.usuallyIgnored + patterns).map { FilePattern($0, letters: .ofAnyCase) }
  }

  package func ignores(_ name: String) -> Bool {
    name.hasPrefix(".") || ignored.contains { $0.matches(name) }
  }

  package func kind(of name: String) -> InboxFile {
    if ignores(name) { return .ignored }
    if RecordingName.fits(name) { return .recording }
    if name.hasSuffix(Self.sidecar) { return .sidecar }
    if name.hasSuffix(Self.checksum) { return .checksum }
    return .foreign
  }

  /// The path without its ending, which a recording and its sidecar share.
  package static func stem(of path: String) -> String {
    path.lowercased().hasSuffix(sidecar)
      ? String(path.dropLast(sidecar.count)) : RecordingName.stem(of: path)
  }

  package static func recording(ofChecksum path: String) -> String {
    String(path.dropLast(checksum.count))
  }

  package static func checksum(of recording: String) -> String { recording + checksum }

  package static func sidecar(of recording: String) -> String { stem(of: recording) + sidecar }
}

// The claimed files of an inbox. A recording that stays in the inbox is not analysed again, and a late sidecar finds its
// session. The first change of a session stores its files (`ClaimedFile`). Until then the work folder has them.

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
