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
    abstract: "Have a server hold the sessions and people of a store.",
    discussion: SyncOptions.discussion)

  @OptionGroup var choice: SyncOptions

  func run() async throws {
    try await choice.run { exchange throws(SyncError) in try await exchange.push() }
  }
}

struct PullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Have a store hold the sessions and people of a server.",
    discussion: SyncOptions.discussion)

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
  static let discussion = """
    Sessions are a union: one that is on both sides goes on where one side has its history and more, and otherwise \
    each side keeps its own, which is said. Of people what was told last counts, and the rest is kept before it. What \
    was removed on one side for good does not come back from the other. A guest's recordings, those that are \
    worked on and those that nobody agreed to store stay where they are. Nothing is removed anywhere.

    It may be ended at any moment and run again: nothing goes twice. One line for each session and each person is \
    printed; where standard output fails, the lines follow on standard error. The store is one that is there; it may be filled at the time. TOKEN is of `token create --role sync`.

    Exit status: 0 done, 64 wrong usage, 65 something is another one on both sides, was not taken, or the token is \
    not, 66 the store or the token cannot be opened, 69 built without the server, 73 the store, or the folder for \
    what passes, cannot be written, 74 the server cannot be reached or could not do its part, or a line could not be \
    written, 141 the reader of the lines closed its pipe.
    """

  @OptionGroup var folder: OptionalStoreFolder

  @OptionGroup var key: KeyChoice

  @Option(
    help: ArgumentHelp(
      "The server: https, or http on this machine.", valueName: "url"))
  var server: String

  @Option(
    help: ArgumentHelp("A file with the token, and nothing else.", valueName: "file"),
    completion: .file())
  var tokenFile: String

  @Option(help: ArgumentHelp("Only what is this person's.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "PEM certificates to trust, in place of the system's.", valueName: "file"),
    completion: .file(extensions: ["pem", "crt"]))
  var caFile: String?

  @Flag(help: "Only say what would go; what the other side removed is not known before.")
  var dryRun = false

  @Option(help: "text, or json: one object in a line for each.")
  var format = SyncFormat.text

  func validate() throws {
    try folder.check()
    guard user?.isEmpty != true else { throw ValidationError("--user: say whose.") }
    _ = try address()
  }

  private func address() throws -> RemoteAddress {
    do throws(RemoteAddress.Fault) {
      return try RemoteAddress(server)
    } catch {
      switch error {
      case .noURL: throw ValidationError("--server takes https://HOST or https://HOST:PORT.")
      case .plain:
        throw ValidationError("--server: over http the token could be read by others; use https.")
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
        status = summary.needsLook ? .refused : .success
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
