// The list of quarantined and unreadable files.

/// The reports of quarantined and unreadable files.
package struct FailedListing: Sendable {
  /// One file that could not be used.
  package struct Report: Sendable {
    /// The name as it was found.
    package let name: String

    /// What is wrong, and what to do.
    package let fault: StateFault

    /// The session it belongs to; nil for none.
    package let session: SessionID?

    /// When it failed.
    package let failedAt: StoreTime

    /// The name in the report. Nil for a file that stays where it is.
    package var file: String?

    /// SHA-256 of the file as it was found; nil where nobody could read it.
    package var sha256: String?

    /// Where the file lies, if it could not be put away.
    package var path: String?
  }

  /// Quarantined files first, then unreadable ones, each oldest first.
  package internal(set) var reports: [Report] = []

  /// Numbers of damaged reports.
  package internal(set) var unreadable: [String] = []
}
