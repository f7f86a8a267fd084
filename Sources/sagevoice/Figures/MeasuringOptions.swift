// How a recording that is drawn is measured: as analyze measures it, by the same options.

import ArgumentParser
import CommandSupport
import VoiceTypes

/// The options of analyze that one recording needs.
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

  @OptionGroup var stretch: StretchOptions

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

  /// The settings of the analysis of a recording, for somebody whose F0 is usually that of the baseline.
  func settings(of path: String, usualF0: Hertz?) throws(CommandFault) -> AnalysisSettings {
    var settings = AnalysisSettings(preset: preset)
    settings.givenPitchRange = pitchRange
    settings.pitchMethod = pitchMethod
    settings.givenPraatVersion = praatVersion
    settings.channel = channel
    try stretch.choose(in: &settings, of: path)
    settings.usualF0 = usualF0
    return settings
  }

  /// The baseline that is named; nil where none is.
  func baselineFile() throws(CommandFault) -> BaselineFile? {
    guard let baseline else { return nil }
    return try BaselineFile(at: baseline, for: "--baseline")
  }

  /// What is held against a baseline tells of a person.
  var readers: OutputReaders { baseline == nil ? .asSystemSays : .ownerAlone }

  /// Says why a recording was not measured, unless nobody wants to know.
  func note(_ document: ResultsDocument) {
    guard let refusal = document.refusal, !quiet else { return }
    StandardStreams.note(
      "\(document.recording.name): \(refusal.message) (\(refusal.code.rawValue)); \(refusal.advice)"
    )
  }
}
