// Resumes the claimed recordings of an earlier run from their durable state.

internal import RecordStore
internal import VoicePipeline
internal import VoiceTypes

extension WorkerPool {
  /// Resumes a work folder.
  func resume(_ session: SessionID) throws {
    let folder = context.layout.folder(of: session.text)
    if try context.store.wasPurged(session) {
      try publishResult(ofGone: session, in: folder)
      return try WorkFolder.removeWhole(folder, context.files)
    }
    let names = try context.files.listIfPresent(folder)
    let kinds = InboxNames()
    if let name = names.first(where: { kinds.kind(of: $0) == .recording }) {
      return try resume(session, name, in: folder)
    }
    try publishResult(ofGone: session, in: folder)
    if let name = names.first(where: { kinds.kind(of: $0) == .sidecar }) {
      return try resume(LateSidecar(session: session, name: name, folder: folder))
    }
    for name in names { try context.files.removeIfThere(folder + "/" + name) }
    try WorkFolder.remove(folder, context.files)
  }

  /// Writes the event of a recording whose source is gone: the earlier run may have ended before it
  /// did.
  private func publishResult(ofGone session: SessionID, in folder: String) throws {
    guard context.reporter.events != nil else { return }
    var state: SessionState?
    try context.ignoringUnusableSession {
      state = try context.store.existingSession(session)?.state()?.state
    }
    guard let ending = try context.store.wasPurged(session) ? .failed : state?.ending else {
      return
    }
    let job = Job(
      session, path: session.text, folder: folder,
      memory: Job.Memory(machine: context.state(at: .settling(ending))))
    try context.publishResult(of: job, as: ending)
  }

  /// A late sidecar amends its session; without one, it goes back to the inbox.
  private func resume(_ late: LateSidecar) throws {
    if try context.isLeftBehind(late.session) { return try clearLeftBehind(late.session) }
    let isKnown: Bool
    do {
      isKnown = try context.store.metadata(of: late.session) != nil
    } catch {
      guard context.kind(of: error) == .permanent else { throw error }
      // The amendment reports the fault.
      isKnown = true
    }
    if isKnown {
      for file in files(of: Origin.claimed(in: late.folder, context.files)) {
        try context.store.add(file, of: late.session)
      }
      return submit(.late(late))
    }
    try context.returnToInbox(late.path, to: late.name, of: late.session)
    try WorkFolder.remove(late.folder, context.files)
  }

  private func clearLeftBehind(_ session: SessionID) throws {
    if let late = try context.clearLeftBehind(session) { submit(.late(late)) }
  }

  private func resume(_ session: SessionID, _ name: String, in folder: String) throws {
    let (state, reference): (StateRecord?, String?)
    do {
      let known = try context.store.existingSession(session)
      (state, reference) = (try known?.state(), try known?.header()?.reference)
    } catch {
      guard context.kind(of: error) == .permanent else { throw error }
      // The recording is quarantined.
      var memory = Job.Memory(machine: context.state(at: .settling(.failed)))
      let fault = StateFault(StepFault(error))
      memory.fault = fault
      let job = Job(session, path: name, folder: folder, memory: memory)
      context.reporter.publish(.failed, of: session, code: fault.code)
      return add(job)
    }
    if state?.state.ending != nil, try context.isLeftBehind(session) {
      return try clearLeftBehind(session)
    }
    let settings = context.settings
    var stage = try stage(of: state, session)
    let attempts = Attempts.count(in: folder, context.files)
    let isToBeAnalysed = stage == .claimed || stage == .quickDone && settings.tiers != .quick
    let isUnstored = stage == .claimed
    let isHopeless = isToBeAnalysed && attempts >= Attempts.most
    if isHopeless {
      stage = .settling(.failed)
      context.reporter.publish(.failed, of: session, code: Attempts.fault.code)
    }
    var memory = Job.Memory(
      machine: context.state(at: stage), sidecarDeadline: sidecarDeadline(at: stage))
    memory.fault = isHopeless ? Attempts.fault : state?.fault
    memory.duplicateOf = state?.duplicateOf
    memory.attempts = attempts
    memory.reference = reference
    let origins = Origin.claimed(in: folder, context.files)
    let path =
      origins.first { UTF8Key(InboxLayout.name(of: $0.path)) == UTF8Key(name) }?.path ?? name
    memory.files =
      origins.isEmpty && isUnstored ? try claimedFile(path, in: folder) : files(of: origins)
    let job = Job(session, path: path, folder: folder, memory: memory)
    add(job, after: isToBeAnalysed && attempts > 1 ? Attempts.probation : .zero)
  }

