// The file of a fingerprint: as `sha256sum` writes it, with `--tag` (BSD) or without (GNU), or the
// bare digits. What is none of these is never taken for one, and never passed over: whoever put
// it there wanted the recording checked.

internal import RecordStore
internal import VoiceTypes

/// Reads `NAME.wav.sha256`.
enum ChecksumFile: Equatable {
  /// There is no such file.
  case none
  /// The 64 digits that are given for the recording.
  case digest(String)
  /// It does not say what the recording's fingerprint is; what was found instead.
  case unusable(String)

  /// For a recording whose bytes are others.
  static let mismatch = StateFault(FaultText.checksumMismatch)

  /// For a recording that cannot be checked.
  static func unusable(_ found: String) -> StateFault {
    StateFault(FaultText.checksumUnusable, [.found: found])
  }

  /// Whether a fault is one of the fingerprint, which is then kept with the recording.
  static func isConcerned(in fault: StateFault) -> Bool {
    fault.code == mismatch.code || fault.code == unusable("").code
  }

  /// The fingerprint that is given for a recording of a name.
  static func read(
    at path: String, for name: String, _ files: any FileSystem
  ) throws -> ChecksumFile {
    do {
      let limit = WatchSettings.mostChecksumBytes
      guard let facts = try files.facts(of: path) else { return .none }
      guard facts.size <= limit else {
        return .unusable("\(facts.size) bytes, more than the limit of \(limit)")
      }
      return parse(try files.read(path, atMost: limit), for: name)
    } catch {
      if error.isMissing { return .none }
      throw error
    }
  }

  /// The fingerprint that a file's bytes give for a recording of a name.
  static func parse(_ bytes: [UInt8], for name: String) -> ChecksumFile {
    let lines = bytes.withoutByteOrderMark.split {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    .map { Array($0.drop { $0 <= 0x20 }) }
    .filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    var entries: [ChecksumLine] = []
    for line in lines {
      guard let entry = ChecksumLine(line) else { return .unusable(ChecksumLine.whatElse(line)) }
      entries.append(entry)
    }
    return choice(among: entries, for: name)
  }

  /// The entry of the recording. One alone may have another name: files are renamed on their way.
  private static func choice(among entries: [ChecksumLine], for name: String) -> ChecksumFile {
    guard let first = entries.first else { return .unusable("no checksum") }
    let own = entries.filter { $0.name.map { InboxLayout.name(of: $0) == name } ?? false }
    let meant = own.isEmpty ? entries : own
    guard Set(meant.map(\.digest)).count == 1 else {
      return .unusable("\(meant.count) different checksums")
    }
    return .digest(own.first?.digest ?? first.digest)
  }
}
