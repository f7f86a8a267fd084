import ArgumentParser
import BaselineService
import VoicePipeline
import VoiceTypes
import WAVIngest

struct AnalyzeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Measure recordings and print a results document for each.",
    discussion: """
      One input gives one pretty-printed document; several, or --files-from, give one document \
      per line, in input order. Every input gets its document, also one that cannot be opened.
      """)

  @Argument(
    help: "WAV files; - is a WAV on standard input.", completion: .file(extensions: ["wav"]))
  var files: [String] = []

  @Option(help: "How much to measure.")
  var tier: Tier = .comprehensive

  @Option(help: "clinical, or praat for what Praat gives, number by number.")
  var preset: Preset = .clinical

  @Option(help: "json, csv or text.")
  var format: OutputFormat = .json

  @Flag(help: "In a text report the keys of the document in place of names.")
  var keys = false

  @Option(
    help: """
      What becomes of numbers that the signal does not support: they are taken back, stay and carry \
      their reasons, or nobody asks; the preset's choice unless given.
      """)
  var gates: Gates?

  @Option(
    help: ArgumentHelp("Pitch floor and ceiling in hertz.", valueName: "low:high"),
    takes: OptionValue.pitchRange)
  var pitchRange: PitchRange?

  @Option(help: "Raw autocorrelation or raw cross-correlation.")
  var pitchMethod: PitchMethod = .autocorrelation

  @Option(help: "The Praat version whose numbers are wanted: 6.1, 6.3, 6.4 or 7.0.")
  var praatVersion: PraatVersion?

  @Option(help: "Measure the steady stretch or the whole file; the preset's choice unless given.")
  var segment: SegmentRule?

  @Option(
    help: "The channel to measure, of files that have several: its number, left or right.",
    takes: OptionValue.channel)
  var channel = 1

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
    help: ArgumentHelp(
      "The person's baseline, whose F0 decides where a recording leaves the octave open.",
      valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Option(help: "A file with one input path per line; - is standard input.")
  var filesFrom: String?

  @Option(
    help: "Cores to use, for several recordings or one; all of them unless given.",
    takes: Jobs.number)
  var jobs: Int?

  @Option(help: "Write one file per input into this folder instead of standard output.")
  var output: String?

  @Flag(help: "No messages on standard error.")
  var quiet = false

  func validate() throws {
    guard !files.isEmpty || filesFrom != nil else {
      throw ValidationError("Name at least one FILE, or a list with --files-from.")
    }
    let readers = files + [filesFrom, profile, baseline].compactMap { $0 }
    guard readers.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("Standard input can be read only once.")
    }
    guard !keys || format == .text else {
      throw ValidationError("--keys takes effect with --format text only; others have keys anyway.")
    }
    guard limits == nil || profile != nil else {
      throw ValidationError("--limits takes effect with --profile only: limits are for a person.")
    }
    guard measures == nil || tier == .comprehensive else {
      throw ValidationError(
        "--measures chooses from the comprehensive tier; the quick one is fixed.")
    }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let paths = try inputPaths()
      let batch = Batch(
        sources: paths.map(AudioSource.init(argument:)), pipeline: try makePipeline(),
        jobs: Jobs.count(jobs))
      let sink = try makeSink(for: paths)
      sink.begin()
      await batch.run {
        sink.take($0, Delivery($1, format, layout(for: paths), naming: keys ? .keys : .names))
      }
      sink.end()
      if Interruption.isRequested { sink.record(.interrupted) }
      return sink.status
    }
  }

  private var verbosity: Verbosity { quiet ? .quiet : .usual }

  private var settings: AnalysisSettings {
    var settings = AnalysisSettings(preset: preset, tier: tier)
    settings.givenGates = gates
    settings.givenPitchRange = pitchRange
    settings.pitchMethod = pitchMethod
    settings.givenPraatVersion = praatVersion
    settings.givenSegment = segment
    settings.givenMeasures = measures?.measures
    settings.includesContours = contours
    settings.channel = channel
    return settings
  }

  /// The named files and those of the list, in this order.
  private func inputPaths() throws(CommandFault) -> [String] {
    guard let filesFrom else { return files }
    do {
      return files + (try FileList.paths(from: filesFrom))
    } catch {
      throw CommandFault(
        status: .cannotOpenInput,
        messages: ["--files-from \(filesFrom): \(error.refusal.message); name a list of paths"])
    }
  }

  /// The pipeline for the person whose profile is named, or for nobody in particular; a profile
  /// or limits that cannot be used end the command.
  private func makePipeline() throws(CommandFault) -> VoicePipeline {
    var settings = settings
    settings.usualF0 = try usualF0()
    guard let profile else { return VoicePipeline(settings: settings, environment: .system) }
    return VoicePipeline(
      settings: settings, environment: .system,
      profile: try ProfileFile.read(from: profile, verbosity),
      assessor: try LimitsFile.assessor(from: limits))
  }

  /// The F0 of the baseline that is named; nil where none is, or where it has no F0.
  private func usualF0() throws(CommandFault) -> Hertz? {
    guard let baseline else { return nil }
    return try BaselineFile(at: baseline, for: "--baseline").stored.baseline.usualF0
  }

  private func isBatch(_ paths: [String]) -> Bool { paths.count > 1 || filesFrom != nil }

  private func layout(for paths: [String]) -> JSONLayout {
    isBatch(paths) && output == nil ? .compact : .pretty
  }

  /// What is held against a profile or a baseline tells of a person.
  private var readers: OutputReaders {
    profile != nil || baseline != nil ? .ownerAlone : .asSystemSays
  }

  private func makeSink(for paths: [String]) throws(CommandFault) -> DocumentSink {
    var files: DocumentSink.Files?
    if let output {
      do {
        let suffix = ".\(tier.rawValue).\(format.fileExtension)"
        files = DocumentSink.Files(
          folder: try OutputFolder(creating: output, for: readers),
          names: OutputFolder.names(for: paths, suffix: suffix))
      } catch {
        throw CommandFault(status: error.status, messages: [error.message])
      }
    }
    return DocumentSink(
      header: format.header, into: files,
      progress: ProgressBar(
        total: paths.count, isShown: isBatch(paths) && !quiet && StandardStreams.errorIsTerminal),
      verbosity)
  }
}
