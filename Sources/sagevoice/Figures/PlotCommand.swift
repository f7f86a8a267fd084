import ArgumentParser
import BaselineService
import CommandSupport
import DSPCore
import VoicePipeline
import VoiceReport
import VoiceTypes
import WAVIngest

struct PlotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a figure of a recording.",
    discussion: HelpText.discussion(
      """
      PNG and PDF need rsvg-convert (Debian packages librsvg2-bin and fonts-dejavu-core). If \
      there are no data to draw, the figure shows the reason.
      """,
      examples: [
        "sagevoice plot vowel.wav --output overview.svg",
        "sagevoice plot --figure cycles vowel.wav -o cycles.pdf",
        "sagevoice plot --figure spectrogram --start 0.5 --end 1.5 vowel.wav -o s.png",
      ]))

  @Argument(
    help: "WAV file; - is standard input.", completion: .file(extensions: ["wav"]))
  var file: String

  @Option(help: "Type of figure.")
  var figure: FigureKind = .overview

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      File to write: .svg, .png or .pdf. Default: SVG on standard output.
      """, valueName: "fig.svg"), completion: .file(extensions: ["svg", "png", "pdf"]),
    transform: FigureFile.init)
  var output: FigureFile?

  @Option(help: "Colours of the figure.")
  var theme: Theme = .light

  @OptionGroup(title: HelpText.Title.page) var language: LanguageOption

  @OptionGroup(title: HelpText.Title.page) var spectrogram: SpectrogramOptions

  @OptionGroup var measuring: MeasuringOptions

  func validate() throws {
    try OptionFile.requireOneStandardInput([file, measuring.baseline])
    guard figure == .spectrogram || !spectrogram.isGiven else {
      throw ValidationError(
        "--spectrogram-window, --spectrogram-ceiling, --dynamic-range and --pre-emphasis take effect "
          + "with --figure spectrogram only.")
    }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      var workspace = AnalysisWorkspace(cores: Jobs.count(measuring.jobs))
      let baselineF0 = try measuring.baselineFile()?.stored.baseline.baselineF0
      let pipeline = VoicePipeline(
        settings: try measuring.settings(of: file, baselineF0: baselineF0),
        environment: .ofThisMachine)
      let examined = pipeline.examine(AudioSource(argument: file), workspace: &workspace)
      let material = FigureInput(
        document: examined.document, signal: examined.signal, analysis: examined.analysis,
        for: [figure], spectrogram: spectrogram.settings, workspace: &workspace)
      let svg = SVGWriter.text(
        of: Figure.scene(figure, of: material, language: language.chosen), theme: theme)
      if let output {
        try output.write(svg, for: measuring.readers)
      } else {
        try CommandOutput.write(svg)
      }
      measuring.note(examined.document)
      return ExitStatus(of: examined.document)
    }
  }
}
