// The worker threads. There are more of them than cores, because a recording mostly waits for the
// disk of the store; `AnalyzerPool` limits the analyses at a time.

internal import Dispatch
internal import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

enum WorkerTask: Sendable {
  case job(Job)
  /// A recording that an earlier run claimed.
  case resume(SessionID)
  case late(LateSidecar)
  case retention

  var session: SessionID? {
    switch self {
    case .resume(let session): session
    case .late(let late): late.session
    case .job, .retention: nil
    }
  }

  var awaitsQuickDocument: Bool {
    if case .job(let job) = self { job.awaitsQuickDocument } else { false }
  }
}

/// The workers of a watcher or runner, with the recordings in progress.
final class WorkerPool: Sendable {
  /// Threads that share fsyncs: 16 writers are forty times as fast as one on the machine of the
  /// benchmark records.
  private static let leastThreads = 16

  /// Threads of the quick tier alone, while all others wait for comprehensive analyses.
  private static let quickThreads = 2

  private static let day: Duration = .seconds(86_400)

  private struct State {
    var jobs: [SessionID: Job] = [:]
    var isStopping = false
    var unfinished = 0
    var faults: [SessionID: Int] = [:]
    /// Other items that are queued or in progress, per session.
    var pendingItems: [SessionID?: Int] = [:]
    /// Recordings of an earlier run before the first attempt to resume them.
    var resuming: Set<SessionID> = []
  }

  let context: JobContext
  private let queue = JobQueue()
  private let timer = DispatchSemaphore(value: 0)
  private let state = Mutex(State())
  private let group = DispatchGroup()
  private let threads: Int
  private let whenIdle: @Sendable () -> Void

  /// - Parameter whenIdle: Called when there is space for more, or nothing left.
  init(_ context: JobContext, whenIdle: @escaping @Sendable () -> Void) {
    self.context = context
    self.whenIdle = whenIdle
    threads = max(Self.leastThreads, 2 * context.settings.jobs)
  }

  /// Recordings in progress.
  var count: Int { state.withLock { $0.jobs.count } }

  /// The recordings in progress at a path without its ending.
  func jobs(forStem stem: String) -> [Job] {
    state.withLock { $0.jobs.values.filter { $0.stem.hasSameBytes(as: stem) } }
  }

  /// Recordings given up for this run.
  var unfinished: Int { state.withLock { $0.unfinished } }

  /// Whether there is space for another recording.
  var hasRoom: Bool { state.withLock { $0.jobs.count < WatchSettings.mostJobs } }

  /// Whether nothing is in progress.
  var isIdle: Bool { state.withLock { $0.pendingItems.isEmpty && $0.jobs.isEmpty } }

  /// Whether a session is in progress or queued.
  func knows(_ session: SessionID) -> Bool {
    state.withLock { $0.jobs[session] != nil || $0.pendingItems[session] != nil }
  }

  /// Whether a recording of an earlier run is not in progress yet, so its path is unknown.
  var isResuming: Bool { state.withLock { !$0.resuming.isEmpty } }

  /// Starts the threads, and the daily retention.
  func start() {
    submit(.retention)
    group.runOnOwnThread { self.releaseDelayed() }
    for _ in 0..<threads {
      group.runOnOwnThread {
        while let item = self.queue.next() { self.work(on: item) }
      }
    }
    guard context.analyzers.hasQuickAnalyzer else { return }
    for _ in 0..<Self.quickThreads {
      group.runOnOwnThread {
        while let item = self.queue.nextOfHighPriority() { self.work(on: item) }
      }
    }
  }

  /// Waits for the steps in progress.
  func stop() {
    state.withLock { $0.isStopping = true }
    timer.signal()
    queue.close(workers: threads + Self.quickThreads)
    group.wait()
  }

  /// Releases delayed items when they are due.
  private func releaseDelayed() {
    var nextRetention = context.environment.elapsed() + Self.day
    while !isStopping {
      let now = context.environment.elapsed()
      queue.release(at: now)
      if now >= nextRetention {
        nextRetention = now + Self.day
        submit(.retention)
      }
      let due = min(queue.nextDue ?? nextRetention, nextRetention)
      _ = timer.wait(timeout: .now() + .milliseconds(Int(max(.zero, due - now).milliseconds) + 1))
    }
  }

  private func delay(_ item: WorkerTask, until due: Duration) {
    queue.delay(item, until: due)
    timer.signal()
  }

  func add(_ job: Job, after delay: Duration = .zero) {
    state.withLock { $0.jobs[job.session] = job }
    if delay == .zero { return queue.add(.job(job)) }
    self.delay(.job(job), until: context.environment.elapsed() + delay)
  }