  /// The claimed files of an inbox for the store.
  private func files(of origins: [Origin]) -> [ClaimedFile] {
    origins.compactMap { context.ledger?.file($0.path, $0.stamp) }
  }

  /// A moved recording for the store. An earlier version has stored one that stays in the inbox.
  private func claimedFile(_ path: String, in folder: String) throws -> [ClaimedFile] {
    guard context.settings.audio != .keep,
      let facts = try context.files.facts(of: folder + "/" + path)
    else { return [] }
    return files(of: [Origin(path: path, stamp: FileStamp(facts))])
  }

  /// Until when a sidecar is waited for; nil if it would have no effect.
  private func sidecarDeadline(at stage: JobState.Stage) -> Duration? {
    let settings = context.settings
    guard settings.tiers != .quick, stage == .claimed || stage == .quickDone else { return nil }
    return context.environment.elapsed() + settings.sidecarWait
  }

  /// The stage of a recording. An unreadable one starts again: a copy of it may have arrived since,
  /// which only its bytes show.
  private func stage(of state: StateRecord?, _ session: SessionID) throws -> JobState.Stage {
    guard state?.state == .failed, state?.fault?.code == JobContext.strandedFault.code else {
      return JobState.Stage(resuming: state?.state)
    }
    try context.store.removeStrandedReports(of: session)
    return .claimed
  }
}

extension JobState.Stage {
  /// The stage of a recording by the state of its session.
  init(resuming state: SessionState?) {
    switch state {
    case nil, .seen, .stable, .claimed: self = .claimed
    case .quickDone: self = .quickDone
    case .comprehensiveDone, .filed: self = .comprehensiveDone
    case .refused: self = .settling(.refused)
    case .duplicate: self = .settling(.duplicate)
    case .failed: self = .settling(.failed)
    }
  }
}

extension JobContext {
  func kind(of error: any Error) -> JobFault {
    switch StepFault(error) {
    case .store(.fileSystem(let error)) where isInWork(error): kind(of: error)
    case .source(let error): kind(of: error)
    case .store(let error):
      switch error.outlook {
      case .transient: .passing
      case .persistent: .stubborn
      case .permanent: .permanent
      }
    }
  }

  private func isInWork(_ error: FileSystemError) -> Bool {
    error.path.hasPrefix(layout.work + "/")
  }

  private static let removals: Set<FileOperation> = [.removeFile, .removeFolder, .rename]

  /// A fault of a claimed file is one of its facts or its read; other steps do not need the source.
  private func kind(of error: FileSystemError) -> JobFault {
    guard isInWork(error) else { return .passing }
    if error.isDenied, Self.removals.contains(error.operation) { return .unremovable }
    guard error.operation == .read || error.operation == .facts else { return .passing }
    // Without the inbox, the state of its files is unknown.
    guard (try? files.list(layout.work)) != nil else { return .passing }
    return error.isMissing ? .permanent : .source
  }
}

extension StateFault {
  /// The fault of a failed step for people, without paths, which may contain names.
  init(_ fault: StepFault) {
    switch fault {
    case .source(let error) where error.isMissing: self.init(FaultText.sourceMissing)
    case .source: self.init(FaultText.sourceUnreadable)
    case .store: self.init(FaultText.storeFault)
    }
  }
}
