// One look after the other at the sessions that somebody follows, and what is new with each.

internal import RecordStore
internal import VoiceTypes

/// The sessions that are to be looked at, and what was told of them.
struct FollowingTurn {
  /// Recordings of which the latest line is remembered: more than are in work at once [E].
  private static let mostRemembered = 4 * WatchSettings.mostJobs

  /// Sessions that are looked at before their lines are told [E].
  private static let mostLooks = 64

  private let store: RecordStore
  private let scope: StoreFollower.Scope
  private let user: UserHash?
  private let inbox: InboxLayout?
  /// Sessions of the person that name them otherwise, as imported ones do.
  private var namesakes: Set<SessionID> = []

  private var backlog: [SessionID] = []
  private var unsettled: [SessionID] = []
  private var latest: [SessionID: UpdateLine] = [:]
  private var order = Queue<SessionID>()

  /// Whether the one recording has come to its end.
  private(set) var isOver = false

  /// What came of it.
  private(set) var outcome: JobOutcome?

  init(_ store: RecordStore, _ scope: StoreFollower.Scope) {
    self.store = store
    self.scope = scope
    user = if case .user(let id) = scope { store.userHash(of: id) } else { nil }
    inbox = WatchedInbox.path(of: store.root).map(InboxLayout.init(root:))
  }

  /// Where claimed recordings lie, as far as a watcher said.
  var work: String? { inbox?.work }

  /// Whether there are sessions to be looked at now.
  var hasBacklog: Bool { !backlog.isEmpty }

  /// Whether a session is to be looked at again soon.
  var isUnsettled: Bool { !unsettled.isEmpty }

  /// Takes up the sessions of which there is something to tell already: of all recordings, those
  /// that have not come to their end.
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

  /// Takes in which sessions changed.
  mutating func take(_ changed: [SessionID]) {
    var known = Set(backlog)
    backlog += (unsettled + sessionsInWork + changed.filter(isMeant)).filter {
      known.insert($0).inserted
    }
    unsettled = []
  }

  /// What is new with the next of the sessions to be looked at.
  mutating func lines() throws(StoreError) -> [UpdateLine] {
    var lines: [UpdateLine] = []
    var looks = 0
    defer { backlog.removeFirst(looks) }
    for session in backlog.prefix(Self.mostLooks) {
      do throws(StoreError) {
        lines += try news(of: session)
      } catch {
        // What was told is told; the others are looked at when the store is back.
        if error.isTransient, !lines.isEmpty { return lines }
        if error.isTransient || isAlone { throw error }
        // One that is damaged is for `verify`; the others go on.
      }
      looks += 1
    }
    return lines
  }

  private var isAlone: Bool { if case .session = scope { true } else { false } }

  private func isMeant(_ session: SessionID) -> Bool {
    if case .session(let wanted) = scope { session == wanted } else { true }
  }

  /// Sessions whose recordings lie in the work folder and of which nothing was told.
  private var sessionsInWork: [SessionID] {
    switch scope {
    case .session(let session): return [session]
    // The store does not know yet whose they are.
    case .user: return []
    case .all:
      guard let work, let names = try? store.files.list(work) else { return [] }
      return names.compactMap(SessionID.init).filter { latest[$0] == nil }
    }
  }

  // MARK: - One session

  private mutating func news(of session: SessionID) throws(StoreError) -> [UpdateLine] {
    switch try store.glance(at: session) {
    case .nothing:
      return isInWork(session)
        ? remember([.claimed(session, reference: reference(of: session))]) : []
    case .changing:
      unsettled.append(session)
      return []
    case .purged:
      if user != nil, latest[session] == nil { return [] }
      return over(.purged, remember([.purged(session)]))
    case .found(let found):
      guard user == nil || found.header?.user == user || namesakes.contains(session) else {
        return []
      }
      let news = remember(UpdateLine.lines(of: session, found))
      guard let state = found.state, state.isOver else { return news }
      return over(latest[session]?.outcome, news)
    }
  }

  private mutating func over(_ outcome: JobOutcome?, _ lines: [UpdateLine]) -> [UpdateLine] {
    if case .session = scope { (isOver, self.outcome) = (true, outcome) }
    return lines
  }

  /// The lines that were not told yet.
  private mutating func remember(_ lines: [UpdateLine]) -> [UpdateLine] {
    guard let last = lines.last else { return [] }
    let former = latest.updateValue(last, forKey: last.session)
    if former == nil { order.append(last.session) }
    if order.count > Self.mostRemembered, let oldest = order.popFirst() { latest[oldest] = nil }
    guard let former, let told = lines.firstIndex(of: former) else { return lines }
    return Array(lines[(told + 1)...])
  }

  // MARK: - The work folder

  private func isInWork(_ session: SessionID) -> Bool {
    if case .user = scope { return false }
    guard let inbox else { return false }
    return ((try? store.files.facts(of: inbox.folder(of: session.text))) ?? nil) != nil
  }

  /// What lies beside a claimed recording says of it.
  private func reference(of session: SessionID) -> String? {
    guard let folder = inbox?.folder(of: session.text), let names = try? store.files.list(folder),
      let name = names.first(where: { InboxNames().kind(of: $0) == .sidecar }),
      let bytes = try? store.files.read(
        folder + "/" + name, atMost: WatchSettings.mostSidecarBytes)
    else { return nil }
    return Sidecar.reference(in: bytes)
  }
}