  /// Adds an item other than a recording in progress.
  func submit(_ item: WorkerTask) {
    state.withLock { state in
      state.pendingItems[item.session, default: 0] += 1
      if case .resume(let session) = item { state.resuming.insert(session) }
    }
    queue.add(item)
  }

  private func finished(_ session: SessionID?) {
    state.withLock { state in
      let left = (state.pendingItems[session] ?? 1) - 1
      state.pendingItems[session] = left == 0 ? nil : left
      if let session { state.faults[session] = nil }
    }
    whenIdle()
  }

  // MARK: - Work

  private func work(on item: WorkerTask) {
    switch item {
    case .job(let job): advance(job)
    case .resume(let session):
      attempt(item, of: session) {
        defer { attempted(session) }
        try resume(session)
      }
    case .late(let late): attempt(item, of: late.session) { try context.amend(late) }
    case .retention:
      context.enforceRetention()
      finished(nil)
    }
  }

  /// Ends the wait of sidecars for a recording of an earlier run.
  private func attempted(_ session: SessionID) {
    state.withLock { _ = $0.resuming.remove(session) }
    whenIdle()
  }

  /// Performs the steps of a recording until it has to wait.
  private func advance(_ job: Job) {
    var actions = job.memory.withLock { memory in
      memory.machine.isWaiting ? memory.machine.handle(.retryDue) : memory.machine.pending
    }
    while let action = actions.last, action.isWork {
      guard let next = perform(action, on: job) else { return }
      actions = next
      context.reporter.publish(actions, of: job)
      if case .analyse = actions.last, !isStopping {
        // Other recordings may wait for their quick document.
        return queue.add(.job(job))
      }
    }
    leave(job)
  }

  private var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Performs a step; nil if the recording has to wait.
  private func perform(_ action: JobState.Action, on job: Job) -> [JobState.Action]? {
    do {
      switch try context.perform(action, on: job) {
      case .event(let event): return job.memory.withLock { $0.machine.handle(event) }
      case .deferred(let until):
        deferUntilDue(job, until: until)
        return nil
      }
    } catch {
      return recover(job, from: StepFault(error))
    }
  }

  private func deferUntilDue(_ job: Job, until: Duration) {
    delay(.job(job), until: until)
    // The sidecar may have arrived during the step.
    if job.memory.withLock({ $0.sidecarDeadline }) == nil,
      until - context.environment.elapsed() > .seconds(1)
    {
      expedite(job)
    }
  }

  /// Ends the wait of a recording for its sidecar.
  func expedite(_ job: Job) { queue.expedite(job) }

  // MARK: - Faults

  private func recover(_ job: Job, from fault: StepFault) -> [JobState.Action]? {
    let kind = context.kind(of: fault)
    let (actions, hadFailed) = job.memory.withLock { memory in
      let hadFailed = memory.machine.stage == .settling(.failed)
      let actions = memory.machine.handle(.fault(kind))
      // A transient fault is not the reason of a failure.
      if !memory.machine.isWaiting { memory.fault = StateFault(fault) }
      return (actions, hadFailed)
    }
    if case .wait(let delay) = actions.last {
      wait(.job(job), session: job.session, delay, fault)
      return nil
    }
    // The next step starts without faults.
    state.withLock { $0.faults[job.session] = nil }
    if !hadFailed, actions.last != .finalize(.leftBehind) {
      context.reporter.publish(.failed, of: job.session, code: StateFault(fault).code)
    }
    return actions
  }

  private func wait(_ item: WorkerTask, session: SessionID, _ delay: Duration, _ fault: StepFault) {
    context.reporter.waits(session, fault.reason, delay, storeFault: fault.trouble)
    let faults = state.withLock { state in
      state.faults[session, default: 0] += 1
      return state.faults[session] ?? 0
    }
    // A run until the inbox is drained ends instead of waiting.
    if context.settings.span == .untilDrained, faults > context.settings.retries.sourceAttempts {
      state.withLock { $0.unfinished += 1 }
      if case .job(let job) = item { leave(job) } else { finished(session) }
      return
    }
    self.delay(item, until: context.environment.elapsed() + delay)
  }

  private func attempt(_ item: WorkerTask, of session: SessionID, _ body: () throws -> Void) {
    do {
      try body()
      finished(session)
    } catch {
      let fault = StepFault(error)
      if hasGivenUp(item, of: session, fault) { return finished(session) }
      wait(item, session: session, context.settings.retries.longest / 10, fault)
    }
  }

