// Quarantine: the database stores the content of unusable files. Files that cannot be moved get a report with their
// path.

internal import VoiceTypes

extension RecordStore {
  /// Maximum bytes of a stored file [E].
  private static let mostFailedBytes = 1 << 26

  package func canStore(fileOf bytes: Int) -> Bool { bytes <= Self.mostFailedBytes }

  /// Bytes stored of a longer sidecar: more than any valid one has [E].
  private static let sidecarBytes = 1 << 20

  /// Moves a file into the store, with a report.
  /// - Parameter files: The file system of the file; nil for that of the store.
  @discardableResult
  package func quarantine(
    _ failed: QuarantinedFile, in files: (any FileSystem)? = nil
  ) throws(StoreError) -> FailureReport {
    guard access == .writing else { throw .readOnly }
    let files = files ?? self.files
    do {
      let source = try contents(of: failed, files)
      let report = try write { rows in try rows.quarantine(failed, source) }
      try files.removeIfThere(failed.source)
      return report
    } catch {
      throw StoreError(error)
    }
  }

  /// The content of a file, and only the beginning of a sidecar that is too long to be stored. Nil if an earlier call has
  /// removed the file.
  private func contents(
    of failed: QuarantinedFile, _ files: any FileSystem
  ) throws -> FailedContents? {
    let path = failed.source
    if failed.isCompanion, let size = try files.facts(of: path)?.size, !canStore(fileOf: size) {
      let bytes = try files.read(path, from: 0, count: Self.sidecarBytes)
      return FailedContents(
        bytes: bytes, sha256: StoreSecrets.sha256(of: bytes), cutFromBytes: size)
    }
    let limit = Self.mostFailedBytes
    do throws(FileSystemError) {
      guard let sha256 = try files.sha256(of: path, atMost: limit) else {
        throw .tooLarge(path, .read)
      }
      return FailedContents(bytes: try files.read(path, atMost: limit), sha256: sha256)
    } catch {
      if error.isMissing { return nil }
      guard error.isTooLarge else { throw error }
      throw StoreError.unusable("\(path) is too large to quarantine")
    }
  }

  // MARK: - Reading

  /// All reports of quarantined and unreadable files.
  package func failedListing() throws(StoreError) -> FailedListing {
    try read { rows in
      var listing = FailedListing()
      for file in try rows.failures() {
        guard let failure = file.report else {
          listing.unreadable.append("\(file.number)")
          continue
        }
        listing.reports.append(
          FailedListing.Report(
            name: failure.name, fault: failure.fault, session: failure.session,
            failedAt: failure.failedAt, file: failure.file,
            sha256: failure.sha256))
      }
      for (number, report) in try rows.strandedReports() {
        guard let report else {
          listing.unreadable.append("stranded/\(number)")
          continue
        }
        listing.reports.append(
          FailedListing.Report(
            name: report.name, fault: report.fault, session: report.session,
            failedAt: report.failedAt, path: report.path))
      }
      return listing
    }
  }

  /// The reports of the quarantined files, oldest first. Damaged ones are left out.
  package func failureReports() throws(StoreError) -> [FailureReport] {
    try read { rows in try rows.failures().compactMap(\.report) }
  }

  /// The bytes of a quarantined file. Nil if it was removed.
  package func failedBytes(_ report: FailureReport) throws(StoreError) -> [UInt8]? {
    try read { rows in try rows.failedBytes(of: report.session, sha256: report.sha256) }
  }

  /// The recording of a session. Nil if it is not quarantined.
  package func failedRecording(of session: StoredSession) throws(StoreError) -> [UInt8]? {
    guard let sha256 = try session.header()?.recording.sha256 else { return nil }
    return try read { rows in try rows.failedBytes(of: session.id, sha256: sha256) }
  }

  // MARK: - Unreadable files

  package func removeStrandedReports(of session: SessionID) throws(StoreError) {
    try write { rows in
      _ = try rows.run(
        "delete from stranded_file where tenant = $1 and session = $2",
        .session(session))
    }
  }

  package func removeLeftReport(of path: String) throws(StoreError) {
    try write { rows in
      _ = try rows.run(
        "delete from stranded_file where tenant = $1 and session is null and path = $2",
        rows.column(path, .failedName))
    }
  }

  package func strandedReports() throws(StoreError) -> [StrandedReport] {
    try read { rows in try rows.strandedReports().compactMap(\.report) }
  }

  package func reportStranded(
    _ path: String, named name: String, of session: SessionID? = nil, for fault: StateFault
  ) throws(StoreError) {
    try write { rows in
      try rows.lock("stranded")
      if let session { try rows.checkNotPurged(session) }
      let isKnown = try rows.finds(
        """
        select 1 from stranded_file where tenant = $1
          and session is not distinct from $2 and (session is not null or path = $3)
        """, .session(session), rows.column(path, .failedName))
      guard !isKnown else { return }
      try rows.insert(
        StrandedReport(
          name: name, path: path, session: session, failedAt: try rows.now(), fault: fault))
    }
  }
}

