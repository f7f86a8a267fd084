import ArgumentParser
import CommandSupport
import FoundationEssentials
import JobRunner
import Logging
import RecordStore
import VoicePipeline
import VoiceServer

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the page and its interface until SIGTERM or Ctrl-C.",
    discussion: """
      The interface is described at /openapi.json. Browsers give a microphone to pages of this machine \
      (127.0.0.1, localhost) and to pages over TLS, and to no others.

      One server, watcher or onboarding fills a store at a time. STORE.server holds who is signed in, and \
      recordings until they are analysed, in plain: beside an encrypted store it belongs in memory or on an \
      encrypted disk (--state).

      With --database and --tenant sessions and people with accounts lie in a database, and that folder (--state) on \
      this machine, with a store of guests in it (guests): whoever makes an account goes over with all that is theirs. \
      While the database is away, guests go on; what else is asked is answered with 503, and recordings wait \
      in the folder. The login is a member of sagevoice_clinic. With --key-file what is kept of people and \
      recordings is encrypted before it goes into the database, and in the store of guests, if it is when they are \
      made.
      """)

  @OptionGroup var choice: ServedStoreChoice

  @Option(help: ArgumentHelp("Where to listen.", valueName: "host:port"))
  var bind = "127.0.0.1:8080"

  @Option(
    help: ArgumentHelp("The certificate chain, PEM; with --tls-key.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"]))
  var tlsCert: String?

  @Option(
    help: ArgumentHelp("The key of the certificate, PEM.", valueName: "file"),
    completion: .file(extensions: ["pem", "key"]))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "A name by which browsers reach the server, such as voice.example.org; repeat it for several. Requests for other hosts are refused; the address of --bind and localhost are always served.",
      valueName: "name"))
  var host: [String] = []

  @Flag(help: "A proxy speaks TLS with browsers, and adds their address to X-Forwarded-For.")
  var behindProxy = false

  @Option(
    help: ArgumentHelp(
      "With --behind-proxy: the addresses of proxies, such as 10.0.0.0/8,192.0.2.7. X-Forwarded-For is believed from them alone, back to the first other address. Without it the last address counts.",
      valueName: "ranges"))
  var trustedProxies: String?

  @Option(help: "Connections that may be open at a time; others wait.")
  var connections = 4096

  @Option(
    help: ArgumentHelp(
      "Reference limits, and minimums of recordings, in place of those that ship.",
      valueName: "limits.json"),
    completion: .file(extensions: ["json"]))
  var limits: String?

  @Option(
    help:
      "Recordings that are analysed at a time, and one quick analysis besides; as many as there are cores unless given."
  )
  var jobs: Int?

  @Flag(help: "Keep no sound once its results are stored.")
  var deleteAudio = false

  func validate() throws {
    guard (tlsCert == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-cert and --tls-key belong together.")
    }
    guard jobs ?? 1 > 0 else { throw ValidationError("--jobs takes a whole number from 1 up.") }
    guard connections > 0 else {
      throw ValidationError("--connections takes a whole number from 1 up.")
    }
    guard trustedProxies == nil || behindProxy else {
      throw ValidationError("--trusted-proxies needs --behind-proxy.")
    }
    guard proxies != nil else {
      throw ValidationError(
        "--trusted-proxies takes addresses and ranges with commas between, such as 10.0.0.0/8,::1.")
    }
    guard ServedHosts(host) != nil else {
      throw ValidationError("--host takes a name or an address, without scheme and port.")
    }
    #if PlainServer
      guard ListeningAddress(bind) != nil else {
        throw ValidationError("--bind takes HOST:PORT, such as 127.0.0.1:8080.")
      }
    #endif
  }

  /// The trusted proxies; nil for an invalid option.
  private var proxies: TrustedProxies? {
    guard behindProxy else { return TrustedProxies.none }
    guard let trustedProxies else { return .nearest }
    let items = trustedProxies.split(separator: ",", omittingEmptySubsequences: false)
    let ranges = items.compactMap { AddressRange(String($0)) }
    return ranges.count == items.count ? .ranges(ranges) : nil
  }

  func run() async throws {
    #if PlainServer
      do throws(ServerFault) {
        try await serve()
      } catch {
        Messages.logger.error("\(error.description)")
        throw ExitCode(error.status)
      }
    #else
      Messages.logger.error("\(Messages.serverMissing)")
      throw ExitStatus.unavailable.exitCode
    #endif
  }

  #if PlainServer
    private func serve() async throws(ServerFault) {
      guard var address = ListeningAddress(bind) else { throw .network("--bind: \(bind)") }
      if let tlsCert, let tlsKey { address.tls = (tlsCert, tlsKey) }
      address.proxies = proxies ?? TrustedProxies.none
      address.mostConnections = connections
      if behindProxy, host.isEmpty {
        Messages.logger.warning(
          "--behind-proxy without --host: only requests for \(bind) and localhost are answered; name the host of the proxy with --host"
        )
      }
      let (store, guests) = try openStore()
      var options = try options(isSecure: address.tls != nil || behindProxy)
      options.hosts = ServedHosts(host + address.hosts)
      let desk = try ServerContext.open(
        options, on: store, guests: guests,
        environment: .ofThisMachine, files: POSIXFileSystem(), logger: Messages.logger)
      let scheme = address.tls == nil ? "http" : "https"
      let host = address.host
      try await HTTPServer(desk, at: address, logger: Messages.logger).run { port in
        Messages.logger.notice("serving \(scheme)://\(host):\(port)")
      }
    }

    private func openStore() throws(ServerFault) -> (any ServedStore, GuestMove?) {
      do throws(FileSystemError) {
        // The store of guests is in this folder.
        if choice.selection.isDatabase { try POSIXFileSystem().ensureFolder(choice.stateFolder) }
      } catch {
        throw .state(error)
      }
      do throws(StoreError) {
        return try choice.open()
      } catch {
        throw .store(error)
      }
    }

    private func options(isSecure: Bool) throws(ServerFault) -> ServerOptions {
      guard let passwords = Argon2id() else { throw .passwords }
      var options = ServerOptions(
        jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, passwords: passwords,
        state: choice.stateFolder)
      options.isSecure = isSecure
      options.cores = ProcessInfo.processInfo.activeProcessorCount
      options.keepsAudio = !deleteAudio
      if let limits {
        do throws(FileSystemError) {
          options.limits = try POSIXFileSystem().read(limits, atMost: Self.mostLimitBytes)
        } catch {
          throw .limits([error.description])
        }
      }
      return options
    }

    /// Size limit of the limits file, in bytes.
    private static let mostLimitBytes = 1 << 22
  #endif
}

#if PlainServer
  extension ServerFault {
    fileprivate var status: Int32 {
      switch self {
      case .limits: ExitStatus.refused.rawValue
      case .store(.notAStore): ExitStatus.cannotOpenInput.rawValue
      case .store, .state, .runner, .passwords: ExitStatus.cannotCreateOutput.rawValue
      case .network: ExitStatus.inputOutputError.rawValue
      }
    }
  }
#endif

/// Messages on standard error.
enum Messages {
  /// The message of a build without a server.
  static let serverMissing = """
    this build has no server in it; build it with `swift build -c release --traits Server \
    --product sagevoice-server`
    """

  /// The logger, with metadata, from level notice.
  static var logger: Logger {
    var logger = Logger(label: "sagevoice.server") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .notice
    return logger
  }
}
