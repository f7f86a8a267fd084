// Replacement by execv, so that arguments, signals and exit status pass through.

import ArgumentParser
import CommandSupport
import Glibc
import Platform

/// The program `sagevoice-server`, in the folder of this program or on `PATH`.
enum StoreProgram {
  static let name = "sagevoice-server"

  /// The documents whose JSON Schemas `sagevoice-server schema` prints.
  static let schemas = [
    "journey", "verification", "sidecar", "update", "update-end", "event", "journey-event",
    "status", "header", "state", "error-report", "export",
  ]

  /// Replaces this process with `sagevoice-server`.
  /// - Returns: The fault that prevented the replacement.
  static func replaceProcess(with arguments: [String]) -> CommandFault {
    guard let program else {
      return CommandFault(
        status: .unavailable,
        messages: [
          "\(arguments.first { $0 != "help" } ?? name) is a command of \(name), which is neither in "
            + "the folder of this program nor on PATH; build it with `swift build -c release "
            + "--product \(name)`, or install the package \(name)"
        ])
    }
    let words =
      unsafe (["sagevoice"] + arguments).map { unsafe strdup(FileName.systemPath(of: $0)) } + [nil]
    // The name of this program, for usage texts. The array ends with nil. Its strings live until the process is replaced or until they are
    // freed. Unlike execvp, execv does not run a file in a foreign format as a shell script.
    _ = unsafe execv(FileName.systemPath(of: program), words)
    let problem = StreamError(number: errno)
    unsafe words.forEach { unsafe free($0) }
    return CommandFault(
      status: .unavailable, messages: ["\(program) cannot be run: \(problem.description)"])
  }

  /// The path of `sagevoice-server`; nil if it is missing.
  private static var program: String? {
    let sibling = folder.map { "\($0)/\(name)" }.flatMap { ProgramFile.isProgram($0) ? $0 : nil }
    return sibling
      ?? ProgramFile.path(of: name, in: EnvironmentVariable.all["PATH"] ?? "/usr/bin:/bin")
  }

  /// The folder of this program.
  private static var folder: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    // readlink writes at most the bytes of the array.
    let count = unsafe readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { return nil }
    let text = FileName.text(of: path.prefix(count).map { UInt8(bitPattern: $0) })
    return text.lastIndex(of: "/").map { String(text[..<$0]) }
  }
}

/// A command of `sagevoice-server`, listed in the help of this program.
protocol StoreCommand: ParsableCommand {
  /// The command name and its abstract.
  static var summary: (name: String, abstract: String) { get }

  var arguments: [String] { get }
}

extension StoreCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: summary.name, abstract: summary.abstract)
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      throw StoreProgram.replaceProcess(with: [Self.summary.name] + arguments)
    }
  }
}

/// The commands of `sagevoice-server`.
enum StoreCommands {
  static let all: [any StoreCommand.Type] = [
    Store.self, Watch.self, Status.self, Records.self, Onboard.self, Codes.self, Serve.self,
    Token.self,
    Push.self, Pull.self, Migrate.self, Submit.self, Work.self, Results.self, Anchor.self,
  ]

  /// Replaces this process if the first argument, or the argument of `help`, names a store command.
  static func runIfNamed(_ arguments: [String]) {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let first = words.first, all.contains(where: { $0.summary.name == first }) else { return }
    let fault = StoreProgram.replaceProcess(with: arguments)
    fault.messages.forEach(StandardStreams.note)
    exit(fault.status.rawValue)
  }

  /// Prints the completion script for a shell if the arguments ask for it.
  static func printCompletionsIfAsked(_ arguments: [String]) {
    let words = arguments.flatMap { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    guard words.first == "--generate-completion-script", words.count <= 2,
      let shell = words.count == 2 ? CompletionShell(rawValue: words[1]) : .autodetected()
    else { return }
    SagevoiceCommand.end(printing: completionScript(for: shell))
  }

  /// The completion script of `sagevoice`. For the commands of `sagevoice-server` it runs the
  /// functions in the script of that program, and reads that script at the first use.
  private static func completionScript(for shell: CompletionShell) -> String {
    let script = SagevoiceCommand.completionScript(for: shell)
    let names = all.map { $0.summary.name }
    if shell == .fish {
      return script + "\n" + #"""
        function __sagevoice_store_command
            complete -C (commandline -cp | string replace -r '^\s*(\S+)' '$1-server' | string collect)
        end
        complete -c 'sagevoice' -n 'contains -- (commandline -opc)[2] \#(names.joined(separator: " "))' -a '(__sagevoice_store_command)'
        """#
    }
    let program = shell == .zsh ? "${command_name}" : "${COMP_WORDS[0]}"
    let functions =
      #"""

      __sagevoice_store_command() {
          typeset -f "_sagevoice-server_${1}" >/dev/null ||
              eval "$("\#(program)-server" --generate-completion-script \#(shell.rawValue) 2>/dev/null)"
          typeset -f "_sagevoice-server_${1}" >/dev/null && "_sagevoice-server_${1}"
      }

      """#
      + names.map { "_sagevoice_\($0)() { __sagevoice_store_command \($0); }\n" }.joined()
    // After the generated functions, which they replace, and before the call that registers them.
    guard let end = script.ranges(of: "\n}\n").last?.upperBound else { return script }
    return script[..<end] + functions + script[end...]
  }

  struct Store: StoreCommand {
    static let summary = (name: "store", abstract: "Create a store.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Watch: StoreCommand {
    static let summary = (name: "watch", abstract: "Analyse recordings as they appear in a folder.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Status: StoreCommand {
    static let summary = (
      name: "status", abstract: "Print the status of a watcher, or of a job queue in a database."
    )
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Records: StoreCommand {
    static let summary = (
      name: "records", abstract: "List, export, amend and delete sessions and people of a store."
    )
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Onboard: StoreCommand {
    static let summary = (
      name: "onboard", abstract: "Guide a person to a baseline and through follow-up sessions."
    )
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Codes: StoreCommand {
    static let summary = (
      name: "codes", abstract: "List the codes of sessions, events, updates and verifications."
    )
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Serve: StoreCommand {
    static let summary = (name: "serve", abstract: "Serve the onboarding page and its HTTP API.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Token: StoreCommand {
    static let summary = (
      name: "token", abstract: "Create, list and revoke access tokens of staff."
    )
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Push: StoreCommand {
    static let summary = (
      name: "push", abstract: "Copy sessions and people of a store to a server."
    )
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Pull: StoreCommand {
    static let summary = (
      name: "pull", abstract: "Copy sessions and people of a server to a store."
    )
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Migrate: StoreCommand {
    static let summary = (name: "migrate", abstract: "Create or update the schema of a database.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Submit: StoreCommand {
    static let summary = (
      name: "submit", abstract: "Put recordings into the job queue of a tenant."
    )
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Work: StoreCommand {
    static let summary = (
      name: "work", abstract: "Process the recordings of the job queues of a database."
    )
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Results: StoreCommand {
    static let summary = (name: "results", abstract: "Print the documents of a tenant's sessions.")
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }

  struct Anchor: StoreCommand {
    static let summary = (
      name: "anchor", abstract: "Print a hash of all audit chains of a database."
    )
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []
  }
}
