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
  static let configuration = SyncOptions.configuration(
    "push", "Copy sessions and people of a store to a server.",
    example: "sagevoice push --store store --server https://voice.example.org --token-file token")

  @OptionGroup var choice: SyncOptions

  func run() async throws { try await choice.run { try await $0.push() } }
}

struct PullCommand: AsyncParsableCommand {
  static let configuration = SyncOptions.configuration(
    "pull", "Copy sessions and people of a server to a store.",
    example: "sagevoice pull --store store --server https://voice.example.org --token-file token")

  @OptionGroup var choice: SyncOptions

  func run() async throws { try await choice.run { try await $0.pull() } }
}

enum SyncFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// The options of `push` and `pull`: store, server and token.
struct SyncOptions: ParsableArguments {
  static func configuration(
    _ name: String, _ abstract: String, example: String
  ) -> CommandConfiguration {
    CommandConfiguration(
      name, abstract,
      """
      The command copies sessions and people that the target lacks. A session at the target is \
      extended if its history is the beginning of the history at the source. Conflicts are \
      reported and change nothing. Sessions deleted at the target are not copied. Sessions of \
      guests, unfinished sessions and sessions without consent to storage are not copied. The \
      command may be interrupted and repeated. Each session and person gives one line of output.
      """,
      examples: [example],
      status: "65 = a conflict, or the server refused the token, a session or a person.")
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

  @Option(help: ArgumentHelp("Only data of this person.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "PEM file of trusted certificates. Default: the certificates of the system.",
      valueName: "file"), completion: .file(extensions: ["pem", "crt"]))
  var caFile: String?

  @Flag(help: "Print the items to copy, and copy nothing.")
  var dryRun = false

  @Option(name: .shortAndLong, help: "Output format; json prints one object per line.")
  var format = SyncFormat.text

  func validate() throws {
    try folder.check()
    try OptionFile.refuseStandardInput(tokenFile, for: "--token-file")
    try OptionFile.refuseStandardInput(caFile, for: "--ca-file")
    guard user?.isEmpty != true else { throw ValidationError("--user: expected an ID.") }
    _ = try address()
  }

  private func address() throws -> RemoteAddress {
    do throws(RemoteAddress.Fault) {
      return try RemoteAddress(server)
    } catch {
      switch error {
      case .noURL: throw ValidationError("--server: expected https://HOST or https://HOST:PORT.")
      case .plain: throw ValidationError("--server: the token is readable over http; use https.")
      }
    }
  }

  /// Runs a sync and ends the command with its status.
  func run(_ pass: @Sendable (StoreSync) async throws -> SyncSummary) async throws {
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
      do {
        let summary = try await pass(exchange)
        Messages.logger.notice("\(summary.text)")
        status = summary.needsReview ? .refused : .success
      } catch let error as RemoteServerError {
        Messages.logger.error("\(error.description)")
        status = if case .notAllowed = error { .refused } else { .inputOutputError }
      } catch let error as StoreError {
        Messages.logger.error("the store: \(error.description)")
        status = .cannotCreateOutput
      }
      try status.orWorse(receipts.withLock { $0.status }).end()
    #else
      throw Messages.end(.unavailable, Messages.serverMissing)
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
        throw Messages.end(.cannotOpenInput, "--token-file: \(error.description)")
      }
      let token = String(decoding: bytes.withoutByteOrderMark, as: UTF8.self).filter {
        !$0.isWhitespace
      }
      // Only printable ASCII is valid in an HTTP header.
      guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw Messages.end(.cannotOpenInput, "--token-file: there is no token in \(tokenFile)")
      }
      return token
    }

    private func connect(to address: RemoteAddress, _ token: String) throws -> HTTPRemoteServer {
      do throws(RemoteServerError) {
        return try HTTPRemoteServer(at: address, token: token, authorities: caFile)
      } catch {
        throw Messages.end(.cannotOpenInput, "--ca-file: \(error.description)")
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
        throw Messages.end(.cannotOpenInput, "the store: \(error.description)")
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
#endif
