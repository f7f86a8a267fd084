// What an earlier run left in the work folder goes on from what is durable.

internal import RecordStore
internal import VoicePipeline

extension JobCrew {
  /// Takes up a folder of the work folder.
  func resume(_ session: SessionID) throws(StepFault) {
    let folder = context.layout.folder(of: session.text)
    if try context.isPurged(session) { return try context.removePurged(folder) }
    let names = try list(folder)
    let kinds = InboxNames()
    if let name = names.first(where: { kinds.kind(of: $0) == .recording }) {
      return try resume(session, name, in: folder)
    }
    if let name = names.first(where: { kinds.kind(of: $0) == .sidecar }) {
      return try resume(
        LateSidecar(session: session, path: folder + "/" + name, folder: folder), name)
    }
    do {
      for name in names { try context.files.removeIfThere(folder + "/" + name) }
      try WorkFolder.remove(folder, context.files)
    } catch {
      throw .source(error)
    }
  }

  /// What is told of a session goes there; where there is none, it waits in the inbox again.
  private func resume(_ late: LateSidecar, _ name: String) throws(StepFault) {
    let isKnown = try context.stored { () throws(StoreError) in
      try context.store.existingSession(late.session) != nil
    }
    if isKnown { return submit(.late(late)) }
    do {
      try context.files.rename(
        late.path, to: context.layout.root + "/" + name, .keepingExisting)
      try WorkFolder.remove(late.folder, context.files)
    } catch {
      // With another one in its place it stays where it is, for people to see to.
      if !error.isExisting { throw .source(error) }
    }
  }

  private func resume(
    _ session: SessionID, _ name: String, in folder: String
  ) throws(StepFault) {
    let state = try context.stored { () throws(StoreError) in
      try context.store.existingSession(session)?.state()
    }
    let settings = context.settings
    var stage = try stage(of: state, session)
    let isHopeless = CrashMarks.count(in: folder, context.files) >= CrashMarks.most
    if isHopeless, stage == .claimed || stage == .quickDone { stage = .settling(.failed) }
    var memory = Job.Memory(
      machine: JobState(tiers: settings.tiers, policy: settings.retries, stage: stage),
      sidecar: .awaited(until: context.environment.elapsed() + settings.sidecarWait))
    memory.fault = isHopeless ? CrashMarks.fault : state?.fault
    memory.duplicateOf = state?.duplicateOf
    let job = Job(session, path: name, folder: folder, memory: memory)
    add(job)
  }

  /// Where a recording goes on. One that its disk did not give out begins anew: what became of it
  /// since, a copy may have been delivered, is only known from its bytes.
  private func stage(
    of state: StateRecord?, _ session: SessionID
  ) throws(StepFault) -> JobState.Stage {
    guard state?.state == .failed, state?.fault?.code == JobContext.strandedFault.code else {
      return Self.stage(of: state?.state)
    }
    try context.stored { () throws(StoreError) in
      try context.store.removeStrandedReports(of: session)
    }
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

  private func list(_ folder: String) throws(StepFault) -> [String] {
    do {
      return try context.files.list(folder)
    } catch {
      if error.isMissing { return [] }
      throw .source(error)
    }
  }
}

extension JobContext {
  /// Whether a fault may pass.
  func kind(of fault: StepFault) -> JobFault {
    switch fault {
    case .store(.fileSystem(let error)): kind(of: error)
    case .source(let error): kind(of: error)
    case .store: .permanent
    }
  }

  /// What is wrong with a claimed file is told by who could not be looked at or read; the store and
  /// clearing up may be waited for, since no source depends on them.
  private func kind(of error: FileSystemError) -> JobFault {
    let isLooking = error.operation == .read || error.operation == .facts
    guard isLooking, error.path.hasPrefix(layout.work + "/") else { return .passing }
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
      self.init(
        "source_missing", message: "the recording was taken out of the work folder",
        advice: "put it in the inbox again")
    case .source:
      self.init(
        "source_unreadable", message: "the recording could not be read from its disk",
        advice: "check the disk, then put the recording in the inbox again")
    case .store:
      self.init(
        "store_fault", message: "the session of the recording cannot be used as it is",
        advice: "run `sagevoice records verify`, then put the recording in the inbox again")
    }
  }
}
