// The list of quarantined and unreadable files.

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
