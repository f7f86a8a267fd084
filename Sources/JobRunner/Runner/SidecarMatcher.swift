// Matches sidecars and checksums with recordings: with one in progress, one still to come, or a
// filed one.

internal import RecordStore
internal import Synchronization
package import VoiceTypes

/// Sidecars and checksums without a recording.
struct SidecarMatcher {
  private struct Held {
    let file: ReadyFile
    let since: Duration
    /// The time of the next match; nil for one that waits for the next run.
    var due: Duration?
    var faults = 0
  }

  /// The wait for a recording under a name that is in use [E].
  private static let leastHold: Duration = .seconds(5)

  /// The time to move a small file.
  private static let grace: Duration = .seconds(2)

  /// The longest wait for a recording [E].
  private static let longestWait: Duration = .seconds(86_400)

  private let claimer: InboxClaimer
  private let workers: WorkerPool
  private var held: [UTF8Key: Held] = [:]

  init(claimer: InboxClaimer, workers: WorkerPool) {
    self.claimer = claimer
    self.workers = workers
  }

  /// Files given up for this run.
  private(set) var unfinished = 0

  var count: Int { held.count }
  var nextDue: Duration? { held.values.compactMap(\.due).min() }
  var isIdle: Bool { nextDue == nil }

  /// Adds a complete sidecar or checksum.
  mutating func add(_ file: ReadyFile, at now: Duration) {
    if held[UTF8Key(file.path)]?.file == file { return }
    if file.kind == .sidecar, attach(file) {
      held[UTF8Key(file.path)] = nil
      return
    }
    let settings = claimer.settings
    let hold = settings.span == .untilDrained ? .zero : max(settings.sidecarWait, Self.leastHold)
    held[UTF8Key(file.path)] = Held(file: file, since: now, due: now + hold)
  }

  /// The path of the sidecar of a recording, if it is here.
  func waiting(for recording: String) -> String? {
    held[UTF8Key(InboxNames.sidecar(of: recording))]?.file.path
  }

  /// Removes the sidecar and checksum that were claimed with their recording.
  mutating func used(_ sidecar: String?, with recording: String) {
    if let sidecar { held[UTF8Key(sidecar)] = nil }
    held[UTF8Key(InboxNames.checksum(of: recording))] = nil
  }

  /// The files whose wait is over.
  func due(at now: Duration) -> [ReadyFile] {
    held.values.filter { $0.due.map { $0 <= now } ?? false }.map(\.file)
      .sorted { $0.path < $1.path }
  }

  // MARK: - Late ones

  /// Assigns a file to its session, as far as that is known.
  mutating func settle(_ file: ReadyFile, at now: Duration) {
    do {
      // The file is gone.
      guard try claimer.files.facts(of: file.path) != nil else {
        return held[UTF8Key(file.path)] = nil
      }
      try apply(decision(of: file), of: file, at: now)
    } catch {
      waitOut(file, at: now)
    }
  }

  /// Retries after a fault.
  private mutating func waitOut(_ file: ReadyFile, at now: Duration) {
    let settings = claimer.settings
    held[UTF8Key(file.path)]?.faults += 1
    held[UTF8Key(file.path)]?.due = now + settings.retries.longest
    // A run until the inbox is drained ends instead of waiting.
    let faults = held[UTF8Key(file.path)]?.faults ?? 0
    guard settings.span == .untilDrained, faults > settings.retries.sourceAttempts else { return }
    held[UTF8Key(file.path)]?.due = nil
    unfinished += 1
  }

  private mutating func apply(_ decision: ClaimDecision, of file: ReadyFile, at now: Duration)
    throws
  {
    switch decision {
    case .soon: held[UTF8Key(file.path)]?.due = now + Self.grace
    case .waits:
      let end = (held[UTF8Key(file.path)]?.since ?? now) + Self.longestWait
      if end <= now {
        let isChecksum = file.kind == .checksum
        return try quarantine(file, because: isChecksum ? .noRecordingOfChecksum : .noRecording)
      }
      let due = claimer.settings.span == .untilDrained ? nil : end
      held[UTF8Key(file.path)]?.due = due
    case .orphan(let reason): try quarantine(file, because: reason)
    case .of(let session):
      if file.kind == .checksum {
        try note(file, of: session)
      } else {
        try hand(file, to: session)
      }
      held[UTF8Key(file.path)] = nil
    }
  }

  private mutating func quarantine(_ file: ReadyFile, because reason: OrphanText) throws {
    try workers.context.orphan(file.path, because: reason)
    held[UTF8Key(file.path)] = nil
  }

