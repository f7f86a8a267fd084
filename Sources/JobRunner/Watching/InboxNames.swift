// Which names in an inbox mean what. Programs that copy, sync and browse leave files behind that
// are no recordings, and write recordings under names that are not yet theirs.

internal import VoiceTypes

/// What a file in the inbox is for, by its name.
package enum InboxFile: Equatable, Sendable {
  case recording
  /// What is known of the recording of the same name: `NAME.json`.
  case sidecar
  /// The fingerprint of a recording: `NAME.wav.sha256`.
  case checksum
  /// Half a file, a hidden one, or one that the system keeps for itself.
  case ignored
  /// Nothing that is asked for here; it is left alone, and counted.
  case foreign
}

/// Tells the files of an inbox apart.
package struct InboxNames: Sendable {
  /// What copying programs and systems leave behind, besides hidden files.
  package static let usuallyIgnored = [
    "*.part", "*.partial", "*.tmp", "*.temp", "*.crdownload", "*.download", "*.filepart", "*.swp",
    "*~", "~$*", "desktop.ini", "thumbs.db", "@eadir", "__macosx", "lost+found",
    "$recycle.bin", "system volume information",
  ]

  private static let sidecar = ".json"
  private static let checksum = ".sha256"

  private let ignored: [FilePattern]

  /// Names with patterns to ignore besides the usual ones.
  package init(ignoring patterns: [String] = []) {
    ignored = (Self.usuallyIgnored + patterns).map { FilePattern($0, letters: .ofAnyCase) }
  }

  /// Whether a file or folder of this name is passed over.
  package func ignores(_ name: String) -> Bool {
    name.hasPrefix(".") || ignored.contains { $0.matches(name) }
  }

  /// What a file of this name is for.
  package func kind(of name: String) -> InboxFile {
    if ignores(name) { return .ignored }
    if RecordingName.fits(name) { return .recording }
    if name.hasSuffix(Self.sidecar) { return .sidecar }
    if name.hasSuffix(Self.checksum) { return .checksum }
    return .foreign
  }

  /// What a recording and its sidecar have in common: the path without its ending.
  package static func stem(of path: String) -> String {
    path.lowercased().hasSuffix(sidecar)
      ? String(path.dropLast(sidecar.count)) : RecordingName.stem(of: path)
  }

  /// The recording that a file of a fingerprint speaks of.
  package static func recording(ofChecksum path: String) -> String {
    String(path.dropLast(checksum.count))
  }

  /// The file beside a recording that would hold its fingerprint.
  package static func checksum(of recording: String) -> String { recording + checksum }

  /// The file beside a recording that would hold what is known of it.
  package static func sidecar(of recording: String) -> String { stem(of: recording) + sidecar }
}
