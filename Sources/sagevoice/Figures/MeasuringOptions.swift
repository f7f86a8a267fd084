import ArgumentParser
import CommandSupport
import VoiceTypes

/// Analysis options common to `analyze`, `plot` and `report`.
struct MeasuringOptions: ParsableArguments {
  @Option(help: "clinical, or praat for what Praat gives, number by number.")
  var preset: Preset = .clinical

  @Option(
    help: ArgumentHelp("Pitch floor and ceiling in hertz.", valueName: "low:high"),
    takes: OptionValue.pitchRange)
  var pitchRange: PitchRange?

  @Option(help: "Raw autocorrelation or raw cross-correlation.")
  var pitchMethod: PitchMethod = .autocorrelation

  @Option(help: "The Praat version whose numbers are wanted: 6.1, 6.3, 6.4 or 7.0.")
  var praatVersion: PraatVersion?

  @OptionGroup var stretch: SegmentOptions

  @Option(
    help: "The channel to measure, of files that have several: its number, left or right.",
    takes: OptionValue.channel)
  var channel = 1

  @Option(
    help: ArgumentHelp(
      "The person's baseline, whose F0 decides where a recording leaves the octave open.",
      valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Option(help: "Cores to use; all of them unless given.", takes: Jobs.number)
  var jobs: Int?

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

  /// Returns the analysis parameters of a recording; `baselineF0` resolves an octave ambiguity.
  func settings(of path: String, baselineF0: Hertz?) throws(CommandFault) -> AnalysisSettings {
    var settings = AnalysisSettings(preset: preset)
    settings.givenPitchRange = pitchRange
    settings.pitchMethod = pitchMethod
    settings.givenPraatVersion = praatVersion
    settings.channel = channel
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
    guard let refusal = document.refusal, !quiet else { return }
    StandardStreams.note(
      "\(document.recording.name): \(refusal.message) (\(refusal.code.rawValue)); \(refusal.advice)"
    )
  }
}
