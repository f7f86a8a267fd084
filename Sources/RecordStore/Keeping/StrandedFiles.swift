// Recordings that their disk does not give out: nothing is moved and nothing removed, but
// `failed/NAME.error.json` says where the file lies and what to do, as for any other that failed.

package import VoiceTypes

/// What `NAME.error.json` says of a file that is not beside it.
package struct StrandedReport: Sendable, Equatable {
  /// The name and number of the format.
  static let schema = "sagevoice/stranded/1"

  /// The name as it was found.
  package var name: String

  /// Where the file lies, as the program that could not read it was told.
  package var path: String

  /// The session it belongs to; nil for a file that never became one.
  package var session: SessionID?

  /// When it was given up.
  package var failedAt: StoreTime

  /// What is wrong, and what to do.
  package var fault: StateFault

  package init(
    name: String, path: String, session: SessionID?, failedAt: StoreTime, fault: StateFault
  ) {
    (self.name, self.path, self.session) = (name, path, session)
    (self.failedAt, self.fault) = (failedAt, fault)
  }

  var json: JSONValue { Self.shape.json(of: self) }
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

  init(parsing bytes: [UInt8], file: String) throws(StoreError) {
    self = try Self.shape.read(bytes, file: file, by: .stranded)
  }
}

extension RecordStore {
  /// Says of a file that it cannot be read, and where it lies; the file is left alone. May be
  /// repeated: a session has one report.
  package func reportStranded(
    _ path: String, named name: String, of session: SessionID, for fault: StateFault
  ) throws(StoreError) {
    guard options.access == .writing else { throw .readOnly }
    let report = StrandedReport(
      name: name, path: path, session: session, failedAt: options.clock.now(), fault: fault)
    let known = try stranded(of: session).first?.file
    let file = if let known { known } else { try write(report) }
    guard let sha256 = try disk.sha256IfPresent("\(layout.failed)/\(file)") else { return }
    try audit("stranded", file, sha256: sha256, of: session)
    try unmark(file, of: session)
  }

  /// Removes what was said of a session's file that is tried again.
  package func removeStrandedReports(of session: SessionID) throws(StoreError) {
    for (file, _) in try stranded(of: session) {
      // The log first: it is asked again while the report is there.
      try mark(file, of: session)
      try audit("tried_again", file, sha256: nil, of: session)
      try disk.removeIfPresent("\(layout.failed)/\(file)")
      try unmark(file, of: session)
    }
  }

  /// Says of a file that became no session that it cannot be taken, and where it lies. May be
  /// repeated: a path has one report.
  package func reportLeft(
    _ path: String, named name: String, for fault: StateFault
  ) throws(StoreError) {
    guard options.access == .writing else { throw .readOnly }
    let report = StrandedReport(
      name: name, path: path, session: nil, failedAt: options.clock.now(), fault: fault)
    let known = try left(at: path).first?.file
    let file = if let known { known } else { try write(report) }
    guard let sha256 = try disk.sha256IfPresent("\(layout.failed)/\(file)") else { return }
    try noteLeft("left", file, sha256: sha256)
    try unmark(file, of: nil)
  }

  /// Removes what was said of a file that was taken since, or is gone.
  package func removeLeftReport(of path: String) throws(StoreError) {
    for (file, _) in try left(at: path) {
      try mark(file, of: nil)
      try noteLeft("no_longer_left", file, sha256: nil)
      try disk.removeIfPresent("\(layout.failed)/\(file)")
      try unmark(file, of: nil)
    }
  }

  /// Says in the store's log what is said of a file of no session, unless it says so already.
  private func noteLeft(
    _ action: String, _ file: String, sha256: String?
  ) throws(StoreError) {
    let tag = failedTag(of: file)
    if try storeLog().documents[tag] != sha256 {
      try audit(action, [AuditedDocument(name: tag, sha256: sha256)], of: nil)
    }
  }

  private func left(
    at path: String
  ) throws(StoreError) -> [(file: String, report: StrandedReport)] {
    // As bytes: equality of texts ignores how accents are composed.
    try strandedFiles().filter {
      $0.report.session == nil && Array($0.report.path.utf8) == Array(path.utf8)
    }
  }

  /// The reports of all files that could not be put away.
  package func strandedReports() throws(StoreError) -> [StrandedReport] {
    try strandedFiles().map(\.report)
  }

  /// The reports of a session, with their names.
  func stranded(
    of session: SessionID
  ) throws(StoreError) -> [(file: String, report: StrandedReport)] {
    try strandedFiles().filter { $0.report.session == session }
  }

  private func strandedFiles() throws(StoreError) -> [(file: String, report: StrandedReport)] {
    var found: [(file: String, report: StrandedReport)] = []
    for file in try failedNames() where file.hasSuffix(Self.errorEnding) {
      let path = "\(layout.failed)/\(file)"
      guard let bytes = try disk.readIfPresent(path) else { continue }
      // Those of files that were put away are of another kind.
      if let opened = try? openedReport(bytes, as: file),
        let report = try? StrandedReport(parsing: opened, file: path)
      {
        found.append((file, report))
      }
    }
    return found
  }

  /// Writes a report under the first name that is free.
  private func write(_ report: StrandedReport) throws(StoreError) -> String {
    var number = 1
    while true {
      let file = strandedReportName(report.name, number)
      try mark(file, of: report.session)
      let isPlaced = try place(
        reportBytes(report.json, as: file), at: file, of: report.session, .keepingExisting)
      if isPlaced { return file }
      try unmark(file, of: report.session)
      number += 1
    }
  }

  private func audit(
    _ action: String, _ file: String, sha256: String?, of session: SessionID
  ) throws(StoreError) {
    do {
      try audit(action, [AuditedDocument(name: failedTag(of: file), sha256: sha256)], of: session)
    } catch {
      // What is said of a session that is purged meanwhile goes with it.
      if case .purged = error {
        try disk.removeIfPresent("\(layout.failed)/\(file)")
        try unmark(file, of: session)
      }
      throw error
    }
  }
}
