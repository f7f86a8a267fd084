// A server from what it was told to its end: the runner begins to fill the store, requests are taken.

internal import BaselineService
package import JobRunner
package import Logging
package import RecordStore
package import VoicePipeline
internal import VoiceTypes

/// What a server is started with.
package struct ServerOptions: Sendable {
  /// Recordings that are analysed at a time; one quick analysis may run besides.
  package var jobs: Int

  /// Whether people reach it over TLS, its own or that of a proxy before it.
  package var isSecure = false

  /// The hosts for which the server answers; nil for all.
  package var hosts: ServedHosts?

  /// Whether recordings stay in their sessions.
  package var keepsAudio = true

  /// A set of limits in place of those that ship; nil for these.
  package var limits: [UInt8]?

  /// The folder for who may come in, and for what passes.
  package var state: String

  /// Cores for password hashes, which run on as many as their memory allows.
  package var cores = 1

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
  /// - Parameter guests: The way from a store of guests into that one; nil where guests are kept in it too.
  package static func open(
    _ options: ServerOptions, on store: any ServedStore, guests: GuestMove? = nil,
    environment: RunEnvironment, files: any FileSystem, logger: Logger
  ) throws(ServerFault) -> Desk {
    let (limits, assessor) = try read(options.limits)
    let state = StateFolder(options.state, files: files, environment: environment)
    let credentials = state.credentials(isSecure: options.isSecure)
    let notes = MoveNotes(in: state.moves, files: files)
    let takes = KeptTakes(in: state.takes, files: files)
    do throws(FileSystemError) {
      try state.prepare()
      if guests != nil {
        try notes.prepare()
        let damaged = try takes.prepare()
        if damaged > 0 {
          logger.error("\(damaged.counted("file")) of takes cannot be read; they stay")
        }
      }
    } catch {
      throw .state(error)
    }
    let start = PlaceStart(
      settings: settings(options, options.limits == nil ? nil : limits),
      minimums: limits.minimums, environment: environment, files: files, logger: logger,
      hub: UpdateHub(run: String(environment.newID().prefix(8))))
    let home = try start.place(of: store, spool: state.spool, events: state.events)
    do throws(FileSystemError) {
      // Behind the lock of the spool: no other server changes what is indexed here.
      try credentials.prepare(at: SystemClock().now())
    } catch {
      home.runner.stop()
      throw .state(error)
    }
    let room = try guests.map { move throws(ServerFault) in
      GuestRoom(
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
    return Desk(
      at: home, guests: room, takes: guests == nil ? nil : takes,
      pipelines: JobPipelines(environment: environment, assessor: assessor), hub: start.hub,
      credentials: credentials, passwords: PasswordQueue(options.passwords, cores: options.cores),
      settings: serving,
      environment: environment, files: files, logger: logger)
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

/// What stores are begun to be worked on with.
private struct PlaceStart {
  let settings: RecordingRunner.Settings
  let minimums: [RecordingMinimum]
  let environment: RunEnvironment
  let files: any FileSystem
  let logger: Logger
  let hub: UpdateHub

  /// Begins to work on recordings of a store.
  /// - Parameter events: Where is told what happens, of a store that is no folder.
  func place(
    of store: any ServedStore, spool: String, events: String
  ) throws(ServerFault) -> Place {
    let log = EventLog(
      of: store, elsewhere: events, files: files, timestamp: environment.timestamp)
    let runner = RecordingRunner(
      store: store, spool: spool, settings, logger: logger, environment: environment,
      files: files, events: log)
    do throws(RunnerFault) {
      try runner.start()
    } catch {
      throw .runner(error)
    }
    let journeys = JourneyRun.Parts(
      runner: runner, store: store, minimums: minimums, environment: environment,
      adopt: { guest, person throws(StoreError) in
        _ = try store.adopt(guest: guest, user: person)
      },
      log: { [hub] note, user in
        log.note(note, of: user)
        if let user { hub.tell(note, of: user) }
      })
    return Place(store: store, runner: runner, journeys: journeys, events: log)
  }
}
