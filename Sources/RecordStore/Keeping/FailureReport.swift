// The report of a quarantined file.

package import VoiceTypes

/// A file that is put away because it cannot be used.
package struct FailedFile: Sendable {
  /// Where it is.
  package var source: String

  /// Its name as it was found.
  package var name: String

  /// What is wrong.
  package var fault: StateFault

  /// The session it belongs to; nil for none.
  package var session: SessionID?

  /// Whether it only tells of a recording: of one that is too large to be put away the beginning is
  /// enough.
  package var isCompanion: Bool

  /// A file that failed.
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

  /// The name as it was found.
  package var name: String

  /// The SHA-256 of the file. In a store of version 0.24 or earlier: the name of the file next to the report.
  package var file: String

  /// SHA-256 of the file as it was found.
  package var sha256: String

  /// The session it belongs to; nil for none.
  package var session: SessionID?

  /// When it was put away.
  package var failedAt: StoreTime

  /// What is wrong, and what to do.
  package var fault: StateFault

  /// The bytes that it had, if it was too large and only its beginning is kept; SHA-256 is of that.
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

/// Names for failed files.
enum FailedName {
  /// Bytes of a stem: with a number and the longest ending it stays within the 255 of a name.
  private static let mostBytes = 220

  /// The name without what no file name may have, and not too long.
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
