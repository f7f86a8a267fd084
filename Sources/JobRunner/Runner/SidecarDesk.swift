// Sidecars on their way: to a recording that is being worked on, to one that is still to come, or to
// one that was filed before.

internal import RecordStore
internal import Synchronization
internal import VoiceTypes

/// Where sidecars wait until it is clear whose they are.
struct SidecarDesk {
  private struct Held {
    let file: ReadyFile
    /// When it is given to a session that is filed; nil once no session was found.
    var due: Duration?
  }

  /// A sidecar may come before its recording, under a name that was used before [E].
  private static let leastHold: Duration = .seconds(5)

  /// Long enough to bring a small file to another folder.
  private static let grace: Duration = .seconds(2)

  private let claiming: Claiming
  private let crew: JobCrew
  private var held: [String: Held] = [:]

  init(claiming: Claiming, crew: JobCrew) {
    self.claiming = claiming
    self.crew = crew
  }

  var count: Int { held.count }
  var nextDue: Duration? { held.values.compactMap(\.due).min() }
  var isIdle: Bool { nextDue == nil }

  /// Takes in a sidecar that is complete.
  mutating func add(_ file: ReadyFile, at now: Duration) {
    let stem = InboxNames.stem(of: file.path)
    if held[stem]?.file == file { return }
    if let job = crew.table.job(forStem: claiming.layout.relative(stem)),
      attach(file, to: job, at: now)
    {
      return
    }
    let settings = claiming.settings
    let hold =
      settings.span == .untilDrained ? .zero : max(settings.sidecarWait, Self.leastHold)
    held[stem] = Held(file: file, due: now + hold)
  }

  /// What is told of the recording at a path, if it is here.
  func waiting(for recording: String) -> String? {
    held[InboxNames.stem(of: recording)]?.file.path
  }

  /// A sidecar that went with its recording.
  mutating func used(_ path: String?) {
    if let path { held[InboxNames.stem(of: path)] = nil }
  }

  /// Sidecars for which no recording came.
  func due(at now: Duration) -> [ReadyFile] {
    held.values.filter { $0.due.map { $0 <= now } ?? false }.map(\.file)
      .sorted { $0.path < $1.path }
  }

  /// Gives a sidecar to the session of a recording that was filed without one; where there is none
  /// it goes on waiting for a recording.
  mutating func amend(_ file: ReadyFile, at now: Duration) {
    let stem = InboxNames.stem(of: file.path)
    guard let session = claiming.ledger.entry(forStem: claiming.layout.relative(stem))?.session
    else {
      held[stem]?.due = nil
      return
    }
    do {
      if crew.knows(session) {
        let soon = now + Self.grace
        held[stem]?.due = soon
      } else if try hasAnswers(session) {
        held[stem]?.due = nil
      } else {
        let folder = claiming.layout.folder(of: session.text)
        try claiming.files.ensureFolder(folder)
        try claiming.takeCompanion(file.path, file.stamp, into: folder, of: session)
        held[stem] = nil
        crew.submit(
          .late(
            LateSidecar(
              session: session, path: folder + "/" + InboxLayout.name(of: file.path),
              folder: folder)))
      }
    } catch {
      // It is still where it was.
      let later = now + claiming.settings.retries.longest
      held[stem]?.due = later
    }
  }

  /// Whether something was told of a session; one that is gone has nothing to be told of.
  private func hasAnswers(_ session: SessionID) throws -> Bool {
    guard let stored = try crew.context.store.existingSession(session) else { return true }
    return try stored.read(.answers) != nil
  }

  /// Brings a sidecar to a recording whose assessment waits for it; false where none does.
  private func attach(_ file: ReadyFile, to job: Job, at now: Duration) -> Bool {
    let isAwaited = job.memory.withLock { memory in
      guard case .awaited(let until) = memory.sidecar else { return false }
      memory.sidecar = .awaited(until: max(until, now + Self.grace))
      return true
    }
    guard isAwaited else { return false }
    do {
      try claiming.takeCompanion(file.path, file.stamp, into: job.folder, of: job.session)
    } catch {
      return false
    }
    job.memory.withLock { $0.sidecar = .settled }
    crew.hurry(job)
    return true
  }
}
