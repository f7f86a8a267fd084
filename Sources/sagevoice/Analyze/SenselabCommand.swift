import ArgumentParser
import CommandSupport
import DSPCore
import VoicePipeline
import VoiceTypes
import WAVIngest

struct SenselabCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "senselab",
    abstract: "Measure the Praat features of senselab, for tables of Bridge2AI.",
    discussion: HelpText.discussion(
      """
      The values equal those of senselab 1.3 with Praat 6.1.38. They cover the whole recording \
      at 16 kHz, without recording checks. Each recording gives one line of JSON with recording, \
      features, and the reasons of missing features. A refused recording has an error instead. \
      Jitter and shimmer are fractions. Absolute jitter and duration are in s, levels in dB. The \
      tilt is in dB per Hz, frequencies and bandwidths are in Hz.
      """,
      examples: [
        "sagevoice senselab vowel.wav",
        "find data -name '*.wav' -print0 | sagevoice senselab --files-from - --null",
      ]))

  @OptionGroup(title: HelpText.Title.input) var input: InputChoice

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func validate() throws {
    guard !input.stdinStream else {
      throw ValidationError("--stdin-stream has no effect with senselab.")
    }
    try OptionFile.requireOneStandardInput(input.readers)
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      var workspace = AnalysisWorkspace(cores: Jobs.count(nil))
      var status = ExitStatus.success
      for recording in try input.inputs(messages.verbosity) where !Interruption.isRequested {
        let (line, outcome) = Self.line(of: recording, workspace: &workspace)
        try CommandOutput.write(line.text(.compact) + "\n")
        status = status.orWorse(outcome)
      }
      return Interruption.isRequested ? .interrupted : status
    }
  }

  private static func line(
    of input: Input, workspace: inout AnalysisWorkspace
  ) -> (JSONValue, ExitStatus) {
    if let fault = input.entry?.fault { return line(of: input, refusedFor: Refusal(fault)) }
    switch WAVReader.read(AudioSource(argument: input.path)).result {
    case .failure(let error): return line(of: input, refusedFor: error.refusal)
    case .success(let recording):
      let features = SenselabFeatures(of: recording.signal, workspace: &workspace).features
      let reasons = features.compactMap { feature in
        feature.value.unavailability.map {
          JSONValue.Member(feature.name, .string($0.code.rawValue))
        }
      }
      return (
        [
          "recording": .string(input.path),
          "features": .object(features.map { .init($0.name, .optional($0.value.number)) }),
          "reasons": .object(reasons),
        ], .success
      )
    }
  }

  private static func line(of input: Input, refusedFor refusal: Refusal) -> (JSONValue, ExitStatus)
  {
    let error: JSONValue = [
      "code": .string(refusal.code.rawValue), "message": .string(refusal.message),
    ]
    return (
      ["recording": .string(input.path), "error": error], ExitStatus(of: refusal.code)
    )
  }
}
