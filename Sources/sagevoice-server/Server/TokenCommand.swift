// Management of staff tokens in the state folder, with or without a running server.

import ArgumentParser
import CommandSupport
import JobRunner
import Logging
import RecordStore
import VoicePipeline
import VoiceServer

struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Make, list and end the tokens by which staff come in.",
    discussion: """
      A token stands for somebody of the staff, with a role: intake takes people in and sees how far they are, \
      clinician sees results, takes note of alerts, signs off and puts right, admin does all of it, makes tokens, \
      exports and deletes. sync is for programs that pass histories on (push, pull), and has nothing else. It is \
      shown once; the server keeps its SHA-256. Programs send it as \
      `Authorization: Bearer`, people type it into the page /staff.
      """,
    subcommands: [CreateToken.self, ListTokens.self, RevokeToken.self])
}

/// The state folder with the tokens.
struct TokenPlace: ParsableArguments {
  @OptionGroup var folder: OptionalStoreFolder

  @Option(
    help: ArgumentHelp(
      "The folder of the server; STORE.server unless given.", valueName: "folder"),
    completion: .directory)
  var state: String?

  func validate() throws {
    guard state?.isEmpty != true else { throw ValidationError("--state: name a folder.") }
    if state == nil { try folder.check() }
  }

  /// Runs `body` with the tokens. A fault ends the command.
  func with<Value>(
    _ body: (StaffTokens) throws(FileSystemError) -> Value
  ) throws -> Value {
    if state == nil, let path = self.folder.path, !StoreAddress.isStore(path) {
      Messages.logger.error("--store: \(StoreError.notAStore(path: path).description)")
      throw ExitStatus.cannotOpenInput.exitCode
    }
    let path = StateDirectory.path(of: self.folder.path ?? "", told: state)
    let folder = StateDirectory(path, files: POSIXFileSystem(), environment: .ofThisMachine)
    do throws(FileSystemError) {
      try folder.prepare()
      try folder.tokens.prepare()
      return try body(folder.tokens)
    } catch {
      Messages.logger.error("\(error.description)")
      throw ExitStatus.cannotCreateOutput.exitCode
    }
  }
}

extension StaffRole: ExpressibleByArgument {}

struct CreateToken: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a token, and print it this once.")

  @OptionGroup var place: TokenPlace

  @Option(help: "intake, clinician, admin or sync.")
  var role: StaffRole

  @Option(help: "Whose it is; it stands in the log of the store wherever they look or act.")
  var name: String

  @Option(help: "How many days it is worth.")
  var days = StaffTokens.usualDays

  func validate() throws {
    guard StaffTokens.actor(name) != nil else {
      throw ValidationError("--name takes a name that can stand in a log, of 120 bytes at most.")
    }
    guard (1...3650).contains(days) else { throw ValidationError("--days takes 1 to 3650.") }
  }

  func run() throws {
    let now = SystemClock().now()
    let made = try place.with { tokens throws(FileSystemError) in
      try tokens.create(role, name: name, at: now, until: now.adding(days: days))
    }
    Messages.logger.notice(
      "the token \(made.kept.id) is shown this once; whoever has it is \(name), \(role.rawValue)")
    try StandardOutput.write(made.token + "\n")
  }
}

struct ListTokens: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tokens, a line of JSON for each; none is shown.")

  @OptionGroup var place: TokenPlace

  func run() throws {
    let all = try place.with { tokens throws(FileSystemError) in try tokens.all() }
    let text = all.map { $0.line }.joined()
    try StandardOutput.write(text)
  }
}

struct RevokeToken: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "End a token, and what was signed in by it, from the next request on.")

  @OptionGroup var place: TokenPlace

  @Argument(help: "The token's id, as `token list` prints it.")
  var id: String

  func run() throws {
    let wasThere = try place.with { tokens throws(FileSystemError) in try tokens.revoke(id) }
    guard wasThere else {
      Messages.logger.error("there is no token \(id); see `sagevoice-server token list`")
      throw ExitStatus.refused.exitCode
    }
  }
}
