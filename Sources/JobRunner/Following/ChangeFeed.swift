// Change feed of a store for any process that can read it: its log names the changed sessions. It
// writes nothing and takes no lock. Without change notifications, as on a network folder, it polls
// once per second.

package import RecordStore
internal import Synchronization
internal import VoiceTypes

package final class ChangeFeed: Sendable {
  /// Recordings of the feed.
  package enum Scope: Sendable {
    /// One session, until it ends.
    case session(SessionID)
    /// The sessions of a person.
    case user(String)
    case all
  }

  /// Reason of the end of a feed.
  package enum End: Sendable, Equatable {
    /// The one session of the scope has ended.
    case over(JobOutcome?)
    case stopped
  }

  /// Polling interval without change notifications [E].
  private static let interval: Duration = .seconds(1)

  private let store: RecordStore
  private let scope: Scope
  private let events: any FolderEvents
  private let stopping = Mutex(false)

  package init(of store: RecordStore, _ scope: Scope, events: any FolderEvents = InotifyEvents()) {
    self.store = store
    self.scope = scope
    self.events = events
  }

  /// Ends `run`.
  package func stop() {
    stopping.withLock { $0 = true }
    events.wake()
  }

  /// Delivers the current lines of the scope and then each change, on the calling thread. Of steps
  /// within one polling interval only the latest is delivered.
  /// - Parameters:
  ///   - isWanted: Whether to continue; called at least once per second.
  ///   - receive: Receives a line; returns false to end the feed.
  package func run(
    while isWanted: () -> Bool = { true }, _ receive: (UpdateLine) -> Bool
  ) throws(StoreError) -> End {
    var cursor = try store.lastChange()
    var poll = FeedPoll(store, scope)
    for folder in [store.root, poll.work].compactMap(\.self) { try? events.watch(folder) }
    defer { events.unwatchAll() }
    try poll.begin()
    var isAtEnd = true
    while !stopping.withLock({ $0 }), isWanted() {
      do {
        if !poll.hasBacklog {
          let changed = try store.changes(since: &cursor)
          isAtEnd = changed.isEmpty
          poll.add(changed)
        }
        for line in try poll.next() where !receive(line) { return .stopped }
        if poll.isOver { return .over(poll.outcome) }
        if poll.hasBacklog || !isAtEnd { continue }
      } catch {
        // The feed survives a store that is temporarily unavailable.
        guard error.isTransient else { throw error }
      }
      _ = events.next(within: Self.interval)
    }
    return .stopped
  }
}

// Poll of the sessions in a change feed, and their new lines.

/// Pending sessions of a feed, and the latest line of each session.
struct FeedPoll {
  /// Number of remembered lines: more than recordings in work at once [E].
  private static let mostRemembered = 4 * WatchSettings.mostJobs

  /// Number of sessions per batch [E].
  private static let batchSize = 64

  private let store: RecordStore
  private let scope: ChangeFeed.Scope
  private let user: UserHash?
  private let inbox: InboxLayout?
  /// Sessions of the person under another hash, such as imported ones.
  private var namesakes: Set<SessionID> = []

  private var backlog: [SessionID] = []
  private var latest: [SessionID: UpdateLine] = [:]
  private var order = Queue<SessionID>()

  /// Whether the one session of the scope has ended.
  private(set) var isOver = false

  private(set) var outcome: JobOutcome?

  init(_ store: RecordStore, _ scope: ChangeFeed.Scope) {
    self.store = store
    self.scope = scope
    user = if case .user(let id) = scope { store.userHash(of: id) } else { nil }
    inbox = store.root.flatMap(StatusReport.inbox(ofStore:)).map(InboxLayout.init(root:))
  }

  /// Folder of claimed recordings; nil without a watcher.
  var work: String? { inbox?.work }

  var hasBacklog: Bool { !backlog.isEmpty }

  /// Adds the sessions of the scope; of all sessions those that have not ended.
  mutating func begin() throws(StoreError) {
    var query = SessionQuery()
    switch scope {
    case .session(let session): backlog = [session]
    case .user(let id):
      backlog = try store.sessions(ofUser: id, query).reversed().map(\.id)
      namesakes = Set(backlog)
    case .all:
      query.states = Set(SessionState.allCases.filter { !$0.isOver })
      backlog = try store.sessions(query).reversed().map(\.id)
    }
  }

  /// Adds changed sessions.
  mutating func add(_ changed: [SessionID]) {
    var pending = Set(backlog)
    backlog += (sessionsInWork + changed.filter(isMeant)).filter { pending.insert($0).inserted }
  }

