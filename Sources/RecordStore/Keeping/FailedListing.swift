// All that is in `failed/`, for people.

/// What could not be used, by the reports in `failed/`.
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

    /// The name of the report in `failed/`.
    let reportFile: String

    /// The name of the file in `failed/`; nil for one that lies elsewhere.
    package var file: String?

    /// SHA-256 of the file as it was found; nil where nobody could read it.
    package var sha256: String?

    /// Where the file lies, if it could not be put away.
    package var path: String?
  }

  /// In the order of their names in the folder.
  package internal(set) var reports: [Report] = []

  /// Names of reports that cannot be read.
  package internal(set) var unreadable: [String] = []
}

extension RecordStore {
  /// Everything that could not be used.
  package func failedListing() throws(StoreError) -> FailedListing {
    var listing = FailedListing()
    for name in try disk.listIfPresent(layout.failed) where name.hasSuffix(Self.errorEnding) {
      do {
        guard let stored = try disk.readIfPresent("\(layout.failed)/\(name)") else { continue }
        listing.reports.append(try listed(stored, name))
      } catch {
        listing.unreadable.append(name)
      }
    }
    return listing
  }

  private func listed(
    _ stored: [UInt8], _ name: String
  ) throws(StoreError) -> FailedListing.Report {
    let bytes = try openedReport(stored, as: name)
    if let failure = try? FailureReport(parsing: bytes, file: name) {
      return FailedListing.Report(
        name: failure.name, fault: failure.fault, session: failure.session,
        failedAt: failure.failedAt, reportFile: name, file: failure.file, sha256: failure.sha256)
    }
    let stranded = try StrandedReport(parsing: bytes, file: name)
    return FailedListing.Report(
      name: stranded.name, fault: stranded.fault, session: stranded.session,
      failedAt: stranded.failedAt, reportFile: name, path: stranded.path)
  }
}
