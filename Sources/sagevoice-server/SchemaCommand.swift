import ArgumentParser
import CommandSupport
import JobRunner
import Onboarding
import RecordStore
import VoiceTypes

struct SchemaCommand: ParsableCommand {
  /// The store documents with a schema.
  enum Document: String, CaseIterable, ExpressibleByArgument {
    case journey
    case verification
    case sidecar
    case update
    case updateEnd = "update-end"
    case event
    case journeyEvent = "journey-event"
    case status
    case header
    case state
    case errorReport = "error-report"
    case export

    var schema: JSONValue {
      switch self {
      case .journey: OnboardingFlow.jsonSchema
      case .verification: VerificationReport.jsonSchema
      case .sidecar: Sidecar.jsonSchema
      case .update: UpdateLine.jsonSchema
      case .updateEnd: UpdateEnd.jsonSchema
      case .event: WatchEvent.jsonSchema
      case .journeyEvent: FlowLogEntry.lineSchema
      case .status: StatusReport.jsonSchema
      case .header: SessionHeader.jsonSchema
      case .state: StateRecord.jsonSchema
      case .errorReport: FailureReport.jsonSchema
      case .export: ExportForm.manifestSchema
      }
    }
  }

  static let configuration = CommandConfiguration(
    "schema", "Print the JSON Schema of a document of a store.",
    examples: ["sagevoice schema update", "sagevoice schema status"])

  @Argument(help: "Document of a store.")
  var document: Document

  func run() throws {
    try perform {
      try CommandOutput.write(document.schema.fileText)
      return .success
    }
  }
}
