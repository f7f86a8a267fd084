import ArgumentParser
import CommandSupport
import VoicePipeline
import VoiceTypes

/// The measures of an analysis.
struct AnalysisExtent: ParsableArguments {
  @Option(help: "Extent of the analysis: checks and F0 (quick), or all measures (comprehensive).")
  var tier: Tier = .comprehensive

  @Option(
    help: """
      Treatment of values that the signal does not support: suppress them (withhold), keep \
      them with a flag (flag), or no check (off). Default: set by the preset.
      """)
  var gates: SuppressionMode?

  @Option(
    help: """
      Recording checks: none, those of the file and its samples (basic), or all. Failed checks \
      suppress measures. Default: all in the clinical preset, basic in the praat preset.
      """)
  var checks: CheckScope?

  @Option(
    help: ArgumentHelp(
      """
      Comma-separated measures, as keys (hnr.mean_db) or groups (jitter). Default: those \
      of the preset.
      """, valueName: "list"), transform: MeasureList.init)
  var measures: MeasureList?
}

/// The person of a recording, and the limits for a comparison.
struct ProfileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Profile of the speaker (JSON), for reference limits; - is standard input.
      """, valueName: "profile.json"), completion: .file(extensions: ["json"]))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "File with reference limits. Default: the included limits.", valueName: "limits.json"),
    completion: .file(extensions: ["json"]))
  var limits: String?
}

/// The output of `analyze`.
struct ResultsOutput: ParsableArguments {
  @Option(
    name: [.customShort("f"), .customLong("format")],
    help: """
      Output format: csv has a row per recording, long a row per recording and measure. Default: \
      text at a terminal, otherwise json; json with --output or --contours.
      """)
  var givenFormat: ResultsFormat?

  @OptionGroup var table: CellOptions

  @Flag(help: "Show document keys instead of names in text reports.")
  var measureKeys = false

  @OptionGroup var language: LanguageOption

  @Flag(
    help: """
      Add F0 frames, pulse times and harmonicity frames to JSON documents.
      """)
  var contours = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      Folder for one file per input, or with --format csv or long a .csv file for one table. Default: standard output.
      """, valueName: "path"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Folder for Praat objects: pulses, F0 and segments of each recording.
      """, valueName: "folder"), completion: .directory)
  var praatObjects: String?

  var format: ResultsFormat {
    givenFormat ?? (output == nil && !contours ? .byOutput(otherwise: .json) : .json)
  }
}
