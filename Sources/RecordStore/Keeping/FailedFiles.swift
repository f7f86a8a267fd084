// Recordings and companions that cannot be used: `failed/NAME` with `failed/NAME.error.json`, which
// says what was wrong and what to do. The error comes first, so that a file that is there is
// explained. (How an encrypted store names and writes them is told in SealedReports.swift.)
//
// The names of people's files have no place in a log that outlives them: logs know a failed file by
// a keyed hash of its name. A file of a session is named by that session's log, any other by the log
// of the store. The source goes last of all, so that a file which no log names yet may be removed
// after a crash (`FailedMark`).

internal import VoiceTypes

extension RecordStore {
  /// Puts a file away with a report; the source is gone when this returns. May be repeated after a
  /// fault, also when the source is gone already.
  /// - Returns: The report.
  @discardableResult
  package func keepFailed(_ failed: FailedFile) throws(StoreError) -> FailureReport {
    guard options.access == .writing else { throw .readOnly }
    let size = try disk.facts(of: failed.source)?.size
    if let size, size > Self.mostFailedBytesRead { return try keepLarge(failed, bytes: size) }
    guard let bytes = try disk.readIfPresent(failed.source, atMost: Self.mostFailedBytesRead) else {
      guard let known = try slot(for: failed, sha256: nil).report else {
        throw .unusable("\(failed.source) is gone; nothing was put away")
      }
      try auditFailure(known)
      try unmark(known)
      return known
    }
    let report = try report(of: failed, sha256: StoreSecrets.sha256(of: bytes))
    let stored = try sealed(bytes, for: Self.sealedPlace(of: report))
    _ = try place(stored, at: report.file, of: report.session, .replacing)
    try auditFailure(report)
    try disk.removeIfPresent(failed.source)
    try unmark(report)
    return report
  }

  /// The reports of all files that were put away.
  package func failureReports() throws(StoreError) -> [FailureReport] {
    var reports: [FailureReport] = []
    for name in try failedNames() where name.hasSuffix(Self.errorEnding) {
      guard let bytes = try disk.readIfPresent("\(layout.failed)/\(name)") else { continue }
      // A report that was changed by hand is for `verify`; it must not stop other files.
      if let report = try? failureReport(bytes, name) { reports.append(report) }
    }
    return reports
  }

  /// The names of the files in the folder; folders and links there are nothing of the store's.
  func failedNames() throws(StoreError) -> [String] {
    var names: [String] = []
    for name in try disk.listIfPresent(layout.failed)
    where try disk.facts(of: "\(layout.failed)/\(name)")?.kind == .file { names.append(name) }
    return names
  }

  /// The report in the bytes of a file of that name.
  private func failureReport(_ bytes: [UInt8], _ name: String) throws(StoreError) -> FailureReport {
    try FailureReport(parsing: openedReport(bytes, as: name), file: "\(layout.failed)/\(name)")
  }

  /// The bytes of a file that was put away, as it was found.
  package func failedBytes(_ report: FailureReport) throws(StoreError) -> [UInt8]? {
    guard let bytes = try disk.readIfPresent("\(layout.failed)/\(report.file)") else { return nil }
    return try opened(bytes, of: Self.sealedPlace(of: report))
  }

  /// The recording of a session, if it was put away; nil if it was not, or is there no more.
  package func failedRecording(of session: StoredSession) throws(StoreError) -> [UInt8]? {
    // A session may have a companion that was put away beside it.
    guard let recording = try session.header()?.recording else { return nil }
    for report in try failureReports()
    where report.session == session.id && report.sha256 == recording.sha256 {
      // One that is too large to be analysed is too large to be read at once.
      let size = try disk.facts(of: "\(layout.failed)/\(report.file)")?.size
      guard let size, size <= Self.mostFailedBytesRead else { continue }
      if let bytes = try failedBytes(report) { return bytes }
    }
    return nil
  }

  // MARK: - Steps

  /// The report of a file, in which its name is its own: several may come by one name at once.
  func report(
    of failed: FailedFile, sha256: String
  ) throws(StoreError) -> FailureReport {
    while true {
      let slot = try slot(for: failed, sha256: sha256)
      if let known = slot.report {
        try mark(known)
        return known
      }
      var report = FailureReport(
        name: failed.name, file: slot.file, sha256: sha256, at: options.clock.now(),
        fault: failed.fault)
      report.session = failed.session
      let name = reportName(ofFile: slot.file)
      let bytes = try reportBytes(report.json, as: name)
      try mark(report)
      if try place(bytes, at: name, of: failed.session, .keepingExisting) {
        return report
      }
      // Another file has the name now; if it is the same one, the mark is its too.
      if try self.slot(for: failed, sha256: sha256).file != slot.file { try unmark(report) }
    }
  }

