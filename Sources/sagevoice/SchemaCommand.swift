import ArgumentParser
import RecordStore
import VoiceTypes

struct SchemaCommand: ParsableCommand {
  /// The documents that have a schema.
  enum Document: String, CaseIterable, ExpressibleByArgument {
    case results
    case avqi
    case profile
    case baseline
    case comparison
    case verification

    var schema: JSONValue {
      switch self {
      case .results: ResultsDocument.jsonSchema
      case .avqi: AVQIDocument.jsonSchema
      case .profile: UserProfile.jsonSchema
      case .baseline: BaselineDocument.jsonSchema
      case .comparison: ComparisonDocument.jsonSchema
      case .verification: VerificationReport.jsonSchema
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a document.")

  @Argument(
    help: """
      results, of analyze; avqi; profile, which analyze reads; baseline; comparison; or verification, \
      of records verify.
      """)
  var document: Document = .results

  func run() throws {
    try perform { () throws(CommandFault) in
      try CommandOutput.write(document.schema.fileText)
      return .success
    }
  }
}
