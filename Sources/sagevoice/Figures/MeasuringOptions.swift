import ArgumentParser
import CommandSupport
import VoiceTypes

/// Parameters of the analysis.
struct AnalysisOptions: ParsableArguments {
  @Option(help: "Parameter preset: clinical, or praat for the values of Praat.")
  var preset: Preset = .clinical

  @Option(
    help: """
      Recording task. In reading and conversation, only F0 and CPPS are measured, over the whole \
      file. maximum_phonation, sustained_s and sustained_z measure the duration of a sound held in \
      one breath.
      """)
  var task: RecordingTask?

  @Option(
    help: ArgumentHelp(
      """
      Sound pressure level of 0 dB full scale (RMS), in dB re 20 µPa, for levels in dB SPL. \
      Default: uncalibrated.
      """, valueName: "dB"),
    takes: OptionValue.calibration)
  var calibration: Decibels?

  @Option(
    help: ArgumentHelp(
      """
      F0 search range in Hz, such as 75:600. Default: set by the preset.
      """, valueName: "low:high"), takes: OptionValue.pitchRange)
  var pitchRange: PitchRange?

  @Option(
    help: """
      Method of F0 detection: raw autocorrelation (ac) or raw cross-correlation (cc).
      """)
  var pitchMethod: PitchMethod = .autocorrelation

  @Option(
    help: """
      Praat releases to reproduce: 6.1 (until 6.2.14), 6.3 (6.2.15 to 6.4.06), 6.4 (6.4.24 to \
      6.4.38) or 7.0 (from 6.4.39). 6.4.07 to 6.4.23 are not available. Default: set by the \
      preset.
      """)
  var praatVersion: PraatVersion?

  @Option(
    help: "Channel of a multi-channel file: left, right or a number from 1.",
    takes: OptionValue.channel)
  var channel = 1

  @Option(
    help: ArgumentHelp(
      "Baseline of the speaker. The F0 of the baseline resolves an ambiguous octave.",
      valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Option(
    name: .shortAndLong, help: "Number of cores to use. Default: all.", takes: Jobs.number)
  var jobs: Int?
}

/// Options common to `analyze`, `plot` and `report`.
struct MeasuringOptions: ParsableArguments {
  @OptionGroup(title: HelpText.Title.analysis) var analysis: AnalysisOptions

  @OptionGroup(title: HelpText.Title.segment) var stretch: SegmentOptions

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func validate() throws {
    guard analysis.task?.isVowel != false || stretch.segment != .steady else {
      throw ValidationError("--segment steady applies to vowels only.")
    }
  }

  /// The number of cores; nil for all.
  var jobs: Int? { analysis.jobs }

  /// The path of the baseline; nil without one.
  var baseline: String? { analysis.baseline }

  /// Returns the analysis parameters of a recording; `baselineF0` resolves an octave ambiguity.
  func settings(of path: String, baselineF0: Hertz?) throws(CommandFault) -> AnalysisSettings {
    var settings = AnalysisSettings(preset: analysis.preset)
    settings.task = analysis.task ?? .sustainedVowel
    settings.calibration = analysis.calibration
    // Reports print all checks, and the spectrum figure needs the bandwidth.
    settings.givenChecks = .all
    settings.givenPitchRange = analysis.pitchRange
    settings.pitchMethod = analysis.pitchMethod
    settings.givenPraatVersion = analysis.praatVersion
    settings.channel = analysis.channel
    try stretch.choose(in: &settings, of: path)
    settings.baselineF0 = baselineF0
    return settings
  }

  /// Reads the given baseline; nil without one.
  func baselineFile() throws(CommandFault) -> BaselineFile? {
    guard let baseline else { return nil }
    return try BaselineFile(at: baseline, for: "--baseline")
  }

  /// Output permissions: owner only with a baseline, which is personal data.
  var readers: OutputAccess { baseline == nil ? .byUmask : .ownerOnly }

  /// Prints the refusal of a recording unless quiet.
  func note(_ document: ResultsDocument) {
    guard let refusal = document.refusal, !messages.quiet else { return }
    StandardStreams.note(
      "\(document.recording.name): \(refusal.line)"
    )
  }
}
