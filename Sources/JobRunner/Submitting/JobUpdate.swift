// Updates for a program that waits for results: from the steps of a runner, from the states of sessions
// in the store, and as lines of JSON. The same step is the same line everywhere.

package import RecordStore
internal import Synchronization
public import VoiceTypes

/// The progress of an analysis; the raw values are stored in `state.json`.
public enum JobPhase: String, CaseIterable, Sendable {
  case idle
  case quickAnalysing = "quick_analysing"
  case quickComplete = "quick_complete"
  case comprehensiveAnalysing = "comprehensive_analysing"
  case complete
  case error

  func follows(_ other: JobPhase) -> Bool {
    let order = Self.allCases
    return (order.firstIndex(of: self) ?? 0) > (order.firstIndex(of: other) ?? 0)
  }

  package static func analysing(_ tier: Tier) -> JobPhase {
    tier == .quick ? .quickAnalysing : .comprehensiveAnalysing
  }
}

/// The outcome of a recording; the raw values are those of the events.
public enum JobOutcome: String, CaseIterable, Sendable {
  /// Its results are stored.
  case analysed
  /// It cannot be measured.
  case refused
  /// It is the same as an earlier one.
  case duplicate
  /// Another fault; a quick document stays.
  case failed
  /// Its session was purged.
  case purged
}

/// A step in the analysis of one recording.
public struct JobUpdate: Sendable {
  /// The session of the recording.
  public let session: String

  /// The progress of the recording.
  public let phase: JobPhase

  /// The quick document at `quickComplete`, the comprehensive one at `complete`, the one with the
  /// refusal at `error`; nil if there is none, or the store is unavailable.
  public var document: ResultsDocument?

  /// The caller's reference to the recording; nil if unknown.
  public var reference: String?

  /// The outcome; nil before the end.
  public var outcome: JobOutcome?

  /// The fault at `error`.
  package var fault: StateFault?

  /// Of a duplicate, the first session.
  public var original: String?

  /// The stable code of the fault at `error`.
  public var code: String? { fault?.code }

  /// The message and advice of the fault at `error`.
  public var message: String? { fault.map { Wording.joined($0.message, $0.advice) } }

  /// The catalogue entry and parameters of the message; nil if the code is the entry.
  public var sentence: Sentence? { fault?.sentence }
}

// MARK: - Lines

/// A step in the analysis of one recording, without the document.
package struct UpdateLine: Sendable, Equatable {
  package var session: SessionID

  /// The caller's reference; nil if unknown.
  package var reference: String?

  package var phase: JobPhase

  /// The outcome; nil before the end.
  package var outcome: JobOutcome?

  /// The tier of a new document; nil for a step without one.
  package var tier: Tier?

  /// The verdict of that document.
  package var verdict: Verdict?

  /// The code of a refusal or fault.
  package var code: String?

  /// The message and advice.
  package var message: String?

  /// Of a duplicate, the first session.
  package var original: SessionID?

  /// The catalogue entry and parameters of the message; nil if the code is the entry.
  package var sentence: Sentence?
}

extension UpdateLine: Shaped {
  package static let shape = Shape(
    UpdateLine.init(session:reference:phase:outcome:tier:verdict:code:message:original:sentence:)
  ) {
    Derived("schema", always: "sagevoice/update/1")
    Field("session_id", \.session, .sessionID)
    Field("reference", \.reference, .orNull(.text))
    Field("phase", \.phase, .choice)
    Field("outcome", \.outcome, .orNull(.choice))
    Field("tier", \.tier, .orNull(.choice))
    Field("verdict", \.verdict, .orNull(.choice))
    Field("code", \.code, .orNull(.text))
    Field("message", \.message, .orNull(.text))
    Field("of", \.original, .orNull(.sessionID))
    Field("sentence", \.sentence, ifThere: .shaped)
  }

  /// JSON Schema of an update, draft 2020-12.
  package static var jsonSchema: JSONValue {
    shape.schema(
      id: "urn:sagevoice:update:1",
      title: "sagevoice update, a line of `watch --updates` and `records follow`")
  }

  package init(_ session: SessionID, _ phase: JobPhase) {
    self.init(session: session, phase: phase)
  }

  /// The line of an update; nil without a session identifier.
  package init?(_ update: JobUpdate) {
    guard let session = SessionID(update.session) else { return nil }
    self.init(
      session: session, reference: update.reference, phase: update.phase, outcome: update.outcome,
      tier: update.document?.tier, verdict: update.document?.quality.verdict, code: update.code,
      message: update.message, original: update.original.flatMap(SessionID.init),
      sentence: update.sentence)
  }
}

// MARK: - In the store

