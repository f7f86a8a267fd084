// Recordings and companions that cannot be used: `failed/NAME` with `failed/NAME.error.json`, which
// says what was wrong and what to do. The error comes first, so that a file that is there is
// explained. (How an encrypted store names and writes them is told in SealedReports.swift.)
//
// The names of people's files have no place in a log that outlives them: logs know a failed file by
// a keyed hash of its name. A file of a session is named by that session's log, any other by the log
// of the store. The source goes last of all: a crash may leave a line whose file never came (`FailedMark`).

internal import VoiceTypes

extension RecordStore {
  /// A file of more bytes than this is not held in memory: a recording of 30 s has at most 46 MB,
  /// at 192 kHz in two channels of 32 bits [E].
  static let mostFailedBytesRead = 1 << 26

  /// A file of more bytes than this is neither hashed nor copied: a sparse one may say that it has
  /// more than any disk [E].
  package static let mostBytesHashed = 1 << 32

  /// What is kept of a companion that is larger than that: more than any sidecar has that can be used [E].
  static let companionBytesKept = 1 << 20

  /// Whether a file of so many bytes can be put away whole. What is encrypted is held in memory.
  package func canKeep(fileOf bytes: Int) -> Bool {
    bytes <= (sealing == nil ? Self.mostBytesHashed : Self.mostFailedBytesRead)
  }

  /// A file that is to be put away, as far as it was read.
  private struct FoundFile {
    /// SHA-256 as it was found, and as it is stored.
    let sha256, stored: String
    /// Where its bytes wait; nil for a file that is moved.
    let staged: String?
    /// How many bytes it has, if only its beginning is kept.
    var cutFrom: Int?
  }

  /// Puts a file away with a report; the source is gone when this returns. May be repeated after a
  /// fault, also when the source is gone already.
  /// - Returns: The report.
  @discardableResult
  package func keepFailed(_ failed: FailedFile) throws(StoreError) -> FailureReport {
    guard options.access == .writing else { throw .readOnly }
    if let session = failed.session { try checkThatNotPurged(session) }
    let found = try find(failed)
    // It waits there still where it did not come to its place.
    defer { if let staged = found?.staged { _ = try? disk.removeIfPresent(staged) } }
    let report = try transact { writing throws(StoreError) in
      try plan(failed, found, &writing)
    }
    try disk.removeIfPresent(failed.source)
    return report
  }

  /// Reads a file, and stages its bytes while others may write; nil for one that is gone.
  private func find(_ failed: FailedFile) throws(StoreError) -> FoundFile? {
    guard let size = try disk.facts(of: failed.source)?.size else { return nil }
    guard size <= Self.mostFailedBytesRead else { return try findLarge(failed, bytes: size) }
    guard let bytes = try disk.readIfPresent(failed.source, atMost: Self.mostFailedBytesRead) else {
      return nil
    }
    return try stage(bytes, of: failed)
  }

  private func stage(_ bytes: [UInt8], of failed: FailedFile) throws(StoreError) -> FoundFile {
    let sha256 = StoreSecrets.sha256(of: bytes)
    let stored = try sealed(bytes, for: Self.sealedPlace(sha256))
    let staged = layout.passing(of: Self.failedOwner(failed.session))
    try disk.stage(stored, at: staged)
    return FoundFile(sha256: sha256, stored: StoreSecrets.sha256(of: stored), staged: staged)
  }

  /// A file that is not held in memory: it is moved. A companion that is too large for that as well must
  /// not keep the recording that it came with from its end.
  private func findLarge(_ failed: FailedFile, bytes size: Int) throws(StoreError) -> FoundFile {
    if canKeep(fileOf: size), let sha256 = try disk.sha256IfPresent(failed.source) {
      return FoundFile(sha256: sha256, stored: sha256, staged: nil)
    }
    guard failed.isCompanion else {
      throw .unusable("a file of \(size) bytes is too large to quarantine")
    }
    let beginning = try disk.run { files throws(FileSystemError) in
      try files.read(failed.source, from: 0, count: Self.companionBytesKept)
    }
    var found = try stage(beginning, of: failed)
    found.cutFrom = size
    return found
  }

  private func plan(
    _ failed: FailedFile, _ found: FoundFile?, _ writing: inout StoreWriting
  ) throws(StoreError) -> (Transaction?, FailureReport) {
    let slot = try slot(for: failed, sha256: found?.sha256)
    guard let found else {
      guard let known = slot.report else {
        throw .unusable("\(failed.source) is missing; nothing was quarantined")
      }
      return (nil, known)
    }
    let name = reportName(ofFile: slot.file)
    var change = try failedChange("put_away", of: failed.session, &writing)
    change.notes = [note(.coming, [slot.file, name], of: failed.session)]
    var report = FailureReport(
      name: failed.name, file: slot.file, sha256: found.sha256, at: options.clock.now(),
      fault: failed.fault)
    report.session = failed.session
    report.cutFromBytes = found.cutFrom
    if slot.report == nil {
      change.put(try write(report.json, as: name, of: failed.session))
    } else {
      // An earlier try came so far.
      change.name(failedTag(of: name), try disk.sha256IfPresent("\(layout.failed)/\(name)"))
    }
    let (tag, place) = (failedTag(of: slot.file), "\(layout.failed)/\(slot.file)")
    let owner = Self.failedOwner(failed.session)
    if let staged = found.staged {
      change.put(
        Transaction.Write(
          name: tag, owner: owner, sha256: found.stored, bytes: nil, staged: staged, place: place))
    } else {
      change.name(tag, found.stored)
      change.moved = (failed.source, place, layout.passing(of: owner))
    }
    return (change, slot.report ?? report)
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
        if case .failure(let report) = filedReport(bytes, name),
          Self.isSame(report, failed, sha256)
        {
          return (file, report)
        }
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

  // MARK: - Reading

  /// The reports of all files that were put away.
  package func failureReports() throws(StoreError) -> [FailureReport] {
    try filedReports().compactMap { _, report in
      if case .failure(let failure) = report { failure } else { nil }
    }
  }

  /// The names of the files in the folder; folders and links there are nothing of the store's.
  func failedNames() throws(StoreError) -> [String] {
    var names: [String] = []
    for name in try disk.listIfPresent(layout.failed)
    where try disk.facts(of: "\(layout.failed)/\(name)")?.kind == .file { names.append(name) }
    return names
  }

  /// The bytes of a file that was put away, as it was found.
  package func failedBytes(_ report: FailureReport) throws(StoreError) -> [UInt8]? {
    guard let bytes = try disk.readIfPresent("\(layout.failed)/\(report.file)") else { return nil }
    return try opened(bytes, of: Self.sealedPlace(report.sha256))
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

  private static func sealedPlace(_ sha256: String) -> SealedPlace {
    SealedPlace(owner: "failed", name: sha256)
  }
}
