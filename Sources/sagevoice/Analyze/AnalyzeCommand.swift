import ArgumentParser
import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes
import WAVIngest

struct AnalyzeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Measure recordings and print a results document for each.",
    discussion: """
      One input gives one pretty-printed document; several, --files-from, --manifest or --recursive \
      give one document per line, in input order. Every input gets its document, also one that cannot \
      be opened.

      --format csv makes one table with a row per recording, long one with a row per recording and \
      measure; `sagevoice codebook` says what each column is. A --manifest has the column file, relative \
      to its folder, and may have recording, person, session, task, vowel and repetition, which go into \
      both, and age, gender_identity, sex_assigned_at_birth, voice_reference and device_model: a recording \
      with one of these is compared with limits as with --profile. Commas, semicolons and tabs separate its columns; \
      a row that cannot be used is a refused recording.
      """)

  @OptionGroup var input: InputChoice

  @Option(help: "How much to measure.")
  var tier: Tier = .comprehensive

  @Option(help: "json, csv, long or text.")
  var format: ResultsFormat = .json

  @OptionGroup var table: CellOptions

  @Flag(help: "In a text report the keys of the document in place of names.")
  var measureKeys = false

  @Option(
    help: """
      What becomes of numbers that the signal does not support: they are taken back, stay and carry \
      their reasons, or nobody asks; the preset's choice unless given.
      """)
  var gates: SuppressionMode?

  @Option(
    help: ArgumentHelp(
      "Only these measures: keys such as hnr.mean_db or groups such as jitter, with commas between.",
      valueName: "list"),
    transform: MeasureList.init)
  var measures: MeasureList?

  @Flag(help: "Add F0 frames, pulse times and harmonicity frames to the document.")
  var contours = false

  @Option(
    help: ArgumentHelp(
      "What the person told about themselves, as JSON; - is standard input.",
      valueName: "profile.json"),
    completion: .file(extensions: ["json"]))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "Reference limits in place of those that ship, for --profile.", valueName: "limits.json"),
    completion: .file(extensions: ["json"]))
  var limits: String?

  @Option(
    name: .shortAndLong,
    help: """
      Write one file per input into this folder instead of standard output; of csv and long one table \
      where the name ends in .csv.
      """)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write what was found in each recording into this folder as objects of Praat: pulses, F0, stretches.",
      valueName: "folder"),
    completion: .directory)
  var praatObjects: String?

  @OptionGroup var measuring: MeasuringOptions

  func validate() throws {
    let readers = input.readers + [profile, measuring.baseline].compactMap { $0 }
    guard readers.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input can be read only once.")
    }
    try table.check(isTable: format.isTable)
    guard !measureKeys || format == .text else {
      throw ValidationError("--measure-keys takes effect with --format text only.")
    }
    guard limits == nil || profile != nil || input.manifest != nil else {
      throw ValidationError(
        "--limits takes effect with --profile or --manifest only: limits are for a person.")
    }
    guard profile == nil || input.manifest == nil else {
      throw ValidationError("Give either --profile, or a --manifest whose rows tell of people.")
    }
    guard !contours || format == .json else {
      throw ValidationError("--contours takes effect with --format json only; others have no room.")
    }
    guard measures == nil || tier == .comprehensive else {
      throw ValidationError(
        "--measures chooses from the comprehensive tier; the quick one is fixed.")
    }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let inputs = try input.inputs(verbosity)
      let pipelines = try makePipelines(for: inputs)
      let objects = try praatObjects.map { folder throws(CommandFault) in
        try PraatObjectFolder(creating: folder, for: inputs, readers)
      }
      let batch = Batch(count: inputs.count, jobs: Jobs.count(measuring.jobs)) { index, workspace in
        let source = AudioSource(argument: inputs[index].path)
        if let fault = inputs[index].entry?.fault {
          return pipelines[index].document(
            refusing: RecordingFacts(name: source.name), for: Refusal(fault))
        }
        let examined = pipelines[index].examine(source, workspace: &workspace)
        objects?.write(examined, at: index)
        return examined.document
      }
      let sink = try makeSink(for: inputs)
      sink.begin()
      await batch.run {
        sink.write($0, Delivery($1, of: inputs[$0], format, look))
      }
      sink.end()
      if let fault = objects?.fault {
        if verbosity == .usual { StandardStreams.note(fault.message) }
        sink.record(fault.status)
      }
      if Interruption.isRequested { sink.record(.interrupted) }
      return sink.status
    }
  }

  private var verbosity: Verbosity { measuring.quiet ? .quiet : .usual }

  /// Returns the analysis parameters of one input.
  private func settings(of path: String, baselineF0: Hertz?) throws(CommandFault)
    -> AnalysisSettings
  {
    var settings = try measuring.settings(of: path, baselineF0: baselineF0)
    settings.tier = tier
    settings.givenGates = gates
    settings.givenMeasures = measures?.measures
    settings.includesContours = contours
    return settings
  }

  /// Returns the pipeline of each input, with the profile of the option or of the manifest if there
  /// is one. An invalid profile or limits file ends the command.
  private func makePipelines(for inputs: [Input]) throws(CommandFault) -> [VoicePipeline] {
    let baselineF0 = try measuring.baselineFile()?.stored.baseline.baselineF0
    let given = try profile.flatMap { path throws(CommandFault) in
      try ProfileFile.readForReference(from: path, verbosity)
    }
    let isForSomebody = given != nil || inputs.contains { $0.entry?.profile != nil }
    let assessor = isForSomebody ? try LimitsFile.assessor(from: limits) : nil
    var pipelines: [VoicePipeline] = []
    for input in inputs {
      let settings = try settings(of: input.path, baselineF0: baselineF0)
      if let assessor, let profile = given ?? input.entry?.profile {
        pipelines.append(
          VoicePipeline(
            settings: settings, environment: .ofThisMachine, profile: profile, assessor: assessor))
      } else {
        pipelines.append(VoicePipeline(settings: settings, environment: .ofThisMachine))
      }
    }
    return pipelines
  }

  private var look: ResultsOptions {
    ResultsOptions(
      layout: input.isOne || output != nil ? .pretty : .compact,
      naming: measureKeys ? .keys : .names,
      cells: table.cells)
  }

  /// Output permissions: owner only for results that contain personal data.
  private var readers: OutputAccess {
    profile != nil || input.manifest != nil ? .ownerOnly : measuring.readers
  }

  private func makeSink(for inputs: [Input]) throws(CommandFault) -> DocumentSink {
    var files: DocumentSink.Files?
    if let output { files = try outputFiles(at: output, for: inputs) }
    return DocumentSink(
      header: format.header, into: files,
      progress: ProgressBar(
        total: inputs.count,
        isShown: !input.isOne && !measuring.quiet && StandardStreams.errorIsTerminal),
      verbosity)
  }

  private func outputFiles(
    at output: String, for inputs: [Input]
  ) throws(CommandFault) -> DocumentSink.Files {
    let isTable = format.isTable && output.lowercased().hasSuffix(".csv")
    if !isTable {
      try OutputFolder.requireFolderName(
        output, option: "--output",
        advice:
          "name a folder, give --format csv or long for one table in a .csv file, or leave --output out and "
          + "write > \(output)")
    }
    do throws(OutputFolderError) {
      if isTable, !OutputFolder.isFolder(output) {
        let (folder, name) = OutputFolder.place(of: output)
        return .together(try OutputFolder(creating: folder, for: readers), name: name)
      }
      let suffix = ".\(tier.rawValue).\(format.fileExtension)"
      return .each(
        try OutputFolder(creating: output, for: readers),
        names: OutputFolder.names(for: inputs.map(\.path), suffix: suffix))
    } catch {
      throw CommandFault(status: error.status, messages: [error.message])
    }
  }
}
