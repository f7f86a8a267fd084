import ArgumentParser
import CommandSupport
import Logging
import PostgresStore
import RecordStore
import VoiceTypes

struct ResultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results",
    abstract: "Print the documents of submitted recordings.",
    discussion: HelpText.discussion(
      """
      Each line is a JSON object with session, person hash, file name, tier, engine, time and \
      document. The login needs the role sagevoice_clinic.
      """,
      examples: [
        "sagevoice results --database postgresql:///voice --tenant clinic"
      ]))

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice

  @OptionGroup(title: HelpText.Title.database) var key: QueueKeyFile

  @Option(help: TenantName.help)
  var tenant: TenantName

  @Option(
    help: ArgumentHelp("Only documents of this session.", valueName: "id"))
  var session: String?

  func validate() throws {
    guard session.map({ SessionID($0) != nil }) ?? true else {
      throw ValidationError("--session: expected the identifier that submit printed.")
    }
  }

  func run() throws {
    let form = try choice.form(for: "results", key)
    let connection = try choice.with("results", as: .clinic) { $0 }
    var results = BoardResults(
      connection, of: tenant.text, session: session.flatMap { SessionID($0) }, form: form)
    var isWhole = true
    while true {
      let page = try Self.read { () throws(StoreError) in try results.next() }
      if page.isEmpty { break }
      for document in page {
        switch Result(catching: { () throws(StoreError) in try results.opened(document).json() }) {
        case .success(let json): try StandardOutput.write(json.text(.compact) + "\n")
        case .failure(let fault):
          Messages.logger.error("\(document.session.text): \(fault.description)")
          isWhole = false
        }
      }
    }
    guard isWhole else { throw ExitStatus.refused.exitCode }
  }

  private static func read<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws -> Value {
    do throws(StoreError) { return try body() } catch {
      Messages.logger.error("\(error.description)")
      throw (error.isTransient ? ExitStatus.inputOutputError : .cannotCreateOutput).exitCode
    }
  }
}
