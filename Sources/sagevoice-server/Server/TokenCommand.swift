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
    "token", "Create, list and revoke access tokens of staff.",
    """
    The role intake registers people and sees their progress. A clinician also sees results, \
    acknowledges alerts, reviews and amends. An admin also creates tokens, exports and deletes. \
    The role sync is for `push` and `pull` only. Programs send the token in the header \
    `Authorization: Bearer`. Staff enter the token on the page /staff.
    """,
    examples: ["sagevoice token list --store store"],
    subcommands: [CreateToken.self, ListTokens.self, RevokeToken.self])
}

struct TokenPlace: ParsableArguments {
  @OptionGroup(title: HelpText.Title.store) var folder: OptionalStoreFolder

  @Option(
    help: ArgumentHelp("State folder of the server. Default: STORE.server.", valueName: "folder"),
    completion: .directory)
  var state: String?

  func validate() throws {
    guard state?.isEmpty != true else { throw ValidationError("--state: name a folder.") }
    if state == nil { try folder.check() }
  }

  /// Runs `body` with the tokens. A fault ends the command.
  func with<Value>(_ body: (StaffTokens) throws(FileSystemError) -> Value) throws -> Value {
    if state == nil, let path = self.folder.path, !StoreAddress.isStore(path) {
      throw Messages.end(
        .cannotOpenInput, "--store: \(StoreError.notAStore(path: path).description)")
    }
    let path = StateDirectory.path(of: self.folder.path ?? "", given: state)
    let folder = StateDirectory(path, files: POSIXFileSystem(), environment: .ofThisMachine)
    do throws(FileSystemError) {
      try folder.prepare()
      try folder.tokens.prepare()
      return try body(folder.tokens)
    } catch {
      throw Messages.end(.cannotCreateOutput, error.description)
    }
  }
}

extension StaffRole: ExpressibleByArgument {}

struct CreateToken: ParsableCommand {
  static let configuration = CommandConfiguration(
    "create", "Create a token and print it once.",
    "The server stores only the SHA-256 of the token.",
    examples: ["sagevoice token create --store store --role clinician --name 'Dr. Lee'"])

  @OptionGroup(title: HelpText.Title.store) var place: TokenPlace

  @Option(help: "Role of the token.")
  var role: StaffRole

  @Option(help: "Name of the owner, for the history.")
  var name: String

  @Option(help: "Validity in days, 1 to 3650.")
  var days = StaffTokens.usualDays

  func validate() throws {
    guard StaffTokens.actor(name) != nil else {
      throw ValidationError(
        "--name: expected a name of at most 120 bytes without control characters.")
    }
    guard (1...3650).contains(days) else { throw ValidationError("--days: expected 1 to 3650.") }
  }

  func run() throws {
    let now = SystemClock().now()
    let made = try place.with { tokens throws(FileSystemError) in
      try tokens.create(role, name: name, at: now, until: now.adding(days: days))
    }
    Messages.logger.notice(
      "token \(made.kept.id) of \(name), role \(role.rawValue). The token is shown only once."
    )
    try StandardOutput.write(made.token + "\n")
  }
}

struct ListTokens: ParsableCommand {
  static let configuration = CommandConfiguration(
    "list", "List the tokens without their secrets, one JSON line each.",
    examples: ["sagevoice token list --store store"])

  @OptionGroup(title: HelpText.Title.store) var place: TokenPlace

  func run() throws {
    let all = try place.with { tokens throws(FileSystemError) in try tokens.all() }
    let text = all.map { $0.line }.joined()
    try StandardOutput.write(text)
  }
}

struct RevokeToken: ParsableCommand {
  static let configuration = CommandConfiguration(
    "revoke", "Revoke a token and end its sign-ins.",
    examples: ["sagevoice token revoke --store store 5d763250b863"])

  @OptionGroup(title: HelpText.Title.store) var place: TokenPlace

  @Argument(help: "ID of the token, as printed by `token list`.")
  var id: String

  func run() throws {
    let wasThere = try place.with { tokens throws(FileSystemError) in try tokens.revoke(id) }
    guard wasThere else {
      throw Messages.end(.refused, "there is no token \(id); see `sagevoice token list`")
    }
  }
}
