// Files of this machine that cannot be used: their bytes go into the database, or it is said where they lie.

internal import VoiceTypes

extension SQLStore {
  /// More bytes are not sent in one piece [E].
  private static let mostFailedBytes = 1 << 26

  package func canKeep(fileOf bytes: Int) -> Bool { bytes <= Self.mostFailedBytes }

  package func keepFailed(_ failed: FailedFile) throws(StoreError) -> FailureReport {
    let source = try files.contents(
      ofFailed: failed.source, atMost: Self.mostFailedBytes)
    let report = try write { rows in try rows.keepFailed(failed, source) }
    do throws(FileSystemError) {
      try files.removeIfThere(failed.source)
    } catch {
      throw .fileSystem(error)
    }
    return report
  }

  /// The quarantined files with their bytes; damaged ones are left out.
  package func failures() throws(StoreError) -> [(report: FailureReport, bytes: [UInt8])] {
    try read { rows in
      let found = try rows.run(
        "select report, bytes, sha256 from failed_file where tenant = $1 order by number")
      var failures: [(report: FailureReport, bytes: [UInt8])] = []
      for row in found {
        let (report, bytes, hash) = (try row.bytes(0), try row.bytes(1), try row.text(2))
        let failure = try rows.unlessDamaged {
          (
            try rows.failure(report, hash),
            try rows.opened(bytes, as: .failed(hash, isReport: false))
          )
        }
        if let failure { failures.append(failure) }
      }
      return failures
    }
  }

  // MARK: - Files that stay where they are

  package func reportStranded(
    _ path: String, named name: String, of session: SessionID, for fault: StateFault
  ) throws(StoreError) {
    try report(path, name, of: session, fault)
  }

  package func removeStrandedReports(of session: SessionID) throws(StoreError) {
    try write { rows in
      _ = try rows.run(
        "delete from stranded_file where tenant = $1 and session = $2",
        .session(session))
    }
  }

  package func reportLeft(
    _ path: String, named name: String, for fault: StateFault
  ) throws(StoreError) {
    try report(path, name, of: nil, fault)
  }

  package func removeLeftReport(of path: String) throws(StoreError) {
    try write { rows in
      _ = try rows.run(
        "delete from stranded_file where tenant = $1 and session is null and path = $2",
        rows.column(path, .failedName))
    }
  }

  package func strandedReports() throws(StoreError) -> [StrandedReport] {
    try read { rows in
      let found = try rows.run(
        "select report from stranded_file where tenant = $1 order by number")
      var reports: [StrandedReport] = []
      for row in found {
        let bytes = try row.bytes(0)
        let report: StrandedReport? = try rows.unlessDamaged {
          try StoredForm.read(
            rows.opened(bytes, as: .stranded), at: "a report of an unreadable file")
        }
        if let report { reports.append(report) }
      }
      return reports
    }
  }

  private func report(
    _ path: String, _ name: String, of session: SessionID?, _ fault: StateFault
  ) throws(StoreError) {
    try write { rows in
      try rows.lock("stranded")
      if let session { try rows.checkThatNotPurged(session) }
      let isKnown = try rows.finds(
        """
        select 1 from stranded_file where tenant = $1
          and session is not distinct from $2 and (session is not null or path = $3)
        """, .session(session), rows.column(path, .failedName))
      guard !isKnown else { return }
      let report = StrandedReport(
        name: name, path: path, session: session, failedAt: try rows.now(), fault: fault)
      try rows.run(
        """
        insert into stranded_file (tenant, session, path, report)
        values ($1, $2, $3, $4)
        """, .session(session), rows.column(path, .failedName),
        try rows.value(StoredForm.bytes(report), as: .stranded))
    }
  }
}

extension StoreTransaction {
  /// Quarantines bytes. `source` is nil if an earlier call has removed the file.
  fileprivate func keepFailed(
    _ failed: FailedFile, _ source: (bytes: [UInt8], sha256: String)?
  ) throws -> FailureReport {
    try lock("failed/\(failed.name)")
    if let session = failed.session {
      try lock(session)
      try checkThatNotPurged(session)
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
    var report = FailureReport(
      name: failed.name, file: source.sha256, sha256: source.sha256, at: try now(),
      fault: failed.fault)
    report.session = failed.session
    let hash = form.names.column(source.sha256, .sound)
    try run(
      """
      insert into failed_file (tenant, session, name, sha256, report, bytes, failed_ms)
      values ($1, $2, $3, $4, $5, $6, $7)
      """, .session(failed.session), column(failed.name, .failedName), .text(hash),
      try value(StoredForm.bytes(report), as: .failed(hash, isReport: true)),
      try value(source.bytes, as: .failed(hash, isReport: false)),
      .int(report.failedAt.milliseconds))
    return report
  }

  /// Decodes the report of a quarantined file.
  /// - Parameter hash: How its row names the bytes.
  func failure(_ report: [UInt8], _ hash: String) throws -> FailureReport {
    try StoredForm.read(
      opened(report, as: .failed(hash, isReport: true)), at: "a report of a quarantined file")
  }
}
