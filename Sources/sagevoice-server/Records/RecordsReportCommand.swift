import ArgumentParser
import BaselineService
import CommandSupport
import DSPCore
import JobRunner
import RecordStore
import VoicePipeline
import VoiceReport
import VoiceTypes
import WAVIngest

struct RecordsReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "report", "Write the report page of a stored session.",
    """
    The page contains the recording, its reference limits, the baseline and the history of \
    the person. Figures need archived audio. The results are a measurement, not a diagnosis.
    """,
    examples: [
      "sagevoice records report --store store SESSION --output page.html",
      "sagevoice records report --store store --user anna -o page.pdf",
      "sagevoice records report --store store SESSION --compare EARLIER -o change.html",
    ])

  @OptionGroup var selection: AuditedStoreChoice
  @OptionGroup(title: HelpText.Title.comparison) var limits: LimitsChoice

  @Option(help: ArgumentHelp("The newest session of this person.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp("Compare with an earlier session of the person.", valueName: "session"),
    transform: OptionValue.session)
  var compare: SessionID?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File to write: .html or .pdf. Default: HTML on standard output.", valueName: "page.html"),
    completion: .file(extensions: ["html", "pdf"]))
  var output: String?

  @OptionGroup(title: HelpText.Title.page) var pageOptions: PageOptions

  @Argument(help: "ID of the session.", transform: OptionValue.session)
  var session: SessionID?

  func validate() throws {
    guard (session == nil) != (user == nil) else {
      throw ValidationError("Name either a SESSION or, with --user, a person.")
    }
    if let user { try PersonOption.check(user) }
    guard output.map({ PageForm(of: $0) != nil }) ?? true else {
      throw ValidationError("--output: expected a file that ends in .html or .pdf.")
    }
    guard compare == nil || pageOptions.head.header == nil else {
      throw ValidationError("--header has no effect with --compare.")
    }
    guard pageOptions.paper == nil || form == .pdf else {
      throw ValidationError("--paper takes effect with a PDF only.")
    }
  }

  private var form: PageForm { output.flatMap { PageForm(of: $0) } ?? .html }

  func run() throws {
    try perform {
      let store = try selection.openToDisclose()
      let pipelines = JobPipelines(environment: .ofThisMachine, assessor: try limits.assessor())
      let id = try chosen(in: store)
      let filed = try input(of: id, in: store, pipelines)
      let earlier = try compare.map { id in
        try input(of: Records.session(id, in: store).id, in: store, pipelines)
      }
      if let earlier, filed.profile == nil || earlier.profile?.userID != filed.profile?.userID {
        throw CommandFault(.refused, "--compare: the sessions are not of one person")
      }
      let (writer, name) = (pageOptions.writer, output ?? "the page")
      let page: [UInt8]
      if let earlier {
        page = try writer.bytes(
          comparing: ComparisonInput(of: earlier), ComparisonInput(of: filed), as: form, for: name)
      } else {
        var content = writer.content(of: filed, for: form)
        content.header = try pageOptions.headerEntries() ?? content.header
        page = try writer.bytes(of: content, as: form, for: name)
      }
      if let output {
        try CommandOutput.write(page, to: output, for: .ownerOnly)
      } else {
        try CommandOutput.write(page)
      }
      return .success
    }
  }

  /// Reads a session with its audio and records the reading.
  private func input(
    of id: SessionID, in store: RecordStore, _ pipelines: JobPipelines
  ) throws -> ReportInput {
    guard var filed = try ReportInput(of: id, in: store, by: pipelines) else {
      throw CommandFault(.cannotOpenInput, "the session \(id.text) has no results")
    }
    filed.sound = try store.existingSession(id)?.read(.audio)
    try store.disclose(.shown(id, part: "report"))
    if filed.history != nil, let person = filed.profile?.userID {
      try store.disclose(.people([store.userHash(of: person)], document: nil))
    }
    return filed
  }

  /// Returns the given session, or the newest one of the person.
  private func chosen(in store: RecordStore) throws -> SessionID {
    if let session { return try Records.session(session, in: store).id }
    guard let newest = try store.vowels(of: store.userHash(of: user ?? "")).newest?.session else {
      throw CommandFault(
        .cannotOpenInput, "--user: the store has no recording of this person with results")
    }
    return newest
  }
}

extension ComparisonInput {
  /// Creates the input of a stored recording, with figures if its audio is stored.
  fileprivate init(of filed: ReportInput) {
    guard let bytes = filed.sound, let pipeline = filed.pipeline else {
      self.init(filed.document, recordedAt: filed.recordedAt)
      return
    }
    var workspace = AnalysisWorkspace()
    self.init(
      measuring: .bytes(bytes, name: filed.document.recording.name), by: pipeline,
      for: filed.document, recordedAt: filed.recordedAt,
      sound: bytes.count <= Self.mostPlayerBytes ? bytes : nil, workspace: &workspace)
  }
}

extension PageWriter {
  func content(of filed: ReportInput, for form: PageForm) -> ReportContent {
    var sound = ReportFigures(filed.document)
    if let bytes = filed.sound, let pipeline = filed.pipeline {
      var workspace = AnalysisWorkspace()
      let name = filed.document.recording.name
      sound = ReportFigures(
        measuring: .bytes(bytes, name: name), by: pipeline, for: form, language,
        workspace: &workspace)
    }
    var content = sound.content(
      filed.document, profile: filed.profile, baseline: filed.baseline,
      comparison: filed.comparison)
    // A history needs two sessions.
    content.history = filed.history.flatMap { $0.sessions.count > 1 ? $0 : nil }
    (content.recordedAt, content.header) = (filed.recordedAt, filed.header)
    return content
  }
}