  /// Moves a late sidecar into the folder of its session, which a worker amends.
  private func hand(_ file: ReadyFile, to session: SessionID) throws {
    let folder = claimer.layout.folder(of: session.text)
    try claimer.files.ensureFolder(folder)
    let claimed = try claimer.claimCompanion(file.path, file.stamp, into: folder)
    // Without a row, the next run amends the session again, with the same effect.
    if let claimed { try? workers.context.store.add(claimed, of: session) }
    workers.submit(
      .late(
        LateSidecar(
          session: session, name: claimer.layout.relative(file.path), folder: folder)))
  }

  /// Notes in the log of a session that a late checksum matches.
  private func note(_ file: ReadyFile, of session: SessionID) throws {
    guard let digest = try digest(in: file) else { return }
    try workers.context.store.session(session)
      .noteOnce("checksum_fits", field: "sha256", new: digest)
    if claimer.settings.audio == .keep {
      let path = claimer.layout.relative(file.path)
      try workers.context.store.add(claimer.ledger.file(path, file.stamp), of: session)
      claimer.ledger.remember(path, file.stamp)
    } else {
      try claimer.files.removeIfThere(file.path)
    }
  }

  // MARK: - Match

  private func decision(of file: ReadyFile) throws -> ClaimDecision {
    let path = claimer.layout.relative(file.path)
    guard file.kind == .sidecar else {
      let recording = InboxNames.recording(ofChecksum: path)
      let match = try SidecarMatch(namesakes: candidates(sessions(at: recording)))
      return match.decision(ofChecksum: try digest(in: file))
    }
    let sessions = try sessions(forStem: InboxNames.stem(of: path))
    let match = try SidecarMatch(namesakes: candidates(sessions))
    let (user, sha256) = try read(at: file)
    let recordings = try sha256.map { try workers.context.store.metadata(ofRecording: $0) }
    return match.decision(ofSidecarOf: user, for: recordings?.map(candidate))
  }

  /// The digest of a checksum file; nil for an invalid one.
  private func digest(in file: ReadyFile) throws -> String? {
    let name = InboxLayout.name(of: InboxNames.recording(ofChecksum: file.path))
    let found = try ChecksumFile.read(at: file.path, for: name, claimer.files)
    if case .digest(let digest) = found { return digest }
    return nil
  }

  /// The person and the SHA-256 of a sidecar, as far as they can be read.
  private func read(at file: ReadyFile) throws -> (user: UserHash?, sha256: String?) {
    switch try workers.context.readSidecar(at: file.path, of: nil) {
    case .usable(let sidecar):
      return (sidecar.profile.map { workers.context.store.userHash(of: $0.userID) }, sidecar.sha256)
    case .faulty(let fault): return (nil, fault.sha256)
    case .nothing, .ofAnother: return (nil, nil)
    }
  }

  /// The sessions of the recordings at a path, oldest first.
  private func sessions(at path: String) throws -> [SessionID] {
    let jobs = workers.jobs(forStem: InboxNames.stem(of: path))
    return adding(
      jobs.filter { $0.path.hasSameBytes(as: path) },
      to: try workers.context.store.sessions(at: path, inInbox: claimer.ledger.inbox))
  }

  /// The sessions of the recordings with a stem, oldest first.
  private func sessions(forStem stem: String) throws -> [SessionID] {
    adding(workers.jobs(forStem: stem), to: try filedSessions(forStem: stem))
  }

  private func filedSessions(forStem stem: String) throws(StoreError) -> [SessionID] {
    try workers.context.store.sessions(ofStem: stem, inInbox: claimer.ledger.inbox)
  }

  /// Adds recordings in progress that the store does not know yet.
  private func adding(_ jobs: [Job], to stored: [SessionID]) -> [SessionID] {
    stored + jobs.map(\.session).filter { !stored.contains($0) }.sorted()
  }

  private func candidates(_ sessions: [SessionID]) throws -> [Candidate] {
    try sessions.compactMap { session in
      if let metadata = try workers.context.store.metadata(of: session) {
        return candidate(metadata)
      }
      let isInWork = workers.knows(session)
      // A purged session can get no metadata; one that never began does not exist.
      guard try isInWork || workers.context.store.wasPurged(session) else { return nil }
      return Candidate(
        session: session, user: nil, recording: nil, lacksMetadata: isInWork, isCopy: false,
        isInWork: isInWork)
    }
  }

  private func candidate(_ metadata: SessionMetadata) -> Candidate {
    Candidate(
      session: metadata.session, user: metadata.header?.user,
      recording: metadata.header?.recording.sha256, lacksMetadata: metadata.lacksMetadata,
      isCopy: metadata.duplicateOf != nil, isInWork: workers.knows(metadata.session))
  }

  // MARK: - Recordings in work

