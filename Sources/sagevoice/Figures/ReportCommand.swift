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
    abstract: "Write a report page with measures, limits and figures.",
    discussion: HelpText.discussion(
      """
      The report contains recording quality, signal type, measures, the comparison with the \
      limits of --profile and with --baseline, figures, and measures without a value. The \
      results are a measurement, not a diagnosis.

      An input that ends in .json is a results document of `analyze`. The page of a document has \
      no figures. Several documents of one person give a page with the history of the person. A \
      PDF needs Chromium (Debian package chromium or chromium-headless-shell), or the browser \
      that SAGEVOICE_CHROMIUM names.
      """,
      examples: [
        "sagevoice report vowel.wav --output page.html",
        "sagevoice report --profile person.json vowel.wav -o page.pdf",
        "sagevoice report *.wav --format pdf --output pages/",
        "sagevoice report --compare before.wav after.wav -o change.html",
      ]))

  @Argument(
    help: """
      WAV files or results documents (JSON); - is a WAV on standard input.
      """, completion: .file(extensions: ["wav", "json"]))
  var files: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      File to write (.html or .pdf), or a folder for one page per input. Default: HTML on \
      standard output.
      """, valueName: "page.html|folder/"), completion: .file(extensions: ["html", "pdf"]))
  var output: String?

  @Option(name: .shortAndLong, help: "Format of the pages in a folder. Default: html.")
  var format: PageForm?

  @Flag(
    help: """
      Compare two recordings of one person, before and after, on one page.
      """)
  var compare = false

  @OptionGroup(title: HelpText.Title.comparison) var person: ProfileOptions

  @OptionGroup(title: HelpText.Title.page) var pageOptions: PageOptions

  @OptionGroup var measuring: MeasuringOptions

  private var profile: String? { person.profile }

  private var limits: String? { person.limits }

  func validate() throws {
    guard limits == nil || profile != nil else {
      throw ValidationError("--limits takes effect with --profile only.")
    }
    try OptionFile.requireOneStandardInput(files + [profile, limits, measuring.baseline])
    let target = try ReportTarget(output)
    let form = form(of: target)
    guard !compare || pageOptions.head.header == nil else {
      throw ValidationError("--header has no effect with --compare.")
    }
    guard !compare || files.count == 2 else {
      throw ValidationError("--compare needs two recordings or documents: before and after.")
    }
    if case .folder = target {
      guard !compare else {
        throw ValidationError("--compare writes one page: give --output FILE.")
      }
    } else {
      guard format == nil else {
        throw ValidationError(
          "--format takes effect with a folder only; for a file the extension decides.")
      }
      guard compare || files.count == 1 || files.allSatisfy(Self.isDocument) else {
        throw ValidationError(
          "Several recordings need a folder: give --output FOLDER/. One page of several inputs needs "
            + "documents of one person.")
      }
    }
    guard pageOptions.paper == nil || form == .pdf else {
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
      let person = try profile.flatMap { name throws(CommandFault) in
        try ProfileFile.readForReference(from: name, measuring.messages.verbosity)
      }
      let baseline = try measuring.baselineFile()
      let assessor =
        person == nil && baseline == nil ? nil : try LimitsFile.assessor(from: limits)
      var maker = PageMaker(
        header: try pageOptions.headerEntries(), person: person, assessor: assessor,
        baseline: baseline, measuring: measuring,
        writer: pageOptions.writer, form: form)
      switch target {
      case .folder(let folder): return try maker.write(files, into: folder)
      case .file(let path, _):
        let (page, status) = try maker.page(of: files, for: path, comparing: compare)
        try CommandOutput.write(page, to: path, for: .ownerOnly)
        return status
      case .standardOutput:
        let (page, status) = try maker.page(of: files, for: "the page", comparing: compare)
        try CommandOutput.write(page)
        return status
      }
    }
  }
}

extension ExitStatus {
  /// Maps a report to a status. A refused comparison counts, as in `baseline compare`.
  fileprivate init(of content: ReportContent) {
    self = ExitStatus(of: content.document).orWorse(content.change.isRefused ? .refused : .success)
  }
}

/// Analyses inputs and writes their reports.
private struct PageMaker: ~Copyable {
  let header: ReportHeader?
  let person: UserProfile?
  let assessor: Assessor?
  let baseline: BaselineFile?
  let measuring: MeasuringOptions
  let writer: PageWriter
  let form: PageForm
  private var workspace: AnalysisWorkspace

  init(
    header: ReportHeader?, person: UserProfile?, assessor: Assessor?, baseline: BaselineFile?,
    measuring: MeasuringOptions, writer: PageWriter, form: PageForm
  ) {
    self.header = header
    (self.person, self.assessor, self.baseline) = (person, assessor, baseline)
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
        status = status.orWorse(ExitStatus(of: content))
      } catch {
        guard error.status == .refused || error.status == .cannotOpenInput else { throw error }
        if !measuring.messages.quiet { error.messages.forEach(StandardStreams.note) }
        status = status.orWorse(error.status)
      }
    }
    return status
  }

  /// Returns one page and its exit status.
  /// - Parameter name: The page name in error messages.
  mutating func page(
    of files: [String], for name: String, comparing: Bool
  ) throws(CommandFault) -> ([UInt8], ExitStatus) {
    guard comparing else {
      let content = try content(of: files)
      return (try writer.bytes(of: content, as: form, for: name), ExitStatus(of: content))
    }
    let (before, after) = (try compared(files[0]), try compared(files[1]))
    let status = ExitStatus(of: before.document).orWorse(ExitStatus(of: after.document))
    return (try writer.bytes(comparing: before, after, as: form, for: name), status)
  }

  private mutating func compared(_ file: String) throws(CommandFault) -> ComparisonInput {
    if file.lowercased().hasSuffix(".json") {
      let document = try DocumentFile.read(file)
      measuring.note(document)
      return ComparisonInput(document)
    }
    let settings = try measuring.settings(
      of: file, baselineF0: baseline?.stored.baseline.baselineF0)
    let input = ComparisonInput(
      measuring: AudioSource(argument: file),
      by: VoicePipeline(settings: settings, environment: .ofThisMachine),
      sound: file == "-"
        ? nil : try? InputBytes.read(path: file, limit: ComparisonInput.mostPlayerBytes),
      workspace: &workspace)
    measuring.note(input.document)
    return input
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
    var content = content(newest, with: ReportFigures(newest))
    content.history = VoiceHistory(of: documents, baseline: baseline?.stored.baseline)
    content.historyTimes = .ofAnalysis
    return content
  }

  private mutating func content(of file: String) throws(CommandFault) -> ReportContent {
    let sound: ReportFigures
    if file.lowercased().hasSuffix(".json") {
      sound = ReportFigures(try DocumentFile.read(file))
    } else {
      let settings = try measuring.settings(
        of: file, baselineF0: baseline?.stored.baseline.baselineF0)
      sound = ReportFigures(
        measuring: AudioSource(argument: file),
        by: VoicePipeline(settings: settings, environment: .ofThisMachine), for: form,
        writer.language,
        workspace: &workspace)
    }
    let document = assessed(sound.document)
    measuring.note(document)
    return content(document, with: sound)
  }

  private func content(
    _ document: ResultsDocument, with figures: ReportFigures
  ) -> ReportContent {
    var content = figures.content(
      document, profile: person, baseline: baseline?.stored.baseline)
    content.header = header
    if let baseline, let assessor {
      content.change = baseline.change(
        of: document, device: person?.deviceModel, minimums: assessor.minimums)
    }
    return content
  }

  private func assessed(_ document: ResultsDocument) -> ResultsDocument {
    guard let person, let assessor else { return document }
    return VoicePipeline.assessed(document, for: person, by: assessor)
  }
}
