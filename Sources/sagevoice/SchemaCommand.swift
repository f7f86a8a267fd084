import ArgumentParser
import BaselineService
import JobRunner
import Onboarding
import RecordStore
import VoiceTypes

struct SchemaCommand: ParsableCommand {
  /// The documents that have a schema.
  enum Document: String, CaseIterable, ExpressibleByArgument {
    case results
    case avqi
    case profile
    case person
    case profileCheck = "profile-check"
    case baseline
    case comparison
    case history
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
    case limits
    case stats
    case codes

    var schema: JSONValue {
      switch self {
      case .results: ResultsDocument.jsonSchema
      case .avqi: AVQIDocument.jsonSchema
      case .profile: UserProfile.jsonSchema
      case .person: Person.jsonSchema
      case .profileCheck: ProfileCheck.jsonSchema
      case .baseline: BaselineDocument.jsonSchema
      case .comparison: ComparisonDocument.jsonSchema
      case .history: VoiceHistory.jsonSchema
      case .journey: Journey.jsonSchema
      case .verification: VerificationReport.jsonSchema
      case .sidecar: Sidecar.jsonSchema
      case .update: UpdateLine.jsonSchema
      case .updateEnd: UpdateEnd.jsonSchema
      case .event: WatchEvent.jsonSchema
      case .journeyEvent: JourneyNote.lineSchema
      case .status: StatusSchema.json
      case .header: SessionHeader.jsonSchema
      case .state: StateRecord.jsonSchema
      case .errorReport: FailureReport.jsonSchema
      case .export: ExportForm.manifestSchema
      case .limits: ReferenceLimits.jsonSchema
      case .stats: StatisticsDocument.jsonSchema
      case .codes: CodeCatalogue.jsonSchema
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a document.")

  @Argument(
    help: """
      results, of analyze; avqi; profile, which analyze reads; person, a profile with consent and \
      origin; profile-check, of profile check; baseline; comparison; history, of records \
      history; journey, of onboard; verification, \
      of records verify; sidecar, which watch reads; update, of watch --updates and records \
      follow; update-end, the last line of watch --socket; event, of watch --events; \
      journey-event, of onboard --events; status, of a watcher; header and state, of a session; \
      error-report, of a file that could not be used; export, the list of records export; limits, \
      which --limits reads; stats, of records stats; or codes, of explain --codes.
      """)
  var document: Document = .results

  func run() throws {
    try perform { () throws(CommandFault) in
      try CommandOutput.write(document.schema.fileText)
      return .success
    }
  }
}
