import ArgumentParser
import DSPCore
import VoicePipeline
import VoiceTypes
import WAVIngest

struct AVQICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "avqi",
    abstract: "Measure the Acoustic Voice Quality Index of a vowel and of speech.",
    discussion: """
      AVQI 03.01 (Barsties & Maryn 2015), of the voiced parts of the speech and the last 3 s of the \
      vowel, with its six parts. A measurement, not a diagnosis. Both recordings should be of one \
      person, one session, one microphone, and of one sample rate.
      """)

  @Option(help: "A WAV file of a held vowel; - is a WAV on standard input.")
  var vowel: String

  @Option(help: "A WAV file of speech; - is a WAV on standard input.")
  var speech: String

  @Option(help: "The language of the speech, for its published cut-off; none is used unless given.")
  var language: AVQILanguage?

  @Option(help: "json or text.")
  var format: DocumentFormat = .json

  func validate() throws {
    guard vowel != "-" || speech != "-" else {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      var workspace = AnalysisWorkspace()
      let document = AVQIPipeline(language: language, environment: .system).analyze(
        vowel: AudioSource(argument: vowel), speech: AudioSource(argument: speech),
        workspace: &workspace)
      for fault in document.refusals {
        StandardStreams.note(
          "\(fault.role.rawValue): \(fault.refusal.message) (\(fault.refusal.code.rawValue)); "
            + fault.refusal.advice)
      }
      try CommandOutput.write(text(of: document))
      return ExitStatus(of: document)
    }
  }

  private func text(of document: AVQIDocument) -> String {
    switch format {
    case .json: document.json.fileText
    case .text: AVQIReport.text(of: document)
    }
  }
}
