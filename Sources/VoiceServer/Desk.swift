// What the server works with: the store, the runner, the journeys, and who is signed in.

internal import JobRunner
internal import Logging
package import RecordStore
internal import Synchronization
internal import VoicePipeline
internal import VoiceTypes

/// What a server was told.
package struct ServerSettings: Sendable {
  /// The most bytes of a recording: 30 s of one channel at 192 kHz in 32 bits.
  static let mostRecordingBytes = 24 << 20

  /// The most bytes of any body: a session that is passed on.
  package static let mostBodyBytes = max(mostRecordingBytes, Parcel.mostBytes)

  /// The most bytes of bodies in memory at a time: the takes of forty people who send at once [E].
  static let mostBytesInMemory = 64 << 20

  /// The most bytes of a profile or an event [E].
  static let mostJSONBytes = 1 << 16

  /// Whether people reach it over TLS, its own or that of a proxy before it.
  package var isSecure = false

  /// The hosts for which the server answers; nil for all.
  package var hosts: ServedHosts?

  /// Where exports are made, before they are sent.
  package var scratch: String

  /// Settings with a folder for what passes.
  package init(scratch: String) { self.scratch = scratch }
}

/// Somebody who is signed in.
package struct Visitor: Sendable {
  /// Their identifier.
  let person: String

  /// How the store knows them.
  let user: UserHash

  /// What their browser has.
  let token: String
}

/// A store, and what works on it.
package struct Place: Sendable {
  let store: any ServedStore
  let runner: RecordingRunner
  let journeys: JourneyRun.Parts

  /// What is told to programs beside this one.
  let events: EventLog
}

/// What is the same for all requests.
package struct Desk: Sendable {
  /// The store of people with accounts and of the staff; of guests too, unless they have one of their own.
  let home: Place

  /// Whose store this desk works with: `home`, unless somebody else's was asked for (`at`).
  var place: Place

  /// Where guests are kept; nil where that is `home`.
  let guests: GuestRoom?

  /// Takes whose store is away; nil where that is on this machine.
  let takes: KeptTakes?

  let pipelines: JobPipelines
  package let credentials: Credentials
  let passwords: PasswordQueue
  let settings: ServerSettings
  let environment: RunEnvironment
  let files: any FileSystem
  let logger: Logger
  let turns = Turns()

  /// Changes of one person's credentials, one after the other: accounts, passwords, sign-ins and reset links. A turn of
  /// a person may ask for one of these, never the other way round.
  let credentialTurns = Turns()

  let accessLogLimits = AccessLogLimits()
  let hub: UpdateHub
  let counters = Counters()

  /// The memory for what is being sent.
  let intake = Intake(mostBytes: ServerSettings.mostBytesInMemory)

  /// The work of people that is bounded.
  let work = WorkShares()

  /// Pages of reports that were made.
  let reports = ReportCache()

  /// The end of the runner.
  private let ending = Ending()

  /// How often somebody may try to sign in.
  let attempts = SignInAllowances()

  /// Where is done what waits for a disk; nil for the threads of the language.
  var threads: (any TaskExecutor)?

  /// Where is done what keeps a processor busy, reports and exports; nil for the threads of the language.
  var heavyThreads: (any TaskExecutor)?

  /// People who may begin from one address [E].
  let beginnings = Allowance(60, in: .seconds(600))

  /// Whether the server is being stopped.
  package let state = ServerState()

  /// Joins what a server works with. The journeys have to tell `hub` of their notes.
  init(
    at home: Place, guests: GuestRoom?, takes: KeptTakes?, pipelines: JobPipelines, hub: UpdateHub,
    credentials: Credentials, passwords: PasswordQueue, settings: ServerSettings,
    environment: RunEnvironment, files: any FileSystem, logger: Logger
  ) {
    (self.home, place, self.guests, self.pipelines) = (home, home, guests, pipelines)
    self.takes = takes
    (self.credentials, self.settings, self.environment) = (credentials, settings, environment)
    (self.files, self.logger, self.hub) = (files, logger, hub)
    self.passwords = passwords
  }

  /// The store of whoever is asked about.
  package var store: any ServedStore { place.store }

  var runner: RecordingRunner { place.runner }

  var journeys: JourneyRun.Parts { place.journeys }

  /// People who are signed in.
  var signIns: SignIns { credentials.people }

  /// The time now.
  var now: StoreTime { StoreTime(environment.timestamp()) ?? SystemClock().now() }

  /// Whose a token is.
  func visitor(_ token: String) throws(APIFault) -> Visitor? {
    let (signIns, now) = (signIns, now)
    let person = try stored { () throws(StoreError) in
      try onDisk { () throws(FileSystemError) in try signIns.tokens.holder(token, at: now) }
    }
    return person.map { Visitor(person: $0, user: store.userHash(of: $0), token: token) }
  }

  /// Does something with the store; what is wrong with it is for its keepers to know, not for who asks.
  func stored<Value>(_ body: () throws(StoreError) -> Value) throws(APIFault) -> Value {
    do {
      return try body()
    } catch {
      note("the store: \(error.descriptionForLogs)")
      throw APIFault(error.isTransient ? .busy : .storeFault)
    }
  }

  /// Does something that keeps a processor busy: few of it at a time, so that other requests are answered meanwhile.
  func heavily<Value: Sendable>(
    _ body: @Sendable () throws(APIFault) -> Value
  ) async throws(APIFault) -> Value {
    try await withTaskExecutorPreference(heavyThreads) { () async throws(APIFault) in try body() }
  }

  /// Tells whoever runs the server; never of whom.
  func note(_ trouble: String, of session: SessionID? = nil) {
    logger.error(
      "\(trouble)", metadata: session.map { ["session": "\($0.text)"] })
  }

  /// Ends what goes on, and waits for it.
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

/// Ends something once: whoever asks again waits for the same end, and does not go on before it.
actor Ending {
  private var task: Task<Void, Never>?

  /// Begins the end where nobody did, and waits for it.
  func once(_ end: @escaping @Sendable () -> Void) async {
    let task = self.task ?? Task { end() }
    self.task = task
    await task.value
  }
}

/// Does something with files as the store does.
func onDisk<Value>(_ body: () throws(FileSystemError) -> Value) throws(StoreError) -> Value {
  do {
    return try body()
  } catch {
    throw .fileSystem(error)
  }
}

/// Whether a server takes requests.
package final class ServerState: Sendable {
  private let value = Atomic(false)

  /// Whether it is being stopped.
  package var isStopping: Bool { value.load(ordering: .acquiring) }

  /// Takes nothing more that changes anything.
  package func stop() { value.store(true, ordering: .releasing) }
}

/// What was answered, for `/metrics`.
final class Counters: Sendable {
  private struct Key: Hashable {
    let route: String
    let status: Int
  }

  private let answers = Mutex<[Key: Int]>([:])

  /// Counts an answer.
  func count(_ route: String, _ status: Int) {
    answers.withLock { $0[Key(route: route, status: status), default: 0] += 1 }
  }

  /// The counts, by route and status.
  var all: [(route: String, status: Int, count: Int)] {
    answers.withLock { $0 }.map { ($0.key.route, $0.key.status, $0.value) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }
}
