import ArgumentParser
import CommandSupport
import DSPCore
import VoicePipeline
import VoiceTypes
import WAVIngest

struct AVQICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "avqi",
    abstract: "Measure the Acoustic Voice Quality Index of a vowel and of speech.",
    discussion: HelpText.discussion(
      """
      AVQI 03.01 (Barsties & Maryn 2015) uses the voiced parts of the speech and the last 3 s \
      of the vowel. Both recordings need the same speaker, session, microphone and sample \
      rate. If a check fails, the document has the reason instead of a comparison with a \
      cut-off.

      A manifest has one row per pair with the columns vowel, speech and optionally language. \
      Its paths are relative to its folder.
      """,
      examples: [
        "sagevoice avqi --vowel a.wav --speech s.wav --speech-language nl",
        "sagevoice avqi --manifest pairs.csv --format csv",
      ]))

  @Option(
    help: "WAV file of a sustained vowel; - is standard input.",
    completion: .file(extensions: ["wav"]))
  var vowel: String?

  @Option(
    help: "WAV file of continuous speech; - is standard input.",
    completion: .file(extensions: ["wav"]))
  var speech: String?

  @Option(
    help: ArgumentHelp(
      "Table of pairs (CSV), instead of --vowel and --speech.", valueName: "pairs.csv"),
    completion: .file(extensions: ["csv"]))
  var manifest: String?

  @Option(
    help: """
      Language of the speech, for its published cut-off. Default: no cut-off.
      """)
  var speechLanguage: AVQILanguage?

  @Option(
    help: "Channel of multi-channel files: a number from 1 up, left or right.",
    takes: OptionValue.channel)
  var channel = 1

  @Option(
    help: """
      End of the vowel: its last sound, or the end of the file as in the published script.
      """)
  var vowelEnds: VowelEnds = .ofSound

  @Option(otherwise: .json)
  var format: OutputFormat

  @OptionGroup(title: HelpText.Title.output) var table: CellOptions

  @Option(
    name: .shortAndLong,
    help: """
      Number of pairs to measure at a time. Default: the number of cores.
      """, takes: Jobs.number)
  var jobs: Int?

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func validate() throws {
    try table.check(isTable: format == .csv)
    if manifest != nil {
      guard vowel == nil, speech == nil else {
        throw ValidationError("Give either --manifest, or --vowel and --speech.")
      }
    } else {
      guard let vowel, let speech else {
        throw ValidationError("Name a --vowel and a --speech, or a --manifest of pairs.")
      }
      try OptionFile.requireOneStandardInput([vowel, speech])
    }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let pairs = try pairs()
      let batch = Batch(count: pairs.count, jobs: Jobs.count(jobs)) { index, workspace in
        document(of: pairs[index], workspace: &workspace)
      }
      let sink = DocumentSink(
        header: format.avqiHeader, into: nil,
        progress: ProgressBar(
          total: pairs.count,
          isShown: manifest != nil && !messages.quiet && StandardStreams.errorIsTerminal),
        messages.verbosity)
      sink.begin()
      let options = ResultsOptions(
        layout: manifest == nil ? .pretty : .compact, cells: table.cells)
      await batch.run { sink.write($0, Delivery($1, format, options)) }
      sink.end()
      if Interruption.isRequested { sink.record(.interrupted) }
      return sink.status
    }
  }

  private func document(
    of pair: AVQIManifest.Pair, workspace: inout AnalysisWorkspace
  ) -> AVQIDocument {
    var pipeline = AVQIPipeline(
      language: pair.language, vowelEnds: vowelEnds, environment: .ofThisMachine)
    pipeline.channel = channel
    if let fault = pair.fault { return pipeline.document(of: pair, refusedFor: fault) }
    return pipeline.analyze(
      vowel: AudioSource(argument: pair.vowel), speech: AudioSource(argument: pair.speech),
      workspace: &workspace)
  }

  /// Returns the given pair, or the pairs of the manifest.
  private func pairs() throws(CommandFault) -> [AVQIManifest.Pair] {
    guard let manifest else {
      return [
        AVQIManifest.Pair(vowel: vowel ?? "-", speech: speech ?? "-", language: speechLanguage)
      ]
    }
    return try PairsFile(path: manifest, verbosity: messages.verbosity)
      .pairs(language: speechLanguage)
  }
}
