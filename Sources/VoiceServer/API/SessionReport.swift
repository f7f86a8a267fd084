// The report of one session: the stored document with figures of the archived audio.

internal import BaselineService
internal import DSPCore
internal import JobRunner
internal import RecordStore
internal import VoicePipeline
internal import VoiceReport
internal import VoiceTypes
internal import WAVIngest

/// The inputs of a report.
private struct ReportSources {
  let document: [UInt8]
  let audio: [UInt8]?
  let comparison: [UInt8]?
  let header: ReportHeader?
  let baseline: BaselineRecord?
  let person: Person?

  /// Returns the cache key: a hash of all inputs.
  func key(in style: ReportStyle) -> String {
    let parts = [
      document, comparison ?? [], baseline?.content.fileBytes ?? [], person?.json.fileBytes ?? [],
      Array("\(header.debugDescription)".utf8),
      Array("\(style.language) \(style.theme) \(audio != nil)".utf8),
    ]
    return Fingerprint.sha256(of: Array(parts.map(Fingerprint.sha256).joined().utf8))
  }
}

private struct ReportStyle {
  let language: Language
  let theme: Theme
}

extension ServerContext {
  /// Returns the report of a session; `user` adds profile and baseline. For `HEAD` no page is
  /// generated.
  func report(
    of session: SessionID, of user: UserHash?, for call: APIRequest
  ) async throws -> APIResponse {
    try await heavily {
      let sources = try reportSources(of: session, of: user)
      guard call.method != .head else { return APIResponse(headOf: "text/html; charset=utf-8") }
      let style = ReportStyle(
        language: call.query["lang"].flatMap(Language.init) ?? .english,
        theme: call.query["theme"].flatMap(Theme.init) ?? .light)
      let key = sources.key(in: style)
      let page = try reports.page(key) ?? self.page(of: sources, in: style)
      reports.insert(page, as: key)
      return APIResponse(200, "text/html; charset=utf-8", Array(page.utf8)).with(
        "Content-Security-Policy", SecurityHeaders.policy(ofStyles: Self.styleHashes(page)))
    }
  }

  private func reportSources(of session: SessionID, of user: UserHash?) throws -> ReportSources {
    let opened = try store.existingSession(session)
    let document = try newestResults(in: opened)
    try disclose(.shown(session, part: "report"))
    guard let document else { throw APIFault(.notFound) }
    return ReportSources(
      document: document, audio: try opened?.read(.audio),
      comparison: try opened?.read(.comparison),
      header: Sidecar(stored: try opened?.read(.answers))?.notes.reportHeader,
      baseline: try user.flatMap { try store.baseline(for: $0) },
      person: try user.flatMap { try storedPerson(of: $0) })
  }

  private func page(of sources: ReportSources, in style: ReportStyle) throws -> String {
    guard let json = try? JSONValue.parse(sources.document),
      let document = try? ResultsDocument(json: json)
    else { throw APIFault(.notFound) }
    let baseline = sources.baseline.flatMap(BaselineVersion.init)?.stored.baseline
    let (drawings, summary) = figures(
      of: sources.audio, document, baselineF0: baseline?.baselineF0, style.language)
    var content = ReportContent(
      document: document, profile: sources.person?.profile, baseline: baseline,
      comparison: sources.comparison.flatMap { try? JSONValue.parse($0) }
        .flatMap { try? ComparisonDocument(json: $0) }, drawings: drawings, summary: summary)
    content.header = sources.header
    return ReportPage(of: content, language: style.language, theme: style.theme).html
  }

  private func figures(
    of audio: [UInt8]?, _ document: ResultsDocument, baselineF0: Hertz?, _ language: Language
  ) -> (drawings: [ReportContent.Drawing], summary: [Scene]) {
    guard let audio, document.refusal == nil else { return ([], []) }
    var settings = AnalysisSettings(preset: .clinical)
    settings.baselineF0 = baselineF0
    var workspace = AnalysisWorkspace(cores: 1)
    let examined = VoicePipeline(settings: settings, environment: environment).examine(
      .bytes(audio, name: document.recording.name), workspace: &workspace)
    let material = FigureInput(
      document: examined.document, signal: examined.signal, analysis: examined.analysis,
      for: Set(FigureKind.allCases), workspace: &workspace)
    let drawings = FigureKind.allCases.map {
      ReportContent.Drawing(kind: $0, scene: Figure.scene($0, of: material, language: language))
    }
    return (drawings, Figure.summary(of: material, language: language))
  }

  /// Returns the hashes of the inline styles of a page in Base64.
  static func styleHashes(_ page: String) -> [String] {
    page.components(between: "<style>", and: "</style>").map { style in
      SecurityHeaders.base64(sha256: Fingerprint.sha256(of: Array(style.utf8)))
    }
  }
}

extension String {
  /// Returns all substrings between two delimiters.
  fileprivate func components(between start: String, and end: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let first = rest.firstRange(of: start) {
      rest = rest[first.upperBound...]
      guard let last = rest.firstRange(of: end) else { break }
      found.append(String(rest[..<last.lowerBound]))
      rest = rest[last.upperBound...]
    }
    return found
  }
}