  /// Moves a sidecar to a recording in progress that waits for it.
  /// - Returns: False if none waits, or the sidecar may belong to another one.
  private func attach(_ file: ReadyFile) -> Bool {
    let stem = InboxNames.stem(of: claimer.layout.relative(file.path))
    guard let job = onlyJobWithoutMetadata(ofStem: stem) else { return false }
    // Under the lock: a worker that finds no deadline finds the sidecar.
    let isThere = job.memory.withLock { memory -> Bool? in
      guard memory.sidecarDeadline != nil else { return nil }
      memory.sidecarDeadline = nil
      do throws(FileSystemError) {
        let claimed = try claimer.claimCompanion(file.path, file.stamp, into: job.folder)
        if let claimed { memory.files.append(claimed) }
        return true
      } catch {
        return false
      }
    }
    if isThere != nil { workers.expedite(job) }
    return isThere ?? false
  }

  /// The only recording of a name without a sidecar, if it is in progress.
  private func onlyJobWithoutMetadata(ofStem stem: String) -> Job? {
    // A recording of an earlier run may have the same name.
    guard !workers.isResuming else { return nil }
    let jobs = workers.jobs(forStem: stem)
    let unmatched = jobs.filter { ((try? claimer.files.facts(of: $0.sidecar)) ?? nil) == nil }
    guard let job = unmatched.first, unmatched.count == 1 else { return nil }
    // After a fault it may not be the only one.
    let others = try? filedSessions(forStem: stem)
      .filter { session in !jobs.contains { $0.session == session } }
    let candidates = others.flatMap { try? self.candidates($0) }
    return candidates?.contains(where: \.lacksMetadata) ?? true ? nil : job
  }
}

// The match of a late sidecar or checksum with a session. An ambiguous one is reported, not
// guessed.

/// A session that may match.
struct Candidate: Equatable {
  let session: SessionID

  /// The keyed hash of its person; nil if unknown.
  let user: UserHash?

  /// SHA-256 of its recording; nil if unknown.
  let recording: String?

  /// Whether it has no metadata, or only an invalid sidecar.
  let lacksMetadata: Bool

  /// Whether it is a duplicate of another session.
  let isCopy: Bool

  /// Whether it is in progress.
  let isInWork: Bool
}

/// The decision on a sidecar or checksum.
enum ClaimDecision: Equatable {
  case of(SessionID)
  /// The session is still in progress.
  case soon
  /// Its recording may still arrive.
  case waits
  case orphan(OrphanText)
}

struct SidecarMatch {
  /// The sessions of the same name, oldest first.
  let namesakes: [Candidate]

  /// The decision on a sidecar.
  /// - Parameter recordings: The sessions of the bytes of its SHA-256, under any name; nil without one.
  func decision(ofSidecarOf user: UserHash?, for recordings: [Candidate]? = nil) -> ClaimDecision {
    let names = Set(namesakes.map(\.session))
    let both = recordings?.filter { names.contains($0.session) } ?? namesakes
    let candidates = both.isEmpty ? recordings ?? [] : both
    guard let latest = candidates.last else { return .waits }
    if candidates.contains(where: \.isInWork) { return .soon }
    let unmatched = candidates.filter(\.lacksMetadata)
    if let first = unmatched.first(where: { !$0.isCopy }) ?? unmatched.first {
      // Duplicates are the same recording.
      let isOne = first.recording != nil && unmatched.allSatisfy { $0.recording == first.recording }
      return unmatched.count == 1 || isOne ? .of(first.session) : .orphan(.severalRecordings)
    }
    return user != nil && latest.user == user ? .of(latest.session) : .orphan(.anotherPersons)
  }

  /// The decision on a checksum.
  /// - Parameter sha256: Its digest; nil for an invalid one.
  func decision(ofChecksum sha256: String?) -> ClaimDecision {
    guard !namesakes.isEmpty else { return .waits }
    if namesakes.contains(where: \.isInWork) { return .soon }
    guard let sha256 else { return .orphan(.unusableChecksum) }
    return namesakes.last { $0.recording == sha256 }.map { .of($0.session) } ?? .orphan(.noneFits)
  }
}

/// A sidecar or checksum that matches no recording, and why. It is quarantined, and never becomes that
/// of the next recording of its name.
package enum OrphanText: String, SentenceTable {
  package static let texts = TextCatalogue.watch
  case severalRecordings = "sidecar_orphan.several_recordings"
  case anotherPersons = "sidecar_orphan.another_persons"
  case noRecording = "sidecar_orphan.no_recording"
  case sessionIsGone = "sidecar_orphan.session_is_gone"
  case notPutBack = "sidecar_orphan.not_put_back"
  case noRecordingOfChecksum = "checksum_orphan.no_recording"
  case noneFits = "checksum_orphan.none_fits"
  case unusableChecksum = "checksum_orphan.unusable_checksum"
}
