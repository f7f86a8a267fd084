// What cannot be removed: a recording whose results stand, or a late sidecar that is in its session,
// and whose file the system does not let this program remove. It is told once where it lies, and
// looked at again at each start without a word.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

extension JobContext {
  /// For a session whose work folder cannot be removed.
  static let leftBehindFault = StateFault(FaultText.sourceLeftBehind)

  /// Says where a recording lies that is dealt with.
  func leaveBehind(_ job: Job) throws {
    try leaveBehind(
      [job.source, job.sidecar, job.checksum], in: job.folder, named: job.name, of: job.session)
    reporter.leftBehind(job.session)
  }

  /// Says where a sidecar lies that is dealt with.
  func leaveBehind(_ late: LateSidecar) throws {
    try leaveBehind(
      [late.path], in: late.folder, named: InboxLayout.name(of: late.path), of: late.session)
    reporter.leftBehind(late.session)
  }

  private func leaveBehind(
    _ paths: [String], in folder: String, named name: String, of session: SessionID
  ) throws {
    // A report of a session that was purged would name what was to be forgotten.
    if try store.wasPurged(session) { return }
    let path = paths.first { ((try? files.facts(of: $0)) ?? nil) != nil } ?? folder
    try asFarAsUsable {
      try store.reportStranded(path, named: name, of: session, for: Self.leftBehindFault)
    }
  }

  /// Whether it was told of a session that its work folder cannot be removed.
  func isLeftBehind(_ session: SessionID) throws -> Bool {
    try store.strandedReports().contains {
        $0.session == session && $0.fault.code == Self.leftBehindFault.code
      }
  }

  /// Removes what could not be removed before, if that is possible now.
  func clearLeftBehind(_ session: SessionID) throws {
    let folder = layout.folder(of: session.text)
    do {
      for name in try files.list(folder) { try files.removeIfThere(folder + "/" + name) }
      try WorkFolder.remove(folder, files)
    } catch {
      if kind(of: error) == .unremovable { return }
      throw error
    }
    try asFarAsUsable { try store.removeStrandedReports(of: session) }
  }

  // MARK: - Late sidecars

  /// Ends the work on a late sidecar whose session cannot take it, or that cannot be removed.
  func giveUp(_ late: LateSidecar, _ fault: StepFault) throws {
    if try store.wasPurged(late.session) {
      try remove(late)
    } else if kind(of: fault) == .permanent {
      _ = try store.keepFailed(
        FailedFile(
          source: late.path, name: InboxLayout.name(of: late.path),
          fault: StateFault(fault), session: nil, isCompanion: true))
      try remove(late)
      reporter.sidecarRefused(late.session, reference: nil)
    } else {
      try leaveBehind(late)
    }
  }
}
