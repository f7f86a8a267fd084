// Undeletable files: recordings and late sidecars that are processed, but that the system does not
// let this program remove. They are reported once, and tried again at each start.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

extension JobContext {
  /// The fault of a session whose work folder cannot be removed.
  static let leftBehindFault = StateFault(FaultText.sourceLeftBehind)

  func leaveBehind(_ job: Job) throws {
    try leaveBehind(
      [job.source, job.sidecar, job.checksum], in: job.folder, named: job.name, of: job.session)
  }

  func leaveBehind(_ late: LateSidecar) throws {
    try leaveBehind(
      [late.path], in: late.folder, named: InboxLayout.name(of: late.path), of: late.session)
  }

  private func leaveBehind(
    _ paths: [String], in folder: String, named name: String, of session: SessionID
  ) throws {
    // A report of a purged session would name purged data.
    if try !store.wasPurged(session) {
      let path = paths.first { ((try? files.facts(of: $0)) ?? nil) != nil } ?? folder
      try ignoringUnusableSession {
        try store.reportStranded(path, named: name, of: session, for: Self.leftBehindFault)
      }
    }
    reporter.publish(.leftBehind, of: session)
  }

  /// Whether the work folder of a session was reported as undeletable.
  func isLeftBehind(_ session: SessionID) throws -> Bool {
    try store.strandedReports().contains {
      $0.session == session && $0.fault.code == Self.leftBehindFault.code
    }
  }

  /// Removes an undeletable work folder, if that is possible now.
  /// - Returns: A late sidecar of an interrupted run that its session lacks. It remains in the folder.
  func clearLeftBehind(_ session: SessionID) throws -> LateSidecar? {
    let folder = layout.folder(of: session.text)
    let names = try files.list(folder)
    let kinds = InboxNames()
    let late = try names.first {
      try kinds.kind(of: $0) == .sidecar && !isApplied(folder + "/" + $0, to: session)
    }
    do {
      for name in names where name != late { try files.removeIfThere(folder + "/" + name) }
      if late == nil { try WorkFolder.remove(folder, files) }
      try ignoringUnusableSession { try store.removeStrandedReports(of: session) }
    } catch {
      if kind(of: error) != .unremovable { throw error }
    }
    return late.map { LateSidecar(session: session, name: $0, folder: folder) }
  }

  /// Whether a session has the answers of a sidecar.
  private func isApplied(_ path: String, to session: SessionID) throws -> Bool {
    guard case .usable(let sidecar) = try readSidecar(at: path, of: nil) else { return false }
    var answers: [UInt8]?
    try ignoringUnusableSession { answers = try store.existingSession(session)?.read(.answers) }
    return answers == sidecar.answers.fileBytes
  }

  /// Ends the work on a late sidecar that its session does not accept, or that is undeletable. Throws
  /// for a withdrawal, which is retried until it succeeds.
  func giveUp(_ late: LateSidecar, _ fault: StepFault) throws {
    if try store.wasPurged(late.session) {
      try remove(late)
    } else if kind(of: fault) != .unremovable,
      case .usable(let sidecar) = try readSidecar(at: late.path, of: nil),
      try withdrawingUser(sidecar) != nil
    {
      throw fault
    } else if kind(of: fault) == .permanent {
      try quarantine(late.path, for: StateFault(fault), of: nil)
      try remove(late)
      reporter.sidecarRefused(late.session, reference: nil)
    } else {
      try leaveBehind(late)
    }
  }
}
