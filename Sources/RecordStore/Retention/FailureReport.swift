// The report of a quarantined file.

package import VoiceTypes

/// A file to quarantine.
package struct FailedFile: Sendable {
  /// The path.
  package var source: String

  /// The original file name.
  package var name: String

  /// The problem.
  package var fault: StateFault

  /// The session of the file. Nil for none.
  package var session: SessionID?

  /// Whether the file is a sidecar or checksum file. Of a large one, only the beginning is saved.
  package var isCompanion: Bool

  package init(
    source: String, name: String, fault: StateFault, session: SessionID?, isCompanion: Bool = false
  ) {
    self.source = source
    self.name = name
    self.fault = fault
    self.session = session
    self.isCompanion = isCompanion
  }
}

/// The report of a quarantined file. Its copy in a plain store is `NAME.error.json`.
package struct FailureReport: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/failed/1"

  /// The original file name.
  package var name: String

  /// The SHA-256 of the file. In a store of version 0.24 or earlier: the name of the file next to the report.
  package var file: String

  /// SHA-256 of the stored bytes.
  package var sha256: String

  /// The session of the file. Nil for none.
  package var session: SessionID?

  /// The time of quarantine.
  package var failedAt: StoreTime

  /// Problem and advice.
  package var fault: StateFault

  /// The original size of a truncated file. Only its beginning is stored.
  package var cutFromBytes: Int?

  var json: JSONValue { Self.shape.json(of: self) }

  package init(
    name: String, file: String, sha256: String, at time: StoreTime, fault: StateFault
  ) {
    self.name = name
    self.file = file
    self.sha256 = sha256
    failedAt = time
    self.fault = fault
  }

  init(parsing bytes: [UInt8], file path: String) throws(StoreError) {
    self = try Self.shape.read(bytes, file: path, by: .failed)
  }
}

extension FailureReport: Shaped {
  package static let shape = Shape<FailureReport> {
    Derived(schema: schema)
    Field("name", \.name, .anyText)
    Field("file", \.file, .anyText)
    Field("sha256", \.sha256, .hash)
    Field("session_id", \.session, .orNull(.sessionID))
    Field("failed_at", \.failedAt, .time)
    Field("error", \.fault, .shaped)
    Field("cut_from_bytes", \.cutFromBytes, ifThere: .count)
  } make: { name, file, sha256, session, time, fault, cutFromBytes in
    var report = FailureReport(name: name, file: file, sha256: sha256, at: time, fault: fault)
    report.session = session
    report.cutFromBytes = cutFromBytes
    return report
  }
}

/// Valid file names for failed files.
enum FailedName {
  /// Maximum bytes of a stem. With number and ending a name has at most 255 bytes.
  private static let mostBytes = 220

  /// The name with invalid characters replaced, truncated to `mostBytes`.
  static func usable(_ name: String) -> String {
    let single = name.replacing("/", with: "_").replacing("\0", with: "_")
    var kept = String.UnicodeScalarView()
    var room = mostBytes
    for scalar in single.unicodeScalars {
      room -= UTF8.width(scalar)
      if room < 0 { break }
      kept.append(scalar)
    }
    let text = String(kept)
    return ["", ".", ".."].contains(text) ? "unnamed" : text
  }
}