  /// The first name that is free, or the report that an earlier try left for the same file.
  private func slot(
    for failed: FailedFile, sha256: String?
  ) throws(StoreError) -> (file: String, report: FailureReport?) {
    var number = 1
    while true {
      let file = failedFileName(failed.name, number)
      let name = reportName(ofFile: file)
      if let bytes = try disk.readIfPresent("\(layout.failed)/\(name)") {
        let report = try? failureReport(bytes, name)
        if let report, Self.isSame(report, failed, sha256) { return (file, report) }
      } else if try disk.facts(of: "\(layout.failed)/\(file)") == nil {
        return (file, nil)
      }
      number += 1
    }
  }

  private static func isSame(
    _ report: FailureReport, _ failed: FailedFile, _ sha256: String?
  ) -> Bool {
    // Names are compared byte by byte: equality of texts ignores how accents are composed.
    report.session == failed.session && Array(report.name.utf8) == Array(failed.name.utf8)
      && (sha256.map { $0 == report.sha256 } ?? (failed.session != nil))
  }

  /// Writes a file of the folder durably; false if the name is taken and is to be kept.
  func place(
    _ bytes: [UInt8], at name: String, of session: SessionID?, _ rule: RenameRule
  ) throws(StoreError) -> Bool {
    // The name would make too long a name there; these files are not brought on by a later start.
    let staged = layout.staged(
      "", of: "failed-\(session?.text ?? "")", sha256: StoreSecrets.sha256(of: bytes))
    try disk.stage(bytes, at: staged)
    do throws(FileSystemError) {
      try disk.fileSystem.settle(
        staged, at: "\(layout.failed)/\(name)", in: layout.failed, rule)
      return true
    } catch {
      guard error.isExisting else { throw .fileSystem(error) }
      try disk.removeIfPresent(staged)
      return false
    }
  }

  private static func sealedPlace(of report: FailureReport) -> SealedPlace {
    SealedPlace(owner: "failed", name: report.sha256)
  }

  /// Says in the session's log, or in that of the store, which files were put away.
  func auditFailure(
    _ report: FailureReport, _ presence: FailedPresence = .there
  ) throws(StoreError) {
    var documents: [AuditedDocument] = []
    for name in failedNames(of: report) {
      let found =
        presence == .onItsWay && name == report.file
        ? report.sha256 : try disk.sha256IfPresent("\(layout.failed)/\(name)")
      guard let sha256 = found else { continue }
      documents.append(AuditedDocument(name: failedTag(of: name), sha256: sha256))
    }
    do {
      try audit("put_away", documents, of: report.session)
    } catch {
      // A session that is purged meanwhile takes its files along.
      if case .purged = error {
        try removeFailed(report)
        try unmark(report)
      }
      throw error
    }
  }

  /// A failed file as logs know it.
  func failedTag(of name: String) -> String {
    "failed/" + secrets.keyedHash(of: Hex.text(of: name.utf8), for: .failedName).prefix(32)
  }

  /// Removes files that were put away, with their reports; the reports go last. Logs that stay are
  /// told first.
  func removeFailed(
    _ trace: RemovalTrace, _ isMeant: (FailureReport) -> Bool
  ) throws(StoreError) {
    let reports = try failureReports().filter(isMeant)
    guard !reports.isEmpty else { return }
    if trace == .logged {
      for report in reports { try mark(report) }
      try auditRemoval(of: reports)
    }
    for report in reports { try removeFailed(report) }
    try disk.synchronizeFolder(layout.failed)
    if trace == .logged { for report in reports { try unmark(report) } }
  }

  private func removeFailed(_ report: FailureReport) throws(StoreError) {
    for name in failedNames(of: report) {
      try disk.removeIfPresent("\(layout.failed)/\(name)")
    }
  }

  /// The names of a file and of its report in the folder, in the order in which they may be removed.
  func failedNames(of report: FailureReport) -> [String] {
    [report.file, reportName(ofFile: report.file)]
  }
}

/// Where a file is when a log names it.
enum FailedPresence {
  case there
  /// Still where it was found; it comes as it is, not encrypted.
  case onItsWay
}

/// What is left of failed files that are removed.
enum RemovalTrace {
  /// A line of the log that names them.
  case logged
  /// Nothing: the log that names them goes too.
  case none
}
