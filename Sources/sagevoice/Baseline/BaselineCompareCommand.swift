import ArgumentParser
import BaselineService
import CommandSupport
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

      `sagevoice records compare --user ID` compares what a store has of a person.
      """)

  @Option(
    help: ArgumentHelp("The file of the baseline.", valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var baseline: String

  @Flag(help: "Compare across devices, formats, presets and versions, and say so.")
  var allowDifferences = false

  @Option(help: "json, or text for a table.")
  var format: DocumentFormat = .json

  @OptionGroup var reference: LimitsChoice

  @OptionGroup var vowels: VowelOptions

  func validate() throws {
    guard !vowels.files.isEmpty else {
      throw ValidationError("Missing expected argument '<files> ...'")
    }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let (document, status) = try await document()
      return try ComparisonReport.deliver(document, as: format, vowels.quiet ? .quiet : .usual)
        .orWorse(status)
    }
  }

  private func document() async throws(CommandFault) -> (ComparisonDocument, ExitStatus) {
    let rule: ConditionRule = allowDifferences ? .mayDiffer : .mustAgree
    let file = try BaselineFile(at: baseline, for: "--baseline")
    let minimums = try reference.minimums()
    let (measured, status) = try await VowelAnalysis(options: vowels, device: vowels.device).vowels(
      baselineF0: file.stored.baseline.baselineF0)
    let result = BaselineComparison(
      with: file.stored.baseline, rule: rule, minimums: minimums
    ).compare(measured)
    guard let provenance = measured.first?.document.provenance else {
      throw CommandFault(status: .internalFault, messages: ["no recording was measured"])
    }
    let environment = RunEnvironment.ofThisMachine
    let document = ComparisonDocument(
      baseline: file.reference, differences: result.differences, rule: rule,
      outcome: result.outcome, notes: result.notes, provenance: provenance,
      run: ComparisonRun(
        comparisonID: environment.newID(), comparedAt: environment.timestamp()))
    return (document, status)
  }
}
