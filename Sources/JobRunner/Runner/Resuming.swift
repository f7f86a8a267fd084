// What an earlier run left in the work folder goes on from what is durable.

internal import RecordStore
internal import VoicePipeline

extension WorkerPool {
  /// Takes up a folder of the work folder.
  func resume(_ session: SessionID) throws {
    let folder = context.layout.folder(of: session.text)
    if try context.isPurged(session) {
      try tellEnding(ofGone: session, in: folder)
      return try context.removePurged(folder)
    }
    let names = try list(folder)
    let kinds = InboxNames()
    if let name = names.first(where: { kinds.kind(of: $0) == .recording }) {
      return try resume(session, name, in: folder)
    }
    try tellEnding(ofGone: session, in: folder)
    if let name = names.first(where: { kinds.kind(of: $0) == .sidecar }) {
      return try resume(
        LateSidecar(session: session, name: name, path: folder + "/" + name, folder: folder))
    }
    for name in names { try context.files.removeIfThere(folder + "/" + name) }
    try WorkFolder.remove(folder, context.files)
  }

  /// A recording that is gone from its folder was put away, by a run that may have ended before it
  /// told so.
  private func tellEnding(ofGone session: SessionID, in folder: String) throws {
    guard context.reporter.events != nil else { return }
    var state: SessionState?
    try context.asFarAsUsable {
      state = try context.store.existingSession(session)?.state()?.state
    }
    guard let ending = try context.isPurged(session) ? .failed : state?.ending else { return }
    let job = Job(
      session, path: session.text, folder: folder,
      memory: Job.Memory(machine: context.state(at: .settling(ending))))
    try context.tellEnding(of: job, as: ending)
  }

  /// What is told of a session goes there; where there is none, it waits in the inbox again.
  private func resume(_ late: LateSidecar) throws {
    if try context.isLeftBehind(late.session) { return try context.clearLeftBehind(late.session) }
    let isKnown: Bool
    do {
      isKnown = try context.store.telling(of: late.session) != nil
    } catch {
      guard context.kind(of: error) == .permanent else { throw error }
      // Doing it says why it cannot be done.
      isKnown = true
    }
    if isKnown { return submit(.late(late)) }
    try context.giveBack(late.path, to: late.name, of: late.session)
    try WorkFolder.remove(late.folder, context.files)
  }

  private func resume(_ session: SessionID, _ name: String, in folder: String) throws {
    let (state, reference): (StateRecord?, String?)
    do {
      let known = try context.store.existingSession(session)
      (state, reference) = (try known?.state(), try known?.header()?.reference)
    } catch {
      guard context.kind(of: error) == .permanent else { throw error }
      return resumeUnusable(session, name, in: folder, StateFault(StepFault(error)))
    }
    if state?.state.ending != nil, try context.isLeftBehind(session) {
      return try context.clearLeftBehind(session)
    }
    let settings = context.settings
    var stage = try stage(of: state, session)
    let marks = CrashMarks(in: folder, context.files)
    let isToBeAnalysed = stage == .claimed || stage == .quickDone && settings.tiers != .quick
    let isHopeless = isToBeAnalysed && marks.strikes >= CrashMarks.most
    if isHopeless { stage = .settling(.failed) }
    var memory = Job.Memory(
      machine: context.state(at: stage), sidecarDeadline: sidecarDeadline(at: stage))
    memory.fault = isHopeless ? CrashMarks.fault : state?.fault
    memory.duplicateOf = state?.duplicateOf
    memory.marks = marks
    memory.reference = reference
    let job = Job(session, path: name, folder: folder, memory: memory)
    if isToBeAnalysed, !isHopeless, marks.isSuspect { add(suspect: job, marks) } else { add(job) }
  }

  /// A recording whose session cannot be opened is put where people find it.
  private func resumeUnusable(
    _ session: SessionID, _ name: String, in folder: String, _ fault: StateFault
  ) {
    var memory = Job.Memory(machine: context.state(at: .settling(.failed)))
    memory.fault = fault
    let job = Job(session, path: name, folder: folder, memory: memory)
    context.reporter.failed(job, fault)
    add(job)
  }

  /// Until when a sidecar is waited for; nil where its content would have no effect.
  private func sidecarDeadline(at stage: JobState.Stage) -> Duration? {
    let settings = context.settings
    guard settings.tiers != .quick, stage == .claimed || stage == .quickDone else { return nil }
    return context.environment.elapsed() + settings.sidecarWait
  }

  /// Where a recording goes on. One that its disk did not give out begins anew: what became of it
  /// since, a copy may have been delivered, is only known from its bytes.
  private func stage(of state: StateRecord?, _ session: SessionID) throws -> JobState.Stage {
    guard state?.state == .failed, state?.fault?.code == JobContext.strandedFault.code else {
      return Self.stage(of: state?.state)
    }
    try context.store.removeStrandedReports(of: session)
    return .claimed
  }

  /// Where a recording goes on whose session has come so far.
  private static func stage(of state: SessionState?) -> JobState.Stage {
    switch state {
    case nil, .seen, .stable, .claimed: .claimed
    case .quickDone: .quickDone
    case .comprehensiveDone, .filed: .comprehensiveDone
    case .refused: .settling(.refused)
    case .duplicate: .settling(.duplicate)
    case .failed: .settling(.failed)
    }
  }

  private func list(_ folder: String) throws -> [String] {
    do {
      return try context.files.list(folder)
    } catch {
      if error.isMissing { return [] }
      throw error
    }
  }
}

extension JobContext {
  /// Whether a fault may pass.
  func kind(of error: any Error) -> JobFault {
    switch StepFault(error) {
    case .store(.fileSystem(let error)) where isInWork(error): kind(of: error)
    case .source(let error): kind(of: error)
    case .store(let error):
      switch error.outlook {
      case .passes: .passing
      case .stubborn: .stubborn
      case .lasts: .permanent
      }
    }
  }

  private func isInWork(_ error: FileSystemError) -> Bool {
    error.path.hasPrefix(layout.work + "/")
  }

  private static let removals: Set<FileOperation> = [.removeFile, .removeFolder, .rename]

  /// What is wrong with a claimed file is told by who could not be looked at or read; the store and
  /// clearing up may be waited for, since no source depends on them.
  private func kind(of error: FileSystemError) -> JobFault {
    guard isInWork(error) else { return .passing }
    if error.isDenied, Self.removals.contains(error.operation) { return .unremovable }
    guard error.operation == .read || error.operation == .facts else { return .passing }
    // With the inbox away nothing is known of what is in it.
    guard (try? files.list(layout.work)) != nil else { return .passing }
    return error.isMissing ? .permanent : .source
  }
}

extension StateFault {
  /// What people are told of a step that failed for good; no paths, which may hold names.
  init(_ fault: StepFault) {
    switch fault {
    case .source(let error) where error.isMissing:
      self.init(FaultText.sourceMissing)
    case .source: self.init(FaultText.sourceUnreadable)
    case .store: self.init(FaultText.storeFault)
    }
  }
}