  /// Ends an item that retries do not help; false for one that is retried.
  private func hasGivenUp(_ item: WorkerTask, of session: SessionID, _ fault: StepFault) -> Bool {
    let kind = context.kind(of: fault)
    let faults = state.withLock { $0.faults[session, default: 0] } + 1
    let isSpent = kind != .passing && faults >= context.settings.retries.sourceAttempts
    switch item {
    case .late(let late) where kind == .permanent || isSpent:
      return (try? context.giveUp(late, fault)) != nil
    case .resume where kind == .unremovable && isSpent:
      context.reporter.publish(.leftBehind, of: session)
      return true
    case .job, .resume, .late, .retention: return false
    }
  }

  /// Ends the work on a recording in this run.
  private func leave(_ job: Job) {
    let (identity, machine) = job.memory.withLock { ($0.identity, $0.machine) }
    if let identity { context.reservations.release(identity, of: job.session) }
    let isLast = state.withLock { state in
      state.faults[job.session] = nil
      state.jobs[job.session] = nil
      let left = state.jobs.count
      return left == 0 || left == WatchSettings.mostJobs - 1
    }
    if case .ended(let ending) = machine.stage { context.reporter.ended(job, ending) }
    if isLast { whenIdle() }
  }
}

// The queue of steps: recordings without a quick document first, delayed items when they are due.
// Its callers bound its size.

final class JobQueue: Sendable {
  private struct State {
    /// Items without a quick document, and all others.
    var (high, normal) = (Queue<WorkerTask>(), Queue<WorkerTask>())
    var delayed: [(due: Duration, item: WorkerTask)] = []
    var isClosed = false

    /// - Returns: Whether the item has the high priority.
    mutating func add(_ item: WorkerTask) -> Bool {
      let isHigh = item.awaitsQuickDocument
      if isHigh { high.append(item) } else { normal.append(item) }
      return isHigh
    }
  }

  private let state = Mutex(State())
  // Each item is signalled once, one of high priority to the workers of that priority too. A worker
  // that finds nothing waits again.
  private let available = DispatchSemaphore(value: 0)
  private let highAvailable = DispatchSemaphore(value: 0)

  var nextDue: Duration? { state.withLock { $0.delayed.map(\.due).min() } }

  func add(_ item: WorkerTask) { signal(isHigh: state.withLock { $0.add(item) }) }

  private func signal(isHigh: Bool) {
    available.signal()
    if isHigh { highAvailable.signal() }
  }

  func delay(_ item: WorkerTask, until due: Duration) {
    state.withLock { $0.delayed.append((due, item)) }
  }

  /// Makes the due items available.
  func release(at now: Duration) {
    let added = state.withLock { state in
      let due = state.delayed.filter { $0.due <= now }
      state.delayed.removeAll { $0.due <= now }
      return due.map { state.add($0.item) }
    }
    for isHigh in added { signal(isHigh: isHigh) }
  }

  /// Makes a delayed recording available now.
  func expedite(_ job: Job) {
    let isHigh = state.withLock { state -> Bool? in
      let index = state.delayed.firstIndex { delayed in
        if case .job(let other) = delayed.item { other.session == job.session } else { false }
      }
      guard let index else { return nil }
      let item = state.delayed.remove(at: index).item
      return state.add(item)
    }
    if let isHigh { signal(isHigh: isHigh) }
  }

  /// Ends all waits.
  func close(workers: Int) {
    state.withLock { $0.isClosed = true }
    for _ in 0..<workers { signal(isHigh: true) }
  }

  /// The next item, by priority; waits for one. Nil once the queue is closed.
  func next() -> WorkerTask? {
    next(after: available) { $0.high.popFirst() ?? $0.normal.popFirst() }
  }

  /// The next item of high priority; waits for one. Nil once the queue is closed.
  func nextOfHighPriority() -> WorkerTask? { next(after: highAvailable) { $0.high.popFirst() } }

  private func next(
    after signal: DispatchSemaphore, _ pop: (inout State) -> WorkerTask?
  ) -> WorkerTask? {
    while true {
      signal.wait()
      let (isClosed, item) = state.withLock { state in
        (state.isClosed, state.isClosed ? nil : pop(&state))
      }
      if isClosed || item != nil { return item }
    }
  }
}

/// A first-in, first-out queue that releases memory as it empties.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var count: Int { elements.count - head }
  var first: Element? { isEmpty ? nil : elements[head] }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      elements[head] = nil
      head += 1
      // The cost of moving the rest is at most the number of elements removed since the last move.
      if head > 32 && 2 * head > elements.count {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head]
  }

  mutating func dropFirst(while isUnwanted: (Element) -> Bool) {
    while let first, isUnwanted(first) { _ = popFirst() }
  }
}

extension Queue: Sendable where Element: Sendable {}
