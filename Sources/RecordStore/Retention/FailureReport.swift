// The reports of quarantined and unreadable files.

package import VoiceTypes

package struct QuarantinedFile: Sendable {
  package var source: String
  package var name: String
  package var fault: StateFault

  /// The session of the file. Nil for none.
  package var session: SessionID?

  /// Whether the file is a sidecar or checksum file. Of a large one, only the beginning is saved.
  package var isCompanion: Bool

  package init(
    source: String, name: String, fault: StateFault, session: SessionID?, isCompanion: Bool = false
  ) {
    (self.source, self.name, self.fault, self.session) = (source, name, fault, session)
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

  package var failedAt: StoreTime

  /// Problem and advice.
  package var fault: StateFault

  /// The original size of a truncated file. Only its beginning is stored.
  package var cutFromBytes: Int?
}

extension FailureReport: Shaped {
  package static let shape = Shape(FailureReport.init) {
    Derived(schema: schema)
    Field("name", \.name, .anyText)
    Field("file", \.file, .anyText)
    Field("sha256", \.sha256, .hash)
    Field("session_id", \.session, .orNull(.sessionID))
    Field("failed_at", \.failedAt, .time)
    Field("error", \.fault, .shaped)
    Field("cut_from_bytes", \.cutFromBytes, ifThere: .count)
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

/// The report of an unreadable file, which stays where it is.
package struct StrandedReport: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/stranded/1"

  /// The original file name.
  package var name: String

  /// The path of the file, as the watcher was given it.
  package var path: String

  /// The session of the file. Nil for none.
  package var session: SessionID?

  /// The time of the last attempt.
  package var failedAt: StoreTime

  /// Problem and advice.
  package var fault: StateFault
}

extension StrandedReport: Shaped {
  package static let shape = Shape(StrandedReport.init) {
    Derived(schema: schema)
    Field("name", \.name, .anyText)
    Field("lies_at", \.path, .anyText)
    Field("session_id", \.session, .orNull(.sessionID))
    Field("failed_at", \.failedAt, .time)
    Field("error", \.fault, .shaped)
  }
}

/// The reports of quarantined and unreadable files.
package struct FailedListing: Sendable {
  /// A quarantined or unreadable file.
  package struct Report: Sendable {
    /// The original file name.
    package let name: String

    /// Problem and advice.
    package let fault: StateFault

    /// The session of the file. Nil for none.
    package let session: SessionID?

    /// The time of the failure.
    package let failedAt: StoreTime

    /// The name in the report. Nil for a file that stays where it is.
    package var file: String?

    /// SHA-256 of the file. Nil if it was unreadable.
    package var sha256: String?

    /// The path of a file that could not be moved to quarantine.
    package var path: String?
  }

  /// Quarantined files first, then unreadable ones, each oldest first.
  package internal(set) var reports: [Report] = []

  /// Numbers of damaged reports.
  package internal(set) var unreadable: [String] = []
}
