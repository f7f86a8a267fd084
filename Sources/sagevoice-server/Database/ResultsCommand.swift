import ArgumentParser
import CommandSupport
import Logging
import PostgresStore
import RecordStore
import VoiceTypes

struct ResultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "results", "Print the documents of a tenant's sessions.",
    """
    Each line is a JSON object with session, person hash, file name, tier, engine, time and \
    document. The login needs the role sagevoice_clinic.
    """,
    examples: ["sagevoice results --database postgresql:///voice --tenant clinic"])

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice
  @OptionGroup(title: HelpText.Title.database) var key: KeyChoice

  @Option(help: TenantName.help)
  var tenant: TenantName

  @Option(help: ArgumentHelp("Only documents of this session.", valueName: "id"))
  var session: String?

  func validate() throws {
    guard session.map({ SessionID($0) != nil }) ?? true else {
      throw ValidationError("--session: expected the ID of a session, as `submit` prints it.")
    }
  }

  func run() throws {
    let store = try choice.store(of: tenant, for: "results", as: .clinic, key.source)
    var isWhole = true
    do {
      let all = try session.flatMap { SessionID($0) }.map { [$0] } ?? store.sessionIDs()
      for session in all {
        switch Result(catching: { () throws(StoreError) in try store.resultLines(of: session) }) {
        case .success(let lines):
          guard !lines.isEmpty else { continue }
          try store.disclose(.shown(session, part: nil))
          for line in lines { try StandardOutput.write(line) }
        case .failure(.damaged(let path, let problem)):
          Messages.logger.error("\(session.text): \(path) is damaged: \(problem)")
          isWhole = false
        case .failure(let fault): throw fault
        }
      }
    } catch let error as StoreError {
      throw Messages.end(ExitStatus(of: error), error.description)
    }
    guard isWhole else { throw ExitStatus.refused.exitCode }
  }
}

extension RecordStore {
  /// A JSON line per results document of a session.
  fileprivate func resultLines(of id: SessionID) throws(StoreError) -> [String] {
    guard let session = try existingSession(id), let header = try session.header() else {
      return []
    }
    let history = try session.auditLines()
    var lines: [String] = []
    for (tier, document) in [(Tier.quick, SessionDocument.quick), (.comprehensive, .computed)] {
      guard let bytes = try session.read(document) else { continue }
      guard let json = try? JSONValue.parse(bytes) else {
        throw .damaged(path: document.name, problem: "the document is not JSON")
      }
      let change = history.last { line in
        line.entry.documents.contains { $0.name == document.name }
      }
      let members: [JSONValue.Member] = [
        .init("session", .string(id.text)), .init("user_hash", .optional(header.user?.text)),
        .init("name", .string(header.recording.name)), .init("tier", .string(tier.rawValue)),
        .init("engine", .string(header.version)),
        .init("stored_at", .optional(change?.entry.time.text)), .init("document", json),
      ]
      lines.append(JSONValue.object(members).text(.compact) + "\n")
    }
    return lines
  }
}
