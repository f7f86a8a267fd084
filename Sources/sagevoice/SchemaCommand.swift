import ArgumentParser
import BaselineService
import CommandSupport
import VoiceTypes

struct SchemaCommand: ParsableCommand {
  /// The documents with a schema in this program.
  enum Document: String, CaseIterable {
    case results
    case index
    case avqi
    case sz
    case profile
    case person
    case profileCheck = "profile-check"
    case baseline
    case comparison
    case history
    case limits
    case stats
    case codes

    var schema: JSONValue {
      switch self {
      case .results: ResultsDocument.jsonSchema
      case .index: IndexDocument.jsonSchema
      case .avqi: IndexDocument.formerJSONSchema
      case .sz: FricativeDocument.jsonSchema
      case .profile: UserProfile.jsonSchema
      case .person: Person.jsonSchema
      case .profileCheck: ProfileCheck.jsonSchema
      case .baseline: BaselineDocument.jsonSchema
      case .comparison: ComparisonDocument.jsonSchema
      case .history: VoiceHistory.jsonSchema
      case .limits: ReferenceLimits.jsonSchema
      case .stats: StatisticsDocument.jsonSchema
      case .codes: MessageCatalog.jsonSchema
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a document.",
    discussion: HelpText.discussion(examples: [
      "sagevoice schema results",
      "sagevoice schema baseline",
    ]))

  @Argument(
    help: ArgumentHelp(
      "Document: \((Document.allCases.map(\.rawValue) + StoreProgram.schemas).joined(separator: ", ")). Default: results.",
      valueName: "document"),
    transform: { text throws in
      if StoreProgram.schemas.contains(text) { return .store(text) }
      guard let document = Document(rawValue: text) else {
        let all = Document.allCases.map(\.rawValue) + StoreProgram.schemas
        throw ValidationError("expected one of \(all.joined(separator: ", ")).")
      }
      return .own(document)
    })
  var document: Choice = .own(.results)

  /// A document of this program, or one of `sagevoice-server`.
  enum Choice {
    case own(Document)
    case store(String)
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      switch document {
      case .own(let document): try CommandOutput.write(document.schema.fileText)
      case .store(let name): throw StoreProgram.replaceProcess(with: ["schema", name])
      }
      return .success
    }
  }
}
