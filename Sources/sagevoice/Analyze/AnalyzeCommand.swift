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
    discussion: HelpText.discussion(
      """
      One input gives one document. Several inputs give one document per line (NDJSON), in \
      input order. Inputs that cannot be opened also get a document.

      A manifest (CSV) has the column file and optionally recording, person, session, task, \
      vowel, repetition, age, gender_identity, sex_assigned_at_birth, voice_reference and \
      device_model. The person columns have the effect of --profile. `sagevoice codebook` \
      describes the columns of the output tables.
      """,
      examples: [
        "sagevoice analyze vowel.wav",
        "sagevoice analyze --format text --profile person.json vowel.wav",
        "sagevoice analyze --recursive folder --format long --output study.csv",
      ]))

  @OptionGroup(title: HelpText.Title.input) var input: InputChoice

  @OptionGroup(title: HelpText.Title.analysis) var extent: AnalysisExtent

  @OptionGroup(title: HelpText.Title.comparison) var person: ProfileOptions

  @OptionGroup(title: HelpText.Title.output) var results: ResultsOutput

  @OptionGroup var measuring: MeasuringOptions

  private var tier: Tier { extent.tier }

  private var format: ResultsFormat { results.format }

  private var output: String? { results.output }

  private var profile: String? { person.profile }

  private var limits: String? { person.limits }

  func validate() throws {
    try OptionFile.requireOneStandardInput(
      input.readers + [profile, limits, measuring.baseline])
    try results.table.check(isTable: format.isTable)
    guard !results.measureKeys || format == .text else {
      throw ValidationError("--measure-keys takes effect with --format text only.")
    }
    guard results.language.language == nil || format == .text else {
      throw ValidationError("--language takes effect with --format text only.")
    }
    guard limits == nil || profile != nil || input.manifest != nil else {
      throw ValidationError(
        "--limits takes effect with --profile or --manifest only.")
    }
    guard profile == nil || input.manifest == nil else {
      throw ValidationError("Give either --profile or --manifest.")
    }
    guard !results.contours || format == .json else {
      throw ValidationError("--contours takes effect with --format json only.")
    }
    guard !input.stdinStream || (output == nil && results.praatObjects == nil) else {
      throw ValidationError("--stdin-stream prints to standard output only.")
    }
    guard extent.checks == nil || tier == .comprehensive else {
      throw ValidationError(
        "--checks takes effect in the comprehensive tier; the quick one checks the file only.")
    }
    guard extent.measures == nil || tier == .comprehensive else {
      throw ValidationError(
        "--measures chooses from the comprehensive tier; the quick one is fixed.")
    }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      if input.stdinStream { return try await analyzeStream() }
      let inputs = try input.inputs(verbosity)
      let reference = try makeReference(for: inputs)
      let options = options(with: reference)
      let pipelines = try makePipelines(for: inputs, reference)
      let objects = try results.praatObjects.map { folder throws(CommandFault) in
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
      let status = await sink.status(of: batch) {
        Delivery($1, of: inputs[$0], format, options)
      }
      guard let fault = objects?.fault else { return status }
      if verbosity == .usual { StandardStreams.note(fault.message) }
      return status.orWorse(fault.status)
    }
  }

  /// Analyses the recordings of standard input as they arrive.
  private func analyzeStream() async throws(CommandFault) -> ExitStatus {
    let inputs = [Input(path: "-")]
    let reference = try makeReference(for: inputs)
    let options = options(with: reference)
    let pipeline = try makePipelines(for: inputs, reference)[0]
    let stream = RecordingStream()
    let sink = try makeSink(for: [])
    sink.begin()
    await OrderedWork(
      workers: Jobs.count(measuring.jobs), cores: 1, next: stream.recording,
      analyze: { pipeline.analyze($0, workspace: &$1) }
    ).run {
      sink.write($0, Delivery($1, of: Input(path: $1.recording.name), format, options))
    }
    sink.end()
    if Interruption.isRequested { sink.record(.interrupted) }
    if let fault = stream.fault { throw fault }
    return sink.status
  }

  private var verbosity: Verbosity { measuring.messages.verbosity }

  /// Returns the analysis parameters of one input.
  private func settings(of input: Input, baselineF0: Hertz?) throws(CommandFault)
    -> AnalysisSettings
  {
    var settings = try measuring.settings(of: input.path, baselineF0: baselineF0)
    if measuring.analysis.task == nil, let task = input.entry?.task { settings.task = task }
    settings.tier = tier
    settings.givenGates = extent.gates
    settings.givenChecks = extent.checks
    settings.givenMeasures = extent.measures?.measures
    settings.includesContours = results.contours
    return settings
  }

  /// What recordings are compared with.
  private struct Reference {
    let baseline: BaselineFile?
    let profile: UserProfile?

    /// Nil without a profile and a baseline.
    let assessor: Assessor?
  }

  /// Reads the profile, the limits and the baseline. An invalid file ends the command.
  private func makeReference(for inputs: [Input]) throws(CommandFault) -> Reference {
    let baseline = try measuring.baselineFile()
    let profile = try profile.flatMap { path throws(CommandFault) in
      try ProfileFile.readForReference(from: path, verbosity)
    }
    let isNeeded =
      baseline != nil || profile != nil || inputs.contains { $0.entry?.profile != nil }
    return Reference(
      baseline: baseline, profile: profile,
      assessor: isNeeded ? try LimitsFile.assessor(from: limits) : nil)
  }

  /// Returns the pipeline of each input, with the profile of the option or of the manifest if there
  /// is one.
  private func makePipelines(
    for inputs: [Input], _ reference: Reference
  ) throws(CommandFault) -> [VoicePipeline] {
    let baselineF0 = reference.baseline?.stored.baseline.baselineF0
    var pipelines: [VoicePipeline] = []
    for input in inputs {
      let settings = try settings(of: input, baselineF0: baselineF0)
      if let assessor = reference.assessor, let profile = reference.profile ?? input.entry?.profile
      {
        pipelines.append(
          VoicePipeline(
            settings: settings, environment: .ofThisMachine, profile: profile, assessor: assessor))
      } else {
        pipelines.append(VoicePipeline(settings: settings, environment: .ofThisMachine))
      }
    }
    return pipelines
  }

  private func options(with reference: Reference) -> ResultsOptions {
    var options = ResultsOptions(
      layout: input.isOne || output != nil ? .pretty : .compact,
      naming: results.measureKeys ? .keys : .names, language: results.language.chosen,
      cells: results.table.cells)
    if let baseline = reference.baseline, let assessor = reference.assessor {
      options.change = { document, input in
        let profile = reference.profile ?? input.entry?.profile
        return baseline.change(
          of: document, device: profile?.deviceModel, minimums: assessor.minimums)
      }
    }
    return options
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
        isShown: !input.isOne && !measuring.messages.quiet && StandardStreams.errorIsTerminal),
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
          "name a folder, add --format csv or long for one .csv table, or redirect standard output "
          + "(> \(output))")
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
