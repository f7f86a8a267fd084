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
    abstract: "Draw what the numbers of a recording were taken from.",
    discussion: """
      overview: the waveform with what was measured and what was left out, pulses, F0 and harmonicity. \
      spectrogram, with formants. pitch: F0 with its range, gaps, and both frequencies where the octave \
      is open. cycles: the length and the amplitude of each cycle, where jitter and shimmer come from. \
      spectrum: of all of the voice. cepstrum: with the peak and the line of CPPS.

      Figures are SVG. A file that ends in .png or .pdf is made by rsvg-convert (Debian's librsvg2-bin, \
      with fonts-dejavu-core). What cannot be drawn says so in the figure, with its reason.
      """)

  @Argument(
    help: "A WAV file; - is a WAV on standard input.", completion: .file(extensions: ["wav"]))
  var file: String

  @Option(help: "What to draw.")
  var figure: FigureKind = .overview

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file, by its ending as SVG, PNG or PDF; SVG to standard output unless given.",
      valueName: "fig.svg"),
    completion: .file(extensions: ["svg", "png", "pdf"]), transform: FigureFile.init)
  var output: FigureFile?

  @Option(help: "A bright or a dark page.")
  var theme: Theme = .light

  @OptionGroup var language: LanguageOption

  @OptionGroup var spectrogram: SpectrogramOptions

  @OptionGroup var measuring: MeasuringOptions

  func validate() throws {
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
