import ArgumentParser
import VoiceTypes

struct SchemaCommand: ParsableCommand {
  /// The documents that have a schema.
  enum Document: String, CaseIterable, ExpressibleByArgument {
    case results
    case avqi
    case profile
    case baseline
    case comparison

    var schema: JSONValue {
      switch self {
      case .results: ResultsSchema.json
      case .avqi: AVQISchema.json
      case .profile: ProfileSchema.json
      case .baseline: BaselineSchema.json
      case .comparison: ComparisonSchema.json
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a document.")

  @Argument(
    help: "results, of analyze; avqi; profile, which analyze reads; baseline; or comparison.")
  var document: Document = .results

  func run() throws {
    try perform { () throws(CommandFault) in
      try CommandOutput.write(document.schema.fileText)
      return .success
    }
  }
}
