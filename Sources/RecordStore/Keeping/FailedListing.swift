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

/// What a report says: of a file beside it, or of one that lies elsewhere.
enum FiledReport {
  case failure(FailureReport)
  case stranded(StrandedReport)

  var session: SessionID? {
    switch self {
    case .failure(let report): report.session
    case .stranded(let report): report.session
    }
  }
}

extension RecordStore {
  /// Everything that could not be used.
  package func failedListing() throws(StoreError) -> FailedListing {
    var listing = FailedListing()
    for name in try disk.listIfPresent(layout.failed) where name.hasSuffix(Self.errorEnding) {
      guard let stored = try? disk.readIfPresent("\(layout.failed)/\(name)") ?? [] else {
        listing.unreadable.append(name)
        continue
      }
      switch filedReport(stored, name) {
      case .failure(let failure):
        listing.reports.append(
          FailedListing.Report(
            name: failure.name, fault: failure.fault, session: failure.session,
            failedAt: failure.failedAt, reportFile: name, file: failure.file,
            sha256: failure.sha256))
      case .stranded(let stranded):
        listing.reports.append(
          FailedListing.Report(
            name: stranded.name, fault: stranded.fault, session: stranded.session,
            failedAt: stranded.failedAt, reportFile: name, path: stranded.path))
      case nil: listing.unreadable.append(name)
      }
    }
    return listing
  }

  /// The reports in the folder, with the names of their files. One that was changed by hand is for
  /// `verify`; it must not stop others.
  func filedReports() throws(StoreError) -> [(file: String, report: FiledReport)] {
    var found: [(file: String, report: FiledReport)] = []
    for file in try failedNames() where file.hasSuffix(Self.errorEnding) {
      guard let bytes = try disk.readIfPresent("\(layout.failed)/\(file)") else { continue }
      if let report = filedReport(bytes, file) { found.append((file, report)) }
    }
    return found
  }

  /// The report in the bytes of a file of that name; nil for none that can be read.
  func filedReport(_ stored: [UInt8], _ name: String) -> FiledReport? {
    guard let bytes = try? openedReport(stored, as: name) else { return nil }
    if let failure = try? FailureReport(parsing: bytes, file: name) { return .failure(failure) }
    return (try? StrandedReport(parsing: bytes, file: name)).map(FiledReport.stranded)
  }
}
