import ArgumentParser
import CommandSupport
import DSPCore
import VoicePipeline
import VoiceReport
import VoiceTypes
import WAVIngest

struct IndexCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: "Measure an index of a vowel and of speech: AVQI or ABI.",
    discussion: HelpText.discussion(
      """
      NAME is avqi (Acoustic Voice Quality Index 03.01, Barsties & Maryn 2015), avqi-02.02, or \
      abi (Acoustic Breathiness Index, Barsties v. Latoszek et al. 2017). An index uses the \
      voiced parts of the speech and 3 s of the vowel. Both recordings must have the same \
      speaker, session and microphone. If a check fails, the document has the reason instead of \
      a comparison with a cut-off. `sagevoice explain abi` lists the cut-offs.

      A manifest has one row per pair with the columns vowel, speech and optionally language. \
      Its paths are relative to its folder.
      """,
      examples: [
        "sagevoice index abi --vowel a.wav --speech s.wav --speech-language nl",
        "sagevoice index avqi --manifest pairs.csv --format csv",
        "sagevoice index abi --vowel a.wav --speech s.wav --format html > page.html",
      ]))

  @Argument(help: "The index: avqi, avqi-02.02 or abi.")
  var name: ConcatenatedIndex

  @OptionGroup var options: IndexOptions

  func run() async throws {
    try await performOnRecordings { try await options.status(of: name) }
  }
}

/// `avqi` is the short form of `index avqi`.
struct AVQICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "avqi",
    abstract: "Measure AVQI 03.01 of a vowel and of speech, like `index avqi`.",
    discussion: HelpText.discussion(examples: [
      "sagevoice avqi --vowel a.wav --speech s.wav --speech-language nl",
      "sagevoice avqi --manifest pairs.csv --format csv",
    ]))

  @OptionGroup var options: IndexOptions

  func run() async throws {
    try await performOnRecordings { try await options.status(of: .avqi03_01) }
  }
}

/// The values of `index --format`.
enum IndexFormat: String, CaseIterable, ExpressibleByArgument, ReadableFormat, Sendable {
  case json, csv, text, html
}

struct IndexOptions: ParsableArguments {
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
    name: [.customLong("speech-language"), .customLong("language")],
    help: "Language of the speech, for its published cut-offs. Default: no cut-off.")
  var language: IndexLanguage?

  @Option(
    help: "Channel of a multi-channel file: left, right or a number from 1.",
    takes: OptionValue.channel)
  var channel = 1

  @Option(
    help: """
      End of the vowel: end of the file as in the published scripts (file), or end of the last \
      sound (sound).
      """)
  var vowelEnds: VowelEnds = .ofFile

  @Option(otherwise: .json)
  var format: IndexFormat

  @Option(help: "Language of an HTML page. Default: from LC_ALL, LC_MESSAGES or LANG.")
  var pageLanguage: Language?

  @OptionGroup(title: HelpText.Title.output) var table: CellOptions

  @Option(
    name: .shortAndLong,
    help: "Number of pairs to measure at a time. Default: the number of cores.",
    takes: Jobs.number)
  var jobs: Int?

  @OptionGroup(title: HelpText.Title.output) var messages: QuietOption

  func validate() throws {
    try table.check(isTable: format == .csv)
    let isPair = vowel != nil && speech != nil
    let faults: KeyValuePairs = [
      "--page-language takes effect with --format html only.":
        pageLanguage != nil && format != .html,
      "Give either --manifest, or --vowel and --speech.":
        manifest != nil && (vowel ?? speech) != nil,
      "--format html needs one pair: give --vowel and --speech.":
        manifest != nil && format == .html,
      "Name a --vowel and a --speech, or a --manifest of pairs.": manifest == nil && !isPair,
    ]
    if let fault = faults.first(where: \.value) { throw ValidationError(fault.key) }
    try OptionFile.requireOneStandardInput([vowel, speech])
  }

  /// Measures the pairs and prints their documents.
  func status(of index: ConcatenatedIndex) async throws(CommandFault) -> ExitStatus {
    let file = manifest.map { ManifestFile(path: $0, verbosity: messages.verbosity) }
    let pairs =
      try file?.pairs(language: language)
      ?? [IndexManifest.Pair(vowel: vowel ?? "-", speech: speech ?? "-", language: language)]
    let batch = Batch(count: pairs.count, jobs: Jobs.count(jobs)) { number, workspace in
      let pair = pairs[number]
      var pipeline = IndexPipeline(
        index, language: pair.language, vowelEnds: vowelEnds, environment: .ofThisMachine)
      (pipeline.channel, pipeline.texts) = (channel, textLanguage)
      if let fault = pair.fault { return pipeline.document(of: pair, refusedFor: fault) }
      return pipeline.analyze(
        vowel: AudioSource(argument: pair.vowel), speech: AudioSource(argument: pair.speech),
        workspace: &workspace)
    }
    let isShown = manifest != nil && !messages.quiet && StandardStreams.errorIsTerminal
    let sink = DocumentSink(
      header: format == .csv ? IndexTable.header : "", into: nil,
      progress: ProgressBar(total: pairs.count, isShown: isShown), messages.verbosity)
    return await sink.status(of: batch) { delivery(of: $1) }
  }

  /// The language of notes and reasons. Documents are English.
  private var textLanguage: Language {
    format == .html ? pageLanguage ?? .ofEnvironment : .english
  }

  private func delivery(of document: IndexDocument) -> Delivery {
    let text =
      switch format {
      case .json: document.json.text(manifest == nil ? .pretty : .compact) + "\n"
      case .csv: IndexTable.row(of: document, table.cells)
      case .text: IndexReport.text(of: document)
      case .html: IndexContent(document, textLanguage).page(.light)
      }
    let messages = document.refusals.map { role, refusal in
      "\(role.rawValue) \(document[role].facts.name): \(refusal.line)"
    }
    return Delivery(status: ExitStatus(of: document), messages: messages, text: text)
  }
}