/// The bytes of a file to quarantine.
struct FailedContents {
  let bytes: [UInt8]
  let sha256: String

  /// The length of the file if `bytes` are only its beginning.
  var cutFromBytes: Int?
}

extension StoreTransaction {
  /// The rows of quarantined files. The report is nil if it is damaged.
  fileprivate func failures() throws -> [(number: Int, report: FailureReport?)] {
    try run("select number, report, sha256 from failed_file where tenant = $1 order by number").map
    {
      row in
      let (bytes, hash) = (try row.bytes(1), try row.text(2))
      return (try row.int(0), try unlessDamaged { try failure(bytes, hash) })
    }
  }

  /// The rows of unreadable files. The report is nil if it is damaged.
  fileprivate func strandedReports() throws -> [(number: Int, report: StrandedReport?)] {
    try run("select number, report from stranded_file where tenant = $1 order by number").map {
      row in
      let bytes = try row.bytes(1)
      return (try row.int(0), try unlessDamaged { try stranded(bytes) })
    }
  }

  /// Decodes the report of an unreadable file.
  func stranded(_ report: [UInt8]) throws -> StrandedReport {
    try StoredJSON.read(opened(report, as: .stranded), at: "a report of an unreadable file")
  }

  fileprivate func failedBytes(of session: SessionID?, sha256: String) throws -> [UInt8]? {
    let hash = form.names.column(sha256, .sound)
    let found = try run(
      """
      select bytes from failed_file where tenant = $1 and session is not distinct from $2
        and sha256 = $3 limit 1
      """, .session(session), .text(hash))
    return try found.first.map { row in
      try opened(row.bytes(0), as: .failed(hash, isReport: false))
    }
  }

  /// Quarantines bytes. `source` is nil if an earlier call has removed the file.
  func quarantine(_ failed: QuarantinedFile, _ source: FailedContents?) throws -> FailureReport {
    try lock("failed/\(failed.name)")
    if let session = failed.session {
      try lock(session)
      try checkNotPurged(session)
    }
    let known = try run(
      """
      select report, sha256 from failed_file where tenant = $1 and name = $2
        and session is not distinct from $3
        and case when cast($4 as text) is null then session is not null else sha256 = $4 end
      order by number limit 1
      """, column(failed.name, .failedName), .session(failed.session),
      column(source?.sha256, .sound))
    if let row = known.first {
      let (bytes, hash) = (try row.bytes(0), try row.text(1))
      let report = try unlessDamaged { try failure(bytes, hash) }
      if let report { return report }
    }
    guard let source else {
      throw StoreError.unusable("\(failed.source) is missing; nothing was quarantined")
    }
    let report = FailureReport(
      name: failed.name, file: source.sha256, sha256: source.sha256, session: failed.session,
      failedAt: try now(), fault: failed.fault, cutFromBytes: source.cutFromBytes)
    try insert(report, source.bytes)
    return report
  }

  /// Inserts the row of a quarantined file.
  func insert(_ report: FailureReport, _ bytes: [UInt8]) throws {
    let hash = form.names.column(report.sha256, .sound)
    let rows = try run(
      """
      insert into failed_file (tenant, session, name, sha256, report, bytes, failed_ms)
      values ($1, $2, $3, $4, $5, $6, $7) returning number
      """, .session(report.session), column(report.name, .failedName), .text(hash),
      try value(StoredJSON.bytes(report), as: .failed(hash, isReport: true)),
      try value(bytes, as: .failed(hash, isReport: false)),
      .int(report.failedAt.milliseconds))
    if let row = rows.first { changedFiles.insert(.failed(try row.int(0))) }
  }

  /// Inserts the row of an unreadable file.
  func insert(_ report: StrandedReport) throws {
    try run(
      "insert into stranded_file (tenant, session, path, report) values ($1, $2, $3, $4)",
      .session(report.session), column(report.path, .failedName),
      try value(StoredJSON.bytes(report), as: .stranded))
  }

  /// The stored report and bytes of a quarantined file, and the hash of its row. Nil without the row.
  func failedFile(_ number: Int) throws -> (report: [UInt8], bytes: [UInt8], hash: String)? {
    let found = try run(
      "select report, bytes, sha256 from failed_file where tenant = $1 and number = $2",
      .int(Int64(number)))
    return try found.first.map { (try $0.bytes(0), try $0.bytes(1), try $0.text(2)) }
  }

  /// Decodes the report of a quarantined file.
  /// - Parameter hash: The hash of the bytes in the row.
  func failure(_ report: [UInt8], _ hash: String) throws -> FailureReport {
    try StoredJSON.read(
      opened(report, as: .failed(hash, isReport: true)), at: "a report of a quarantined file")
  }
}
