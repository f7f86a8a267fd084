// Sidecars and checksums on their way: to a recording that is being worked on, to one that is still
// to come, or to one that was put away before.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// Where companions wait until it is clear whose they are.
struct CompanionMatcher {
  private struct Held {
    let file: ReadyFile
    let since: Duration
    /// When it is looked at; nil for one that waits for a recording in this run and is left for the
    /// next.
    var due: Duration?
    /// Faults in a row.
    var faults = 0
  }

  /// A companion may come before its recording, under a name that was used before [E].
  private static let leastHold: Duration = .seconds(5)

  /// Long enough to bring a small file to another folder.
  private static let grace: Duration = .seconds(2)

  /// What waits longer for its recording is forgotten by whoever delivered it [E].
  private static let longestWait: Duration = .seconds(86_400)

  private let claiming: Claiming
  private let workers: WorkerPool
  private var held: [String: Held] = [:]

  init(claiming: Claiming, workers: WorkerPool) {
    self.claiming = claiming
    self.workers = workers
  }

  /// Companions that were given up for this run.
  private(set) var unfinished = 0

  var count: Int { held.count }
  var nextDue: Duration? { held.values.compactMap(\.due).min() }
  var isIdle: Bool { nextDue == nil }

  /// Takes in a companion that is complete.
  mutating func add(_ file: ReadyFile, at now: Duration) {
    if held[file.path]?.file == file { return }
    if file.kind == .sidecar, attach(file) {
      held[file.path] = nil
      return
    }
    let settings = claiming.settings
    let hold =
      settings.span == .untilDrained ? .zero : max(settings.sidecarWait, Self.leastHold)
    held[file.path] = Held(file: file, since: now, due: now + hold)
  }

  /// What is told of the recording at a path, if it is here.
  func waiting(for recording: String) -> String? {
    held[InboxNames.sidecar(of: recording)]?.file.path
  }

  /// The companions of a recording that went with it.
  mutating func used(_ sidecar: String?, with recording: String) {
    if let sidecar { held[sidecar] = nil }
    held[InboxNames.checksum(of: recording)] = nil
  }

  /// Companions for which no recording came.
  func due(at now: Duration) -> [ReadyFile] {
    held.values.filter { $0.due.map { $0 <= now } ?? false }.map(\.file)
      .sorted { $0.path < $1.path }
  }

  // MARK: - Late ones

  /// Gives a companion to the session it is of, as far as that can be told.
  mutating func settle(_ file: ReadyFile, at now: Duration) {
    do {
      // One that was taken away is nobody's concern any more.
      guard try claiming.files.facts(of: file.path) != nil else { return held[file.path] = nil }
      try carryOut(fate(of: file), of: file, at: now)
    } catch {
      waitOut(file, at: now)
    }
  }

  /// It is still where it was.
  private mutating func waitOut(_ file: ReadyFile, at now: Duration) {
    let settings = claiming.settings
    held[file.path]?.faults += 1
    held[file.path]?.due = now + settings.retries.longest
    // Whoever runs it again and again would rather hear of it than wait here.
    let faults = held[file.path]?.faults ?? 0
    guard settings.span == .untilDrained, faults > settings.retries.sourceAttempts else { return }
    held[file.path]?.due = nil
    unfinished += 1
  }

  private mutating func carryOut(_ fate: Fate, of file: ReadyFile, at now: Duration) throws {
    switch fate {
    case .soon: held[file.path]?.due = now + Self.grace
    case .waits: try wait(file, at: now)
    case .orphan(let reason): try putAside(file, because: reason)
    case .of(let session):
      if file.kind == .checksum {
        try note(file, of: session)
      } else {
        try hand(file, to: session)
      }
      held[file.path] = nil
    }
  }

  private mutating func wait(_ file: ReadyFile, at now: Duration) throws {
    let end = (held[file.path]?.since ?? now) + Self.longestWait
    if end <= now { return try putAside(file, because: .noRecording) }
    let due = claiming.settings.span == .untilDrained ? nil : end
    held[file.path]?.due = due
  }

  private mutating func putAside(_ file: ReadyFile, because reason: Orphan.Reason) throws {
    let kind: Orphan.Kind = file.kind == .checksum ? .checksum : .sidecar
    try workers.context.orphan(file.path, kind, because: reason)
    held[file.path] = nil
  }

  /// Has a worker amend a session.
  private func hand(_ file: ReadyFile, to session: SessionID) throws {
    let folder = claiming.layout.folder(of: session.text)
    try claiming.files.ensureFolder(folder)
    try claiming.takeCompanion(file.path, file.stamp, into: folder, of: session)
    workers.submit(
      .late(
        LateSidecar(
          session: session, name: claiming.layout.relative(file.path),
          path: folder + "/" + InboxLayout.name(of: file.path), folder: folder)))
  }

