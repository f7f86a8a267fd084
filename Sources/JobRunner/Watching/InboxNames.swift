// Kinds of files in an inbox, by name.

internal import VoiceTypes

/// The kind of a file in an inbox.
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

  /// The recording of a checksum file.
  package static func recording(ofChecksum path: String) -> String {
    String(path.dropLast(checksum.count))
  }

  /// The checksum file of a recording.
  package static func checksum(of recording: String) -> String { recording + checksum }

  /// The sidecar of a recording.
  package static func sidecar(of recording: String) -> String { stem(of: recording) + sidecar }
}
