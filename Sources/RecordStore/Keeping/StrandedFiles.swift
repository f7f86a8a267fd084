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
    try keep(
      StrandedReport(
        name: name, path: path, session: session, failedAt: options.clock.now(), fault: fault),
      "stranded"
    ) { $0.session == session }
  }

  /// Removes what was said of a session's file that is tried again.
  package func removeStrandedReports(of session: SessionID) throws(StoreError) {
    try remove("tried_again", of: session) { $0.session == session }
  }

  /// Says of a file that became no session that it cannot be taken, and where it lies. May be
  /// repeated: a path has one report.
  package func reportLeft(
    _ path: String, named name: String, for fault: StateFault
  ) throws(StoreError) {
    try keep(
      StrandedReport(
        name: name, path: path, session: nil, failedAt: options.clock.now(), fault: fault),
      "left"
    ) { $0.isLeft(at: path) }
  }

  /// Removes what was said of a file that was taken since, or is gone.
  package func removeLeftReport(of path: String) throws(StoreError) {
    try remove("no_longer_left", of: nil) { $0.isLeft(at: path) }
  }

  /// The reports of all files that could not be put away.
  package func strandedReports() throws(StoreError) -> [StrandedReport] {
    try strandedFiles().map(\.report)
  }

  /// The same, with the names of their files.
  func strandedFiles() throws(StoreError) -> [(file: String, report: StrandedReport)] {
    try filedReports().compactMap { file, report in
      if case .stranded(let stranded) = report { (file, stranded) } else { nil }
    }
  }

  /// Keeps a report under the first name that is free, unless there is one for the same.
  private func keep(
    _ report: StrandedReport, _ action: String, unless isSame: (StrandedReport) -> Bool
  ) throws(StoreError) {
    try transact { writing throws(StoreError) in
      guard try !strandedFiles().contains(where: { isSame($0.report) }) else {
        // A fault may have kept its name from being durable.
        try disk.synchronizeFolder(layout.failed)
        return (nil, ())
      }
      var number = 1
      var name = reportName(ofFile: failedFileName(report.name, number))
      while try disk.facts(of: "\(layout.failed)/\(name)") != nil {
        number += 1
        name = reportName(ofFile: failedFileName(report.name, number))
      }
      var change = try failedChange(action, of: report.session, &writing)
      change.put(try write(report.json, as: name, of: report.session))
      change.notes = [note(.coming, [name], of: report.session)]
      return (change, ())
    }
  }

  private func remove(
    _ action: String, of session: SessionID?, where isMeant: (StrandedReport) -> Bool
  ) throws(StoreError) {
    for (file, report) in try strandedFiles() where isMeant(report) {
      try removeFailed([file], of: session, action)
    }
  }
}

extension StrandedReport {
  /// Whether it is of a file of no session at a path.
  fileprivate func isLeft(at other: String) -> Bool {
    // As bytes: equality of texts ignores how accents are composed.
    session == nil && path.utf8.elementsEqual(other.utf8)
  }
}
