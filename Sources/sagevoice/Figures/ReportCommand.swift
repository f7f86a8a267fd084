import ArgumentParser
import BaselineService
import DSPCore
import VoicePipeline
import VoiceReport
import VoiceTypes
import WAVIngest

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write one page about one recording, for a person to read or hand on.",
    discussion: """
      One HTML page without scripts and without anything remote: the recording and its quality, the \
      signal type with its evidence, the measures beside the limits for the person of --profile and \
      beside what is usual for the person of --baseline, figures, what could not be measured and why. \
      Browsers print it on A4 and Letter. A measurement, not a diagnosis.

      A file that ends in .json is a results document of one recording: its page has no figures, and the \
      options that rule a measurement take no effect.
      """)

  @Argument(
    help: "A WAV file, or a results document as analyze writes it; - is a WAV on standard input.",
    completion: .file(extensions: ["wav", "json"]))
  var file: String

  @Option(
    help: ArgumentHelp(
      "What the person told about themselves, as JSON; - is standard input.",
      valueName: "profile.json"),
    completion: .file(extensions: ["json"]))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "Reference limits in place of those that ship, for --profile.", valueName: "limits.json"),
    completion: .file(extensions: ["json"]))
  var limits: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file, its owner's alone; to standard output unless given.",
      valueName: "page.html"),
    completion: .file(extensions: ["html"]))
  var output: String?

  @Option(help: "A bright or a dark page.")
  var theme: Theme = .light

  @Option(help: "The language of the page: en or de.")
  var language: Language = .english

  @OptionGroup var measuring: MeasuringOptions

  func validate() throws {
    guard limits == nil || profile != nil else {
      throw ValidationError("--limits takes effect with --profile only: limits are for a person.")
    }
    guard file != "-" || profile != "-" else {
      throw ValidationError("Standard input can be read only once.")
    }
    if let output, !output.lowercased().hasSuffix(".html") {
      throw ValidationError("--output takes a file that ends in .html; browsers make PDFs of it.")
    }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let told = try profile.map { name throws(CommandFault) in
        try ProfileFile.read(from: name, measuring.quiet ? .quiet : .usual)
      }
      let baseline = try measuring.baselineFile()?.stored.baseline
      var (document, drawings) = try material(usualF0: baseline?.usualF0)
      if let told {
        document = VoicePipeline.assessed(
          document, for: told, by: try LimitsFile.assessor(from: limits))
      }
      let content = ReportContent(
        document: document, profile: told, baseline: baseline, drawings: drawings)
      let page = ReportPage(of: content, language: language, theme: theme).html
      if let output {
        try CommandOutput.write(page, to: output, for: .ownerAlone)
      } else {
        try CommandOutput.write(page)
      }
      measuring.note(document)
      return ExitStatus(of: document)
    }
  }

  /// The document, as it is given or as the recording gives it, and the figures of the recording.
  private func material(
    usualF0: Hertz?
  ) throws(CommandFault) -> (ResultsDocument, [ReportContent.Drawing]) {
    guard !file.lowercased().hasSuffix(".json") else { return (try DocumentFile.read(file), []) }
    var workspace = AnalysisWorkspace(cores: Jobs.count(measuring.jobs))
    let pipeline = VoicePipeline(
      settings: try measuring.settings(of: file, usualF0: usualF0), environment: .system)
    let examined = pipeline.examine(AudioSource(argument: file), workspace: &workspace)
    let kinds: [FigureKind] = examined.document.refusal == nil ? FigureKind.allCases : [.overview]
    let material = FigureMaterial(
      document: examined.document, signal: examined.signal, analysis: examined.analysis,
      for: Set(kinds), workspace: &workspace)
    return (
      examined.document,
      kinds.map {
        ReportContent.Drawing(
          kind: $0, scene: Figure.scene($0, of: material, language: language))
      }
    )
  }
}
