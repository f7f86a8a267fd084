internal import JobRunner
internal import Logging
package import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// Limits and settings of the HTTP interface.
package struct ServerSettings: Sendable {
  /// The maximum size of a recording in bytes: 30 s of one channel at 192 kHz in 32 bits.
  static let mostRecordingBytes = 24 << 20

  /// The maximum size of any request body in bytes; the largest body is a sync bundle.
  package static let mostBodyBytes = max(mostRecordingBytes, SyncBundle.mostBytes)

  /// The memory budget for request bodies in bytes: concurrent uploads of 40 people [E].
  static let mostBytesInMemory = 64 << 20

  /// The maximum size of a JSON body in bytes [E].
  static let mostJSONBytes = 1 << 16

  /// Whether clients connect over TLS, directly or through a reverse proxy.
  package var isSecure = false

  /// The accepted host names; nil accepts all.
  package var hosts: ServedHosts?

  /// The directory for temporary export and sync files.
  package var scratch: String

  /// Creates settings with a directory for temporary files.
  package init(scratch: String) { self.scratch = scratch }
}

package struct AuthenticatedUser: Sendable {
  let person: String

  /// The keyed hash of the identifier in the store.
  let user: UserHash

  /// The token of the sign-in cookie; empty for work that the server starts itself.
  let token: String
}

/// A store with its recording runner and onboarding flows.
package struct StoreContext: Sendable {
  let store: RecordStore
  let runner: RecordingRunner
  let journeys: OnboardingRun.Parts

  /// The event log for external programs.
  let events: EventLog
}

/// The server context: state and services that all requests share.
package struct ServerContext: Sendable {
  /// The store of accounts and staff, and of guests unless `guests` is set.
  let home: StoreContext

  /// The store of this copy of the context: `home`, or the guest store (see `at`).
  var place: StoreContext

  /// The guest store; nil when `home` also holds the guests.
  let guests: GuestStore?

  /// The pending upload queue; nil when the store is on this machine.
  let takes: PendingUploadQueue?

  let pipelines: JobPipelines
  package let credentials: Credentials
  let passwords: PasswordQueue
  let settings: ServerSettings
  let environment: RunEnvironment
  let files: any FileSystem
  let logger: Logger
  let turns = KeyedSerialQueue()

  /// A serial queue per person for changes of accounts, passwords, sign-ins and reset links. A task
  /// in `turns` may wait for this queue; the reverse order deadlocks.
  let credentialTurns = KeyedSerialQueue()

  let accessLogLimits = AccessLogLimits()

  /// The event streams. The `log` closure of the flows must publish its notes here.
  let hub: EventBroadcaster

  let counters = Counters()
  let intake = BodyMemoryBudget(mostBytes: ServerSettings.mostBytesInMemory)

  /// The concurrency limits per person.
  let work = WorkSlots()

  let reports = ReportCache()
  private let ending = ShutdownOnce()
  let attempts = SignInRateLimits()

  /// The executor for blocking file operations; nil for the default executor.
  var threads: (any TaskExecutor)?

  /// The executor for CPU-bound work (reports, exports); nil for the default executor.
  var heavyThreads: (any TaskExecutor)?

  /// The rate limit of new guests and accounts per network address [E].
  let beginnings = RateLimiter(60, in: .seconds(600))

  package let state = ServerState()

  /// The store that serves the current person.
  package var store: RecordStore { place.store }

  var runner: RecordingRunner { place.runner }

  var journeys: OnboardingRun.Parts { place.journeys }

  var signIns: SignInStore { credentials.people }

  var now: StoreTime { StoreTime(environment.timestamp()) ?? SystemClock().now() }

  /// Returns the user of a sign-in token; nil for an unknown or expired token.
  func visitor(_ token: String) throws -> AuthenticatedUser? {
    let person = try signIns.tokens.holder(token, at: now)
    return person.map { AuthenticatedUser(person: $0, user: store.userHash(of: $0), token: token) }
  }

  /// Returns the fault of an error. Logs an error of the store; no response has its text.
  func fault(_ error: any Error) -> APIFault {
    switch error {
    case let fault as APIFault: return fault
    case let fault as JourneyFault: return journeyFault(fault)
    case let error as FileSystemError: return fault(StoreError.fileSystem(error))
    case let error as StoreError:
      note("the store: \(error.descriptionForLogs)")
      return APIFault(error.isTransient ? .busy : .storeFault)
    default:
      note("an unexpected error of the type \(type(of: error))")
      return APIFault(.storeFault)
    }
  }

  /// Runs CPU-bound work on `heavyThreads`, so that other requests stay responsive.
  func heavily<Value: Sendable>(_ body: @Sendable () throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(heavyThreads) { try body() }
  }

  /// Logs an error without personal data.
  func note(_ trouble: String, of session: SessionID? = nil) {
    logger.error("\(trouble)", metadata: session.map { ["session": "\($0.text)"] })
  }

  /// Stops the runners, closes the event streams and waits for the requests in progress.
  package func stop() async {
    state.stop()
    hub.close()
    await ending.once { [home, guests] in
      home.runner.stop()
      guests?.place.runner.stop()
    }
    await turns.waitUntilIdle()
    await credentialTurns.waitUntilIdle()
  }
}

/// Runs a shutdown action once. Concurrent callers wait for the same run.
actor ShutdownOnce {
  private var task: Task<Void, Never>?

  /// Starts the action on the first call and waits for its end.
  func once(_ end: @escaping @Sendable () -> Void) async {
    let task = self.task ?? Task { end() }
    self.task = task
    await task.value
  }
}

package final class ServerState: Sendable {
  private let value = Atomic(false)

  /// Whether shutdown has begun.
  package var isStopping: Bool { value.load(ordering: .acquiring) }

  /// Begins shutdown: requests with unsafe methods are refused from now on.
  package func stop() { value.store(true, ordering: .releasing) }
}

/// Response counters for `/metrics`.
final class Counters: Sendable {
  private struct Key: Hashable {
    let route: String
    let status: Int
  }

  private let answers = Mutex<[Key: Int]>([:])

  func count(_ route: String, _ status: Int) {
    answers.withLock { $0[Key(route: route, status: status), default: 0] += 1 }
  }

  var all: [(route: String, status: Int, count: Int)] {
    answers.withLock { $0 }.map { ($0.key.route, $0.key.status, $0.value) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }
}