  /// Says in the log of a session that a checksum which came late fits.
  private func note(_ file: ReadyFile, of session: SessionID) throws {
    guard let digest = try digest(in: file) else { return }
    try workers.context.store.session(session)
      .noteOnce("checksum_fits", field: "sha256", new: digest)
    if claiming.settings.audio == .keep {
      try claiming.ledger.note(
        InboxLedger.Entry(
          path: claiming.layout.relative(file.path), stamp: file.stamp, session: session))
    } else {
      try claiming.files.removeIfThere(file.path)
    }
  }

  // MARK: - Whose

  private func fate(of file: ReadyFile) throws -> Fate {
    let path = claiming.layout.relative(file.path)
    guard file.kind == .sidecar else {
      let recording = InboxNames.recording(ofChecksum: path)
      let whose = try Whose(namesakes: candidates(claiming.ledger.sessions(at: recording)))
      return whose.fate(ofChecksum: try digest(in: file))
    }
    let sessions = claiming.ledger.sessions(forStem: InboxNames.stem(of: path))
    let whose = try Whose(namesakes: candidates(sessions))
    let (user, sha256) = try glance(at: file)
    guard let sha256 else { return whose.fate(ofSidecarOf: user) }
    let recordings = try workers.context.store.tellings(ofRecording: sha256).map(candidate)
    return whose.fate(ofSidecarOf: user, for: recordings)
  }

  /// What a checksum says of its recording; nil for one that says nothing that can be used.
  private func digest(in file: ReadyFile) throws -> String? {
    let name = InboxLayout.name(of: InboxNames.recording(ofChecksum: file.path))
    let found = try ChecksumFile.read(at: file.path, for: name, claiming.files)
    if case .digest(let digest) = found { return digest }
    return nil
  }

  /// Whom a sidecar names, and which recording; nothing as far as it cannot be read.
  private func glance(at file: ReadyFile) throws -> (user: UserHash?, sha256: String?) {
    switch try workers.context.toldFile(at: file.path, of: nil) {
    case .usable(let sidecar):
      return (sidecar.profile.map { workers.context.store.userHash(of: $0.userID) }, sidecar.sha256)
    case .faulty(let fault): return (nil, fault.sha256)
    case .nothing, .ofAnother: return (nil, nil)
    }
  }

  private func candidates(_ sessions: [SessionID]) throws -> [Candidate] {
    try sessions.compactMap { session in
      if let telling = try workers.context.store.telling(of: session) { return candidate(telling) }
      if workers.knows(session) { return candidate(at: session, isInWork: true) }
      // One that was purged can be told nothing; one that never began never was.
      let wasPurged = try workers.context.store.wasPurged(session)
      return wasPurged ? candidate(at: session, isInWork: false) : nil
    }
  }

  private func candidate(_ telling: SessionTelling) -> Candidate {
    Candidate(
      session: telling.session, user: telling.header?.user,
      recording: telling.header?.recording.sha256, isUntold: telling.isUntold,
      isCopy: telling.duplicateOf != nil, isInWork: workers.knows(telling.session))
  }

  private func candidate(at session: SessionID, isInWork: Bool) -> Candidate {
    Candidate(
      session: session, user: nil, recording: nil, isUntold: isInWork, isCopy: false,
      isInWork: isInWork)
  }

  // MARK: - Recordings in work

  /// Brings a sidecar to a recording whose assessment waits for it; false where none does, or where
  /// it may be of another one.
  private func attach(_ file: ReadyFile) -> Bool {
    let stem = InboxNames.stem(of: claiming.layout.relative(file.path))
    guard let job = onlyUntold(ofStem: stem) else { return false }
    // Under the lock: a worker that finds no deadline finds the sidecar.
    let isThere = job.memory.withLock { memory -> Bool? in
      guard memory.sidecarDeadline != nil else { return nil }
      memory.sidecarDeadline = nil
      return (try? claiming.takeCompanion(
        file.path, file.stamp, into: job.folder, of: job.session)) != nil
    }
    if isThere != nil { workers.hurry(job) }
    return isThere ?? false
  }

  /// The one recording of a name of which nothing was told, if it is in work.
  private func onlyUntold(ofStem stem: String) -> Job? {
    let jobs = workers.jobs(forStem: stem)
    let untold = jobs.filter { ((try? claiming.files.facts(of: $0.sidecar)) ?? nil) == nil }
    guard let job = untold.first, untold.count == 1 else { return nil }
    let others = claiming.ledger.sessions(forStem: stem)
      .filter { session in !jobs.contains { $0.session == session } }
    // Where nobody can say, it is not the only one.
    let candidates = (try? candidates(others)) ?? nil
    return candidates?.contains(where: \.isUntold) ?? true ? nil : job
  }
}