extension RecordStore {
  /// The latest update of a session, and whether it is the last; nil without one.
  func latestUpdate(
    of session: SessionID
  ) throws(StoreError) -> (update: JobUpdate, isOver: Bool)? {
    guard let stored = try existingSession(session), let state = try stored.state(),
      let phase = state.phase
    else { return nil }
    var update = JobUpdate(of: session, at: phase, state, reference: try stored.header()?.reference)
    let places: [SessionDocument] = phase == .quickComplete ? [.quick] : [.computed, .quick]
    for place in places where update.document == nil {
      update.document = ResultsDocument(stored: try stored.read(place))
    }
    return (update, state.state.isOver)
  }
}

extension JobUpdate {
  /// Creates the update of a stored state, without a document.
  init(of session: SessionID, at phase: JobPhase, _ state: StateRecord, reference: String?) {
    self.init(
      session: session.text, phase: phase, reference: reference, outcome: state.outcome,
      fault: state.fault, original: state.duplicateOf?.text)
  }
}

extension StateRecord {
  /// The phase in the details; nil without one.
  var phase: JobPhase? {
    guard case .string(let text)? = details.first(where: { $0.key == "phase" })?.value else {
      return nil
    }
    return JobPhase(rawValue: text)
  }

  fileprivate var outcome: JobOutcome? {
    switch state {
    case .comprehensiveDone: .analysed
    case .quickDone: phase == .quickComplete ? .analysed : nil
    default: state.ending?.outcome
    }
  }
}

extension SessionState {
  /// The result of a recording in this state; nil if it is in progress.
  var ending: JobResult? {
    switch self {
    case .filed: .filed
    case .refused: .refused
    case .duplicate: .duplicate
    case .failed: .failed
    case .seen, .stable, .claimed, .quickDone, .comprehensiveDone: nil
    }
  }

  var isOver: Bool { ending != nil }
}

extension Verdict {
  /// Reads the verdict of a results document; nil for another document.
  init?(inDocument bytes: [UInt8]) {
    guard let text = (try? JSONValue.parse(bytes))?["quality"]?["verdict"]?.text else { return nil }
    self.init(rawValue: text)
  }
}

// Updates of a runner for its subscribers. Listeners get all of them. The stream of a session starts
// with the state in the store and ends with the job.

final class UpdateBus: Sendable {
  /// Buffered updates per stream; the newest stay.
  private static let bufferSize = 64

  private struct Subscription {
    let session: String
    let stream: AsyncStream<JobUpdate>.Continuation
    /// Updates during the query of the store; nil after it.
    var held: [JobUpdate]? = []
    var hasEnded = false
  }

  private struct State {
    var listeners: [@Sendable (JobUpdate) -> Void] = []
    var subscriptions: [Int: Subscription] = [:]
    var next = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Adds a listener, which is called on the thread of the step and must not wait.
  func add(_ listener: @escaping @Sendable (JobUpdate) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  /// The updates of a session.
  /// - Parameter query: Update from the store, and whether more may follow. It runs after the
  ///   subscription starts, so that no update is lost in between.
  func updates(
    of session: SessionID, after query: () -> (update: JobUpdate?, mayGoOn: Bool)
  ) -> AsyncStream<JobUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: JobUpdate.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
    let number = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.next += 1
      state.subscriptions[state.next] = Subscription(session: session.text, stream: continuation)
      return state.next
    }
    let (update, mayGoOn) = query()
    if let update { continuation.yield(update) }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.subscriptions.removeValue(forKey: number) }
    }
    let isOver = state.withLock { state -> Bool in
      guard let subscription = state.subscriptions[number] else { return true }
      // Phases up to that of the store are not repeated.
      for later in subscription.held ?? []
      where update.map({ later.phase.follows($0.phase) }) ?? true { continuation.yield(later) }
      state.subscriptions[number]?.held = nil
      return subscription.hasEnded || !mayGoOn
    }
    if isOver { continuation.finish() }
    return stream
  }

  func publish(_ update: JobUpdate) {
    for listener in state.withLock({ $0.listeners }) { listener(update) }
    state.withLock { state in
      for (number, subscription) in state.subscriptions
      where subscription.session == update.session {
        if subscription.held == nil {
          subscription.stream.yield(update)
        } else {
          state.subscriptions[number]?.held?.append(update)
        }
      }
    }
  }

  /// Ends the streams of a session.
  func end(_ session: SessionID) { end { $0.session == session.text } }

  /// Ends all streams; later ones end after the state in the store.
  func close() {
    state.withLock { $0.isClosed = true }
    end { _ in true }
  }

  private func end(_ isMeant: (Subscription) -> Bool) {
    let ended = state.withLock { state in
      for (number, subscription) in state.subscriptions where isMeant(subscription) {
        state.subscriptions[number]?.hasEnded = true
      }
      return state.subscriptions.values.filter { isMeant($0) && $0.held == nil }.map(\.stream)
    }
    // Outside of the lock: the end of a stream removes its subscription.
    for stream in ended { stream.finish() }
  }
}
