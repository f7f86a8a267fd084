import ArgumentParser
import BaselineService
import VoicePipeline
import VoiceTypes

struct BaselineCompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Hold new recordings against a baseline.",
    discussion: """
      Each measure of each new session: the value, the usual value, the change, and how it stands to \
      day-to-day variation. A change is told when the primary measure of one family lies beyond its \
      limit in the same direction in two consecutive sessions a day or more apart, or those of two \
      families in one session. Recordings of another device, format, preset or version are not \
      compared, with status 65, unless --allow-differences is given.
      """)

  @Option(
    help: ArgumentHelp("The file of the baseline.", valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var baseline: String

  @Flag(help: "Compare across devices, formats, presets and versions, and say so.")
  var allowDifferences = false

  @Option(help: "json, or text for a table.")
  var format: DocumentFormat = .json

  @OptionGroup var vowels: VowelOptions

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let document = try await document()
      if !vowels.quiet { note(document) }
      switch format {
      case .json: try CommandOutput.write(document.json.fileText)
      case .text: try CommandOutput.write(ComparisonReport.text(of: document))
      }
      return document.refusal == nil ? .success : .refused
    }
  }

  private func document() async throws(CommandFault) -> ComparisonDocument {
    let rule: ConditionRule = allowDifferences ? .mayDiffer : .mustAgree
    let file = try BaselineFile(at: baseline, for: "--baseline")
    let limits = try LimitsFile.read(from: nil)
    let measured = try await VowelIntake(options: vowels, device: vowels.device).vowels(
      usualF0: file.stored.baseline.usualF0)
    let result = BaselineComparison(
      with: file.stored.baseline, rule: rule, minimums: limits.minimums
    ).compare(measured)
    guard let provenance = measured.first?.document.provenance else {
      throw CommandFault(status: .internalFault, messages: ["no recording was measured"])
    }
    let environment = RunEnvironment.system
    return ComparisonDocument(
      baseline: file.reference, differences: result.differences, rule: rule,
      outcome: result.outcome, notes: result.notes, provenance: provenance,
      run: ComparisonRun(
        comparisonID: environment.newID(), comparedAt: environment.timestamp()))
  }

  /// Recordings that are not used, and the reasons of a refusal.
  private func note(_ document: ComparisonDocument) {
    let sessions = document.refusal?.sessions ?? document.findings?.sessions.map(\.session) ?? []
    BaselineMessages.unusable(in: sessions).forEach(StandardStreams.note)
    BaselineMessages.faults(document.refusal?.reasons ?? []).forEach(StandardStreams.note)
  }
}
