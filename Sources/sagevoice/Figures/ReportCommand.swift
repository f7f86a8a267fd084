import ArgumentParser
import BaselineService
import CommandSupport
import DSPCore
import VoicePipeline
import VoiceReport
import VoiceTypes
import WAVIngest

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write one page about a recording, for a person to read or hand on.",
    discussion: """
      One page without scripts and without anything remote: the recording and its quality, the signal \
      type with its evidence, the measures beside the limits for the person of --profile and beside what \
      is usual for the person of --baseline, figures, what could not be measured and why. A measurement, \
      not a diagnosis.

      A page that ends in .pdf is made by rsvg-convert (Debian's librsvg2-bin, with fonts-dejavu-core): \
      one sheet of A4 or Letter for a usual recording. HTML needs no other program, and browsers print it.

      Several inputs and a folder give a page each. Several documents of one person and one page give \
      their history, and the newest of them in detail.

      An input that ends in .json is a results document of one recording: its page has no figures, and \
      the options that rule a measurement take no effect.
      """)

  @Argument(
    help: "WAV files, or results documents as analyze writes them; - is a WAV on standard input.",
    completion: .file(extensions: ["wav", "json"]))
  var files: [String]

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
    help: ArgumentHelp(
      """
      Write to this file, .html or .pdf, or a page for each input into this folder, its owner's alone; \
      HTML to standard output unless given.
      """, valueName: "page.html|folder/"),
    completion: .file(extensions: ["html", "pdf"]))
  var output: String?

  @Option(help: "The form of the pages in a folder, html or pdf; html unless given.")
  var format: PageForm?

  @OptionGroup var look: PageOptions

  @OptionGroup var measuring: MeasuringOptions

  func validate() throws {
    guard limits == nil || profile != nil else {
      throw ValidationError("--limits takes effect with --profile only: limits are for a person.")
    }
    guard files.count(where: { $0 == "-" }) + (profile == "-" ? 1 : 0) < 2 else {
      throw ValidationError("Standard input can be read only once.")
    }
    let target = try ReportTarget(output)
    let form = form(of: target)
    if case .folder = target {
    } else {
      guard format == nil else {
        throw ValidationError("--format takes effect with a folder; a file says it by its ending.")
      }
      guard files.count == 1 || files.allSatisfy(Self.isDocument) else {
        throw ValidationError(
          "One page of several inputs is of documents of one person; for a page each, name a folder "
            + "with --output.")
      }
    }
    guard look.paper == nil || form == .pdf else {
      throw ValidationError("--paper takes effect with a PDF only.")
    }
  }

  private static func isDocument(_ file: String) -> Bool { file.lowercased().hasSuffix(".json") }

  private func form(of target: ReportTarget) -> PageForm {
    switch target {
    case .standardOutput: .html
    case .file(_, let form): form
    case .folder: format ?? .html
    }
  }

  func run() async throws {
    let target = try ReportTarget(output)
    let form = form(of: target)
    try await performOnRecordings { () async throws(CommandFault) in
      let told = try profile.map { name throws(CommandFault) in
        try ProfileFile.read(from: name, measuring.quiet ? .quiet : .usual)
      }
      let assessor = try told.map { _ throws(CommandFault) in
        try LimitsFile.assessor(from: limits)
      }
      var maker = PageMaker(
        told: told, assessor: assessor,
        baseline: try measuring.baselineFile()?.stored.baseline, measuring: measuring,
        writer: look.writer, form: form)
      switch target {
      case .folder(let folder): return try maker.write(files, into: folder)
      case .file(let path, _):
        let content = try maker.content(of: files)
        try CommandOutput.write(
          try look.writer.bytes(of: content, as: form, for: path), to: path, for: .ownerOnly)
        return ExitStatus(of: content.document)
      case .standardOutput:
        let content = try maker.content(of: files)
        try CommandOutput.write(
          try look.writer.bytes(of: content, as: form, for: "the page"))
        return ExitStatus(of: content.document)
      }
    }
  }
}

/// Analyses inputs and writes their reports.
private struct PageMaker: ~Copyable {
  let told: UserProfile?
  let assessor: Assessor?
  let baseline: VocalBaseline?
  let measuring: MeasuringOptions
  let writer: PageWriter
  let form: PageForm
  private var workspace: AnalysisWorkspace

  init(
    told: UserProfile?, assessor: Assessor?, baseline: VocalBaseline?,
    measuring: MeasuringOptions, writer: PageWriter, form: PageForm
  ) {
    (self.told, self.assessor, self.baseline) = (told, assessor, baseline)
    (self.measuring, self.writer, self.form) = (measuring, writer, form)
    workspace = AnalysisWorkspace(cores: Jobs.count(measuring.jobs))
  }

  /// Writes one page per input. An unreadable input does not stop the others.
  mutating func write(
    _ files: [String], into folder: String
  ) throws(CommandFault) -> ExitStatus {
    let names = OutputFolder.names(
      for: files.map { $0.lowercased().hasSuffix(".json") ? String($0.dropLast(5)) : $0 },
      suffix: ".\(form.rawValue)")
    var status = ExitStatus.success
    for (file, name) in zip(files, names) {
      if Interruption.isRequested { return .interrupted }
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      do {
        let content = try content(of: [file])
        try CommandOutput.write(
          try writer.bytes(of: content, as: form, for: path), to: path, for: .ownerOnly)
        status = status.orWorse(ExitStatus(of: content.document))
      } catch {
        guard error.status == .refused || error.status == .cannotOpenInput else { throw error }
        if !measuring.quiet { error.messages.forEach(StandardStreams.note) }
        status = status.orWorse(error.status)
      }
    }
    return status
  }

  /// Returns the content of one page: a single input, or documents of one person with their
  /// history.
  mutating func content(of files: [String]) throws(CommandFault) -> ReportContent {
    guard files.count > 1 else { return try content(of: files.first ?? "-") }
    var documents: [ResultsDocument] = []
    for file in files { documents.append(assessed(try DocumentFile.read(file))) }
    let sorted = VoiceHistory.sorted(documents)
    guard let newest = sorted.last else { return try content(of: "-") }
    measuring.note(newest)
    var content = ReportFigures(newest).content(newest, profile: told, baseline: baseline)
    content.history = VoiceHistory(of: documents, baseline: baseline)
    content.historyTimes = .ofAnalysis
    return content
  }

  private mutating func content(of file: String) throws(CommandFault) -> ReportContent {
    let sound: ReportFigures
    if file.lowercased().hasSuffix(".json") {
      sound = ReportFigures(try DocumentFile.read(file))
    } else {
      let settings = try measuring.settings(of: file, baselineF0: baseline?.baselineF0)
      sound = ReportFigures(
        measuring: AudioSource(argument: file),
        by: VoicePipeline(settings: settings, environment: .ofThisMachine), for: form,
        writer.language,
        workspace: &workspace)
    }
    let document = assessed(sound.document)
    measuring.note(document)
    return sound.content(document, profile: told, baseline: baseline)
  }

  private func assessed(_ document: ResultsDocument) -> ResultsDocument {
    guard let told, let assessor else { return document }
    return VoicePipeline.assessed(document, for: told, by: assessor)
  }
}
