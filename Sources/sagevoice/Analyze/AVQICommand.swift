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
    discussion: """
      AVQI 03.01 (Barsties & Maryn 2015), of the voiced parts of the speech and the last 3 s of the \
      vowel, with its six parts. A measurement, not a diagnosis. Both recordings should be of one \
      person, one session, one microphone, and of one sample rate. Each is checked as analyze checks \
      recordings: after a failed check, for one file given twice and for vowel and speech that look \
      exchanged no cut-off is applied, and the document says why.

      A manifest has a row per pair with the columns vowel, speech and, if wanted, language; its paths \
      are relative to its own folder. Its documents come one per line, in the order of the rows.
      """)

  @Option(
    help: "A WAV file of a held vowel; - is a WAV on standard input.",
    completion: .file(extensions: ["wav"]))
  var vowel: String?

  @Option(
    help: "A WAV file of speech; - is a WAV on standard input.",
    completion: .file(extensions: ["wav"]))
  var speech: String?

  @Option(
    help: ArgumentHelp(
      "A table of pairs in place of --vowel and --speech: vowel, speech[, language].",
      valueName: "pairs.csv"),
    completion: .file(extensions: ["csv"]))
  var manifest: String?

  @Option(help: "The language of the speech, for its published cut-off; none is used unless given.")
  var speechLanguage: AVQILanguage?

  @Option(
    help: "The channel to measure, of files that have several: its number, left or right.",
    takes: OptionValue.channel)
  var channel = 1

  @Option(
    help: """
      Where the vowel ends: at its last sound, or at the end of the file as for the published script.
      """)
  var vowelEnds: VowelEnds = .ofSound

  @Option(help: "json, csv or text.")
  var format: OutputFormat = .json

  @OptionGroup var table: CellOptions

  @Option(
    help: "Pairs measured at a time; the number of cores unless given.", takes: Jobs.number)
  var jobs: Int?

  @Flag(help: "No messages on standard error but those that end the command.")
  var quiet = false

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
      guard vowel != "-" || speech != "-" else {
        throw ValidationError("Standard input can be read only once.")
      }
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
          isShown: manifest != nil && !quiet && StandardStreams.errorIsTerminal),
        quiet ? .quiet : .usual)
      sink.begin()
      let look = ResultsOptions(
        layout: manifest == nil ? .pretty : .compact, cells: table.cells)
      await batch.run { sink.write($0, Delivery($1, format, look)) }
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
    return try PairsFile(path: manifest, verbosity: quiet ? .quiet : .usual)
      .pairs(language: speechLanguage)
  }
}
