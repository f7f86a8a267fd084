// A server from what it was told to its end: the runner begins to fill the store, requests are taken.

internal import BaselineService
package import JobRunner
package import Logging
package import RecordStore
package import VoicePipeline
internal import VoiceTypes

/// What a server is started with.
package struct ServerOptions: Sendable {
  /// Recordings that are analysed at a time.
  package var jobs: Int

  /// Whether people reach it over TLS, its own or that of a proxy before it.
  package var isSecure = false

  /// Whether recordings stay in their sessions.
  package var keepsAudio = true

  /// A set of limits in place of those that ship; nil for these.
  package var limits: [UInt8]?

  /// The folder for who may come in, and for what passes.
  package var state: String

  /// What passwords are kept by.
  package var passwords: any PasswordHasher

  /// A server with a folder of its own.
  package init(jobs: Int, passwords: any PasswordHasher, state: String) {
    (self.jobs, self.passwords, self.state) = (jobs, passwords, state)
  }
}

/// Why a server does not start.
package enum ServerFault: Error, Sendable, CustomStringConvertible {
  case store(StoreError)
  case limits([String])
  case state(FileSystemError)
  case runner(RunnerFault)
  /// Passwords cannot be hashed.
  case passwords
  /// Certificate or key of TLS, or the address.
  case network(String)

  /// What is wrong and what to do.
  package var description: String {
    switch self {
    case .store(let error): "the store: \(error.description)"
    case .limits(let faults): faults.map { "--limits: \($0)" }.joined(separator: "\n")
    case .state(let error): "--state: \(error.description)"
    case .runner(let fault): fault.description
    case .passwords:
      "libsodium cannot be used, perhaps for want of /dev/urandom; passwords would not be safe"
    case .network(let problem): problem
    }
  }
}

extension Desk {
  /// Begins to work on recordings of a store, which was opened for writing.
  package static func open(
    _ options: ServerOptions, on store: any ServedStore, environment: RunEnvironment,
    files: any FileSystem, logger: Logger
  ) throws(ServerFault) -> Desk {
    let (limits, assessor) = try read(options.limits)
    let state = StateFolder(options.state, files: files, environment: environment)
    let credentials = state.credentials(isSecure: options.isSecure)
    do throws(FileSystemError) {
      try state.prepare()
      try credentials.prepare(at: SystemClock().now())
    } catch {
      throw .state(error)
    }
    let log = EventLog(
      of: store, elsewhere: state.events, files: files, timestamp: environment.timestamp)
    let runner = RecordingRunner(
      store: store, spool: state.spool,
      settings(options, options.limits == nil ? nil : limits), logger: logger,
      environment: environment, files: files, events: log)
    do throws(RunnerFault) {
      try runner.start()
    } catch {
      throw .runner(error)
    }
    let hub = UpdateHub(run: String(environment.newID().prefix(8)))
    var serving = ServerSettings(scratch: state.passing)
    serving.isSecure = options.isSecure
    return Desk(
      store: store, runner: runner, events: log,
      pipelines: JobPipelines(environment: environment, assessor: assessor),
      journeys: JourneyRun.Parts(
        runner: runner, store: store, minimums: limits.minimums, environment: environment,
        adopt: { guest, person throws(StoreError) in
          _ = try store.adopt(guest: guest, user: person)
        },
        log: { note, user in
          log.note(note, of: user)
          if let user { hub.tell(note, of: user) }
        }), hub: hub, credentials: credentials,
      passwords: options.passwords, settings: serving, environment: environment,
      files: files, logger: logger)
  }

  private static func settings(
    _ options: ServerOptions, _ limits: ReferenceLimits?
  ) -> RecordingRunner.Settings {
    var settings = RecordingRunner.Settings(jobs: options.jobs)
    settings.keepsAudio = options.keepsAudio
    settings.limits = limits
    // What nobody agreed to store is not stored.
    settings.requiresConsent = true
    return settings
  }

  private static func read(
    _ file: [UInt8]?
  ) throws(ServerFault) -> (ReferenceLimits, Assessor) {
    do throws(FileFaults) {
      guard let file else { return (try .embedded(), try .embedded()) }
      let limits = try ReferenceLimits(file: file)
      return (limits, Assessor(limits: limits))
    } catch {
      throw .limits(error.faults.map(\.description))
    }
  }
}