  /// Returns the new lines of the next batch.
  mutating func next() throws(StoreError) -> [UpdateLine] {
    var lines: [UpdateLine] = []
    var done = 0
    defer { backlog.removeFirst(done) }
    for session in backlog.prefix(Self.batchSize) {
      do throws(StoreError) {
        lines += try news(of: session)
      } catch {
        // The lines so far are delivered; the other sessions follow when the store is back.
        if error.isTransient, !lines.isEmpty { return lines }
        if case .session = scope { throw error }
        if error.isTransient { throw error }
        // A damaged session is skipped; `verify` reports it.
      }
      done += 1
    }
    return lines
  }

  private func isMeant(_ session: SessionID) -> Bool {
    if case .session(let wanted) = scope { session == wanted } else { true }
  }

  /// Sessions in the work folder without a line.
  private var sessionsInWork: [SessionID] {
    switch scope {
    case .session(let session): return [session]
    // The store does not know the person yet.
    case .user: return []
    case .all:
      guard let work, let names = try? store.files.list(work) else { return [] }
      return names.compactMap(SessionID.init).filter { latest[$0] == nil }
    }
  }

  private mutating func news(of session: SessionID) throws(StoreError) -> [UpdateLine] {
    switch try store.feedResult(of: session) {
    case .nothing: return claimed(session).map { remember([$0]) } ?? []
    case .purged:
      if user != nil, latest[session] == nil { return [] }
      var line = UpdateLine(session, .error)
      (line.outcome, line.code) = (.purged, FaultText.purged.code)
      line.message = FaultText.purged.filled().message
      return end(.purged, remember([line]))
    case .found(let found):
      guard user == nil || found.header?.user == user || namesakes.contains(session) else {
        return []
      }
      let news = remember(UpdateLine.lines(of: session, found))
      guard let state = found.state, state.state.isOver else { return news }
      return end(latest[session]?.outcome, news)
    }
  }

  private mutating func end(_ outcome: JobOutcome?, _ lines: [UpdateLine]) -> [UpdateLine] {
    if case .session = scope { (isOver, self.outcome) = (true, outcome) }
    return lines
  }

  /// Returns the lines after the remembered one.
  private mutating func remember(_ lines: [UpdateLine]) -> [UpdateLine] {
    guard let last = lines.last else { return [] }
    let former = latest.updateValue(last, forKey: last.session)
    if former == nil { order.append(last.session) }
    if order.count > Self.mostRemembered, let oldest = order.popFirst() { latest[oldest] = nil }
    guard let former, let known = lines.firstIndex(of: former) else { return lines }
    return Array(lines[(known + 1)...])
  }

  /// Returns the line of a recording that is only in the work folder; nil without one.
  private func claimed(_ session: SessionID) -> UpdateLine? {
    if case .user = scope { return nil }
    guard let folder = inbox?.folder(of: session.text),
      ((try? store.files.facts(of: folder)) ?? nil) != nil
    else { return nil }
    var line = UpdateLine(session, .idle)
    let names = (try? store.files.list(folder)) ?? []
    if let name = names.first(where: { InboxNames().kind(of: $0) == .sidecar }),
      let bytes = try? store.files.read(folder + "/" + name, atMost: WatchSettings.mostSidecarBytes)
    {
      line.reference = Sidecar.reference(in: bytes)
    }
    return line
  }
}

extension UpdateLine {
  /// The latest lines of a session. During the comprehensive analysis that of the quick document
  /// is first.
  fileprivate static func lines(of session: SessionID, _ glance: FeedSession) -> [UpdateLine] {
    guard let state = glance.state, let phase = state.phase else { return [] }
    let phases = phase == .comprehensiveAnalysing ? [.quickComplete, phase] : [phase]
    return phases.compactMap { phase in
      let update = JobUpdate(of: session, at: phase, state, reference: glance.header?.reference)
      var line = UpdateLine(update)
      let tier = tiers(at: phase, update.outcome).first { glance.results[$0] != nil }
      line?.tier = tier
      line?.verdict = tier.flatMap { glance.results[$0] }.flatMap(Verdict.init(inDocument:))
      return line
    }
  }

  /// Tiers with a possibly new document after a step.
  private static func tiers(at phase: JobPhase, _ outcome: JobOutcome?) -> [Tier] {
    switch (phase, outcome) {
    case (.quickComplete, _): [.quick]
    case (.complete, .analysed): [.comprehensive]
    case (.error, .refused): [.comprehensive, .quick]
    default: []
    }
  }
}
