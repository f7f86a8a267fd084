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
    "serve", "Serve the onboarding page and its HTTP API.",
    """
    /openapi.json describes the API. The server runs until SIGTERM or Ctrl-C. Browsers allow the \
    microphone on 127.0.0.1, localhost and HTTPS pages only. Only one program (serve, watch or \
    onboard) can write to a store at a time.

    The --state folder contains sign-ins and pending uploads without encryption: put this folder \
    on an encrypted disk. With --database and --tenant guests are stored in the --state folder \
    until they have an account; the login needs the role sagevoice_clinic.
    """,
    examples: [
      "sagevoice serve --store store --create",
      "sagevoice serve --store store --bind 0.0.0.0:8443 --tls-cert chain.pem --tls-key key.pem --host voice.example.org",
    ])

  @OptionGroup var settingsFile: SettingsChoice
  @OptionGroup(title: HelpText.Title.store) var choice: ServedStoreChoice

  @Option(help: ArgumentHelp("Address and port to listen on.", valueName: "host:port"))
  var bind = "127.0.0.1:8080"

  @Option(
    help: ArgumentHelp("Certificate chain (PEM). Needs --tls-key.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"]))
  var tlsCert: String?

  @Option(
    help: ArgumentHelp("Private key of the certificate (PEM).", valueName: "file"),
    completion: .file(extensions: ["pem", "key"]))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      """
      Host name of the server, such as voice.example.org. May be repeated; other hosts except \
      localhost and --bind are refused.
      """, valueName: "name"))
  var host: [String] = []

  @Flag(help: "Trust the X-Forwarded-For header of a TLS proxy.")
  var behindProxy = false

  @Option(
    help: ArgumentHelp(
      """
      Address ranges of trusted proxies, such as 10.0.0.0/8,192.0.2.7. Default: the nearest \
      proxy only.
      """, valueName: "ranges"))
  var trustedProxies: String?

  @Option(help: "Maximum number of open connections.")
  var connections = 4096

  @OptionGroup var reference: LimitsChoice

  @OptionGroup(title: HelpText.Title.page) var head: HeaderOption

  @Option(
    name: .shortAndLong,
    help: "Number of recordings to analyse at a time. Default: the number of cores.",
    takes: Jobs.number)
  var jobs: Int?

  @Flag(help: "Delete audio after its results are stored.")
  var deleteAudio = false

  func validate() throws {
    guard (tlsCert == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-cert and --tls-key belong together.")
    }
    guard connections > 0 else {
      throw ValidationError("--connections: expected a whole number from 1 up.")
    }
    guard trustedProxies == nil || behindProxy else {
      throw ValidationError("--trusted-proxies needs --behind-proxy.")
    }
    guard proxies != nil else {
      throw ValidationError(
        "--trusted-proxies: expected comma-separated addresses and ranges, such as 10.0.0.0/8,::1.")
    }
    try OptionFile.refuseStandardInput(tlsCert, for: "--tls-cert")
    try OptionFile.refuseStandardInput(tlsKey, for: "--tls-key")
    try OptionFile.refuseStandardInput(reference.limits, for: "--limits")
    guard ServedHosts(host) != nil else {
      throw ValidationError("--host: expected a name or an address, without scheme and port.")
    }
    #if PlainServer
      guard ListeningAddress(bind) != nil else {
        throw ValidationError("--bind: expected HOST:PORT, such as 127.0.0.1:8080.")
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
        throw Messages.end(error.status, error.description)
      }
    #else
      throw Messages.end(.unavailable, Messages.serverMissing)
    #endif
  }

  #if PlainServer
    private func serve() async throws(ServerFault) {
      FreedMemory.returnLarge()
      guard var address = ListeningAddress(bind) else { throw .network("--bind: \(bind)") }
      if let tlsCert, let tlsKey { address.tls = (tlsCert, tlsKey) }
      address.proxies = proxies ?? TrustedProxies.none
      address.mostConnections = connections
      if behindProxy, host.isEmpty {
        Messages.logger.warning(
          "--behind-proxy without --host: the server answers only requests for \(bind) and localhost; name the host of the proxy with --host"
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

    private func openStore() throws(ServerFault) -> (RecordStore, GuestMigration?) {
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
      do {
        options.reportHeader = try head.entries()
      } catch {
        throw .header(error.messages)
      }
      if let limits = reference.limits {
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
    fileprivate var status: ExitStatus {
      switch self {
      case .limits, .header: .refused
      case .store(.notAStore): .cannotOpenInput
      case .store, .state, .runner, .passwords: .cannotCreateOutput
      case .network: .inputOutputError
      }
    }
  }
#endif

enum Messages {
  /// The message of a build without a server.
  static let serverMissing = """
    this build does not contain the server; build it with `swift build -c release --traits Server \
    --product sagevoice-server`
    """

  static func end(_ status: ExitStatus, _ fault: String) -> ExitCode {
    logger.error("\(fault)")
    return status.exitCode
  }

  /// The logger, with metadata, from level notice.
  static var logger: Logger {
    var logger = Logger(label: "sagevoice.server") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .notice
    return logger
  }
}
