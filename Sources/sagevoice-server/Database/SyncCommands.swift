// Synchronization of a local store with a server.

import ArgumentParser
import CommandSupport
import JobRunner
import Logging
import RecordStore
import Synchronization
import VoicePipeline
import VoiceServer
import VoiceTypes

struct PushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Copy sessions and people of a store to a server.",
    discussion: SyncOptions.discussion(
      example: "sagevoice push --store store --server https://voice.example.org --token-file token")
  )

  @OptionGroup var choice: SyncOptions

  func run() async throws {
    try await choice.run { exchange throws(SyncError) in try await exchange.push() }
  }
}

struct PullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Copy sessions and people of a server to a store.",
    discussion: SyncOptions.discussion(
      example: "sagevoice pull --store store --server https://voice.example.org --token-file token")
  )

  @OptionGroup var choice: SyncOptions

  func run() async throws {
    try await choice.run { exchange throws(SyncError) in try await exchange.pull() }
  }
}

/// The output format of sync results.
enum SyncFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// The options of `push` and `pull`: store, server and token.
struct SyncOptions: ParsableArguments {
  /// The discussion of `push` and `pull`.
  static func discussion(example: String) -> String {
    HelpText.discussion(
      """
      The command copies sessions and people that the other side lacks, and extends sessions whose history is a \
      prefix of the other one. Conflicts stay unchanged and are reported. Deleted sessions do not return. Sessions of \
      guests, unfinished sessions and sessions without consent to storage are not copied. The command may be \
      interrupted and repeated. Each session and person gives one line of output.
      """,
      examples: [example], status: "65 = a conflict, or the server refused the token or an item.")
  }

  @OptionGroup(title: HelpText.Title.store) var folder: OptionalStoreFolder

  @OptionGroup(title: HelpText.Title.store) var key: KeyChoice

  @Option(
    help: ArgumentHelp("URL of the server: https, or http on this machine.", valueName: "url"))
  var server: String

  @Option(
    help: ArgumentHelp("File with the token of `token create --role sync`.", valueName: "file"),
    completion: .file())
  var tokenFile: String

  @Option(
    help: ArgumentHelp("Only data of this person.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      """
      PEM file of trusted certificates. Default: the certificates of the system.
      """, valueName: "file"), completion: .file(extensions: ["pem", "crt"]))
  var caFile: String?

  @Flag(help: "Print the items to copy, and copy nothing.")
  var dryRun = false

  @Option(name: .shortAndLong, help: "Output format; json prints one object per line.")
  var format = SyncFormat.text

  func validate() throws {
    try folder.check()
    try OptionFile.refuseStandardInput(tokenFile, for: "--token-file")
    try OptionFile.refuseStandardInput(caFile, for: "--ca-file")
    guard user?.isEmpty != true else { throw ValidationError("--user: expected an id.") }
    _ = try address()
  }

  private func address() throws -> RemoteAddress {
    do throws(RemoteAddress.Fault) {
      return try RemoteAddress(server)
    } catch {
      switch error {
      case .noURL: throw ValidationError("--server: expected https://HOST or https://HOST:PORT.")
      case .plain:
        throw ValidationError("--server: the token is readable over http; use https.")
      }
    }
  }

  /// Runs a sync and ends the command with its status.
  func run(
    _ pass: @Sendable (StoreSync) async throws(SyncError) -> SyncSummary
  ) async throws {
    #if PlainServer
      let token = try readToken()
      let peer = try connect(to: try address(), token)
      let store = try open()
      let format = format
      StandardStreams.ignoreBrokenPipes()
      let receipts = Mutex(ReceiptOutput())
      let exchange = StoreSync(store, with: peer, options(), files: POSIXFileSystem()) { line in
        let text = format == .json ? line.json.lineText : line.text + "\n"
        receipts.withLock { $0.deliver(text) }
      }
      let status: ExitStatus
      do throws(SyncError) {
        let summary = try await pass(exchange)
        Messages.logger.notice("\(summary.text)")
        status = summary.needsReview ? .refused : .success
      } catch {
        Messages.logger.error("\(error.description)")
        status = error.status
      }
      try status.orWorse(receipts.withLock { $0.status }).end()
    #else
      Messages.logger.error("\(Messages.serverMissing)")
      throw ExitStatus.unavailable.exitCode
    #endif
  }
}

#if PlainServer
  extension SyncOptions {
    /// Size limit of the token file, in bytes.
    private static let mostTokenBytes = 1024

    private func readToken() throws -> String {
      let files = POSIXFileSystem()
      let bytes: [UInt8]
      do throws(FileSystemError) {
        if let facts = try files.facts(of: tokenFile), facts.permissions & 0o077 != 0 {
          Messages.logger.warning("--token-file: others can read \(tokenFile); make it 0600")
        }
        bytes = try files.read(tokenFile, atMost: Self.mostTokenBytes)
      } catch {
        Messages.logger.error("--token-file: \(error.description)")
        throw ExitStatus.cannotOpenInput.exitCode
      }
      let token = String(decoding: bytes.withoutByteOrderMark, as: UTF8.self).filter {
        !$0.isWhitespace
      }
      // Only printable ASCII is valid in an HTTP header.
      guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        Messages.logger.error("--token-file: there is no token in \(tokenFile)")
        throw ExitStatus.cannotOpenInput.exitCode
      }
      return token
    }

    private func connect(to address: RemoteAddress, _ token: String) throws -> HTTPRemoteServer {
      do throws(RemoteServerError) {
        return try HTTPRemoteServer(at: address, token: token, authorities: caFile)
      } catch {
        Messages.logger.error("--ca-file: \(error.description)")
        throw ExitStatus.cannotOpenInput.exitCode
      }
    }

    private func open() throws -> RecordStore {
      do throws(StoreError) {
        guard let actor = AuditActor("sagevoice-server") else {
          throw StoreError.unusable("no actor")
        }
        let address = try StoreAddress(
          folder: folder.path ?? "", key: key.source, actor: actor, clock: SystemClock())
        return try address.open(creating: .never)
      } catch {
        Messages.logger.error("the store: \(error.description)")
        throw ExitStatus.cannotOpenInput.exitCode
      }
    }

    private func options() -> SyncSettings {
      let environment = RunEnvironment.ofThisMachine
      var options = SyncSettings(
        scratch: folder.path.map { "\($0).passing" } ?? "",
        newID: environment.newID, pause: { try? await Task.sleep(for: $0) })
      (options.userID, options.isDry) = (user, dryRun)
      return options
    }
  }

  extension SyncError {
    /// The exit status.
    fileprivate var status: ExitStatus {
      switch self {
      case .peer(.notAllowed): .refused
      case .peer: .inputOutputError
      case .store: .cannotCreateOutput
      }
    }
  }
#endif
