internal import BaselineService
package import JobRunner
package import Logging
package import RecordStore
package import VoicePipeline
package import VoiceTypes

package struct ServerOptions: Sendable {
  /// The number of concurrent analyses; one quick analysis may run in addition.
  package var jobs: Int

  /// Whether clients connect over TLS, directly or through a reverse proxy.
  package var isSecure = false

  /// The accepted host names; nil accepts all.
  package var hosts: ServedHosts?

  package var keepsAudio = true

  /// The content of a reference limits file; nil for the embedded limits.
  package var limits: [UInt8]?

  /// Entries of the page head for recordings without their own.
  package var reportHeader: ReportHeader?

  /// The state directory: credentials, spools and temporary files.
  package var state: String

  /// The number of cores for password hashing.
  package var cores = 1

  package var passwords: any PasswordHasher

  /// Creates options with defaults for all other properties.
  package init(jobs: Int, passwords: any PasswordHasher, state: String) {
    (self.jobs, self.passwords, self.state) = (jobs, passwords, state)
  }
}

/// The error of a failed server start.
package enum ServerFault: Error, Sendable, CustomStringConvertible {
  case store(StoreError)
  case limits([String])
  /// The entries of the page head are invalid.
  case header([String])
  case state(FileSystemError)
  case runner(RunnerFault)
  case passwords
  /// The TLS certificate, the TLS key or the bind address is invalid.
  case network(String)

  /// The cause and the remedy.
  package var description: String {
    switch self {
    case .store(let error): "the store: \(error.description)"
    case .limits(let faults): faults.map { "--limits: \($0)" }.joined(separator: "\n")
    case .header(let faults): faults.joined(separator: "\n")
    case .state(let error): "--state: \(error.description)"
    case .runner(let fault): fault.description
    case .passwords: "libsodium failed to start, so passwords cannot be hashed; check /dev/urandom"
    case .network(let problem): problem
    }
  }
}

extension ServerContext {
  /// Starts the recording runner of a store that is open for writing and creates the server
  /// context.
  /// - Parameter guests: The migration from a guest store into `store`; nil when `store` also holds
  ///   guests.
  package static func open(
    _ options: ServerOptions, on store: RecordStore, guests: GuestMigration? = nil,
    environment: RunEnvironment, files: any FileSystem, logger: Logger
  ) throws(ServerFault) -> ServerContext {
    let (limits, assessor) = try read(options.limits)
    let state = StateDirectory(options.state, files: files, environment: environment)
    let credentials = state.credentials(isSecure: options.isSecure)
    let notes = GuestMigrationNotes(in: state.moves, files: files)
    let takes = PendingUploadQueue(in: state.takes, files: files)
    do throws(FileSystemError) {
      try state.prepare()
      if guests != nil {
        try notes.prepare()
        let damaged = try takes.prepare()
        if damaged > 0 { logger.error("\(damaged.counted("pending upload")) cannot be read") }
      }
    } catch {
      throw .state(error)
    }
    let start = PlaceStart(
      settings: settings(options, options.limits == nil ? nil : limits),
      minimums: limits.minimums, environment: environment, files: files, logger: logger,
      hub: EventBroadcaster(run: String(environment.newID().prefix(8))))
    let home = try start.place(of: store, spool: state.spool, events: state.events)
    do throws(FileSystemError) {
      // The spool lock is held here: no other server changes the files that are indexed.
      try credentials.prepare(at: SystemClock().now())
    } catch {
      home.runner.stop()
      throw .state(error)
    }
    let room = try guests.map { move throws(ServerFault) in
      GuestStore(
        place: try start.place(of: move.source, spool: state.guestSpool, events: state.events),
        move: move, notes: notes)
    }
    do throws(FileSystemError) {
      try state.removePassing()
    } catch {
      throw .state(error)
    }
    var serving = ServerSettings(scratch: state.passing)
    (serving.isSecure, serving.hosts) = (options.isSecure, options.hosts)
    return ServerContext(
      home: home, place: home, guests: room, takes: guests == nil ? nil : takes,
      pipelines: JobPipelines(environment: environment, assessor: assessor),
      credentials: credentials, passwords: PasswordQueue(options.passwords, cores: options.cores),
      settings: serving, environment: environment, files: files, logger: logger, hub: start.hub)
  }

  private static func settings(
    _ options: ServerOptions, _ limits: ReferenceLimits?
  ) -> RecordingRunner.Settings {
    var settings = RecordingRunner.Settings(jobs: options.jobs)
    settings.keepsAudio = options.keepsAudio
    settings.limits = limits
    settings.reportHeader = options.reportHeader
    // Recordings without consent to storage are not stored.
    settings.requiresConsent = true
    return settings
  }

  private static func read(_ file: [UInt8]?) throws(ServerFault) -> (ReferenceLimits, Assessor) {
    do throws(FileFaults) {
      guard let file else { return (try .embedded(), try .embedded()) }
      let limits = try ReferenceLimits(file: file)
      return (limits, Assessor(limits: limits))
    } catch {
      throw .limits(error.faults.map(\.description))
    }
  }
}

/// The shared dependencies of the stores of one server.
private struct PlaceStart {
  let settings: RecordingRunner.Settings
  let minimums: [RecordingMinimum]
  let environment: RunEnvironment
  let files: any FileSystem
  let logger: Logger
  let hub: EventBroadcaster

  /// Starts the recording runner of a store.
  /// - Parameter events: The path of the event log for a store that is not a directory.
  func place(
    of store: RecordStore, spool: String, events: String
  ) throws(ServerFault) -> StoreContext {
    let log = EventLog(
      at: store.root.map(EventLog.path(in:)) ?? events, of: store, timestamp: environment.timestamp)
    let runner = RecordingRunner(
      store: store, spool: spool, settings, logger: logger, environment: environment,
      files: files, events: log)
    do throws(RunnerFault) {
      try runner.start()
    } catch {
      throw .runner(error)
    }
    let journeys = OnboardingRun.Parts(
      runner: runner, store: store, minimums: minimums, environment: environment,
      adopt: { guest, person throws(StoreError) in
        _ = try store.adopt(guest: guest, user: person)
      },
      log: { [hub] note, user in
        try? log.append(note, of: user)
        if let user { hub.publish(note, of: user) }
      })
    return StoreContext(store: store, runner: runner, journeys: journeys, events: log)
  }
}
