import ArgumentParser
import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes

struct BaselineCompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare recordings with a baseline.",
    discussion: HelpText.discussion(
      """
      For each measure, the document contains the value, the baseline mean, the change, and a \
      comparison of the change with day-to-day variation. The lead measures are mean F0, jitter \
      (PPQ5), shimmer (APQ3), mean HNR and CPPS. The document reports an alert if the lead \
      measures of all sessions since the baseline together exceed a limit (MEWMA control chart).

      `sagevoice records compare --user ID` does the same in a store.
      """,
      examples: [
        "sagevoice baseline compare --baseline anna.json a.wav",
        "sagevoice baseline compare --baseline anna.json --format text a*.wav",
      ],
      status: """
        65 = a recording is refused, or differs from the baseline in device, format, preset or \
        version.
        """))

  @Option(
    help: ArgumentHelp("File of the baseline (JSON).", valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var baseline: String

  @Flag(
    help: """
      Compare despite different devices, formats, presets or versions. The document lists the \
      differences.
      """)
  var allowDifferences = false

  @Option(otherwise: .json)
  var format: DocumentFormat

  @OptionGroup(title: HelpText.Title.comparison) var reference: LimitsChoice

  @OptionGroup var vowels: VowelOptions

  func validate() throws {
    guard !vowels.files.isEmpty else {
      throw ValidationError("Missing expected argument '<files> ...'")
    }
    try OptionFile.requireOneStandardInput(vowels.readers + [baseline, reference.limits])
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let file = try BaselineFile(at: baseline, for: "--baseline")
      let (document, status) = try await document(with: file)
      return try ComparisonReport.deliver(
        document, with: file.stored.baseline, as: format, vowels.messages.verbosity
      ).orWorse(status)
    }
  }

  private func document(
    with file: BaselineFile
  ) async throws(CommandFault) -> (ComparisonDocument, ExitStatus) {
    let rule: ConditionRule = allowDifferences ? .mayDiffer : .mustAgree
    let minimums = try reference.minimums()
    let (measured, provenance, status) = try await VowelAnalysis(
      options: vowels, device: vowels.device
    ).vowels(baselineF0: file.stored.baseline.baselineF0)
    let result = BaselineComparison(
      with: file.stored.baseline, rule: rule, minimums: minimums
    ).compare(measured)
    let environment = RunEnvironment.ofThisMachine
    let document = ComparisonDocument(
      baseline: file.reference, differences: result.differences, rule: rule,
      outcome: result.outcome, notes: result.notes, provenance: provenance,
      run: ComparisonRun(
        comparisonID: environment.newID(), comparedAt: environment.timestamp()))
    return (document, status)
  }
}
