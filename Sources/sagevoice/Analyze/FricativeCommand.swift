import ArgumentParser
import CommandSupport
import DSPCore
import VoicePipeline
import VoiceReport
import VoiceTypes
import WAVIngest

struct FricativeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sz",
    abstract: "Measure the s/z ratio of a sustained /s/ and a sustained /z/.",
    discussion: HelpText.discussion(
      """
      Each recording has one sound, held for as long as possible in one breath, with a second of \
      silence before and after it. A sound that reaches the start or the end of its file has no \
      duration. From several trials, give the longest /s/ and the longest /z/. `sagevoice explain \
      mpt` has definition and sources.
      """,
      examples: [
        "sagevoice sz s.wav z.wav",
        "sagevoice analyze --task sustained_s --format csv s1.wav s2.wav s3.wav",
      ]))

  @Argument(
    help: ArgumentHelp("WAV file of the /s/; - is standard input.", valueName: "s.wav"),
    completion: .file(extensions: ["wav"]))
  var s: String

  @Argument(
    help: ArgumentHelp("WAV file of the /z/; - is standard input.", valueName: "z.wav"),
    completion: .file(extensions: ["wav"]))
  var z: String

  @Option(
    help: "Channel of multi-channel files: left, right or a number from 1.",
    takes: OptionValue.channel)
  var channel = 1

  @Option(otherwise: .json)
  var format: DocumentFormat

  func validate() throws { try OptionFile.requireOneStandardInput([s, z]) }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      var workspace = AnalysisWorkspace(cores: Jobs.count(nil))
      let document = FricativeDocument(
        s: analyze(s, .sustainedS, workspace: &workspace),
        z: analyze(z, .sustainedZ, workspace: &workspace))
      switch format {
      case .json: try CommandOutput.write(document.json.fileText)
      case .text: try CommandOutput.write(Self.text(of: document))
      }
      return ExitStatus(of: document.s).orWorse(ExitStatus(of: document.z))
    }
  }

  private func analyze(
    _ path: String, _ task: RecordingTask, workspace: inout AnalysisWorkspace
  ) -> ResultsDocument {
    var settings = AnalysisSettings()
    (settings.task, settings.channel) = (task, channel)
    return VoicePipeline(settings: settings, environment: .ofThisMachine)
      .analyze(AudioSource(argument: path), workspace: &workspace)
  }

  private static func text(of document: FricativeDocument) -> String {
    let language = Language.ofText
    let durations = [document.s, document.z].flatMap { WrappedText.item(line(of: $0), indent: "") }
    let ratio = document.ratio.map { language.localized(NumberFormat.fixed($0, 2)) }
    return
      (durations + WrappedText.lines(commandText("sz.ratio", ["ratio": ratio ?? "–"]))
      + WrappedText.lines(language.text(.measurementNotice))).report
  }

  /// Returns the duration, or the refusal or the reason for its absence.
  private static func line(of document: ResultsDocument) -> String {
    let language = Language.ofText
    let measure = Measure.maximumPhonationTime
    let found =
      switch document.findings?.biomarkers[measure] {
      case .value(let seconds)?:
        MeasureFormat(of: seconds, measure, in: language).text(seconds) + " \(measure.unit)"
      case .unavailable(let reason)?: language.text(of: reason) + "."
      case nil: document.refusal.map { $0.line + "." } ?? ""
      }
    return "\(language.name(of: document.task) ?? "") (\(document.recording.name)): \(found)"
  }
}
