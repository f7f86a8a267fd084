// The paths of an inbox, and kinds of files by name. The folder of the watcher is on the same file
// system, so that a claim is a rename.

internal import RecordStore
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
