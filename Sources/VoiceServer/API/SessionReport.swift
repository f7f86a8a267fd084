// The page about one recording: the stored document with the figures of the kept sound.

internal import BaselineService
internal import DSPCore
internal import JobRunner
internal import RecordStore
internal import VoicePipeline
internal import VoiceReport
internal import VoiceTypes
internal import WAVIngest

extension Desk {
  /// The report of a session, as one of a person's where it is known whose it is.
  func report(
    of session: SessionID, of user: UserHash?, _ query: [String: String]
  ) throws(APIFault) -> Reply {
    let store = store
    let (bytes, audio, kept) = try stored {
      () throws(StoreError) -> ([UInt8]?, [UInt8]?, KeptBaseline?) in
      let opened = try store.existingSession(session)
      var bytes = try opened?.read(.computed)
      if bytes == nil { bytes = try opened?.read(.quick) }
      try store.disclose(.shown(session, part: "report"))
      return (bytes, try opened?.read(.audio), try keptBaseline(of: user))
    }
    guard let bytes, let json = try? JSONValue.parse(bytes),
      let document = try? ResultsDocument(json: json)
    else { throw APIFault(.notFound) }
    let baseline = kept.flatMap(BaselineVersion.init)?.stored.baseline
    let language = query["lang"].flatMap(Language.init) ?? .english
    let content = ReportContent(
      document: document, profile: try profile(of: user), baseline: baseline,
      drawings: drawings(of: audio, document, usualF0: baseline?.usualF0, language))
    let page = ReportPage(
      of: content, language: language, theme: query["theme"].flatMap(Theme.init) ?? .light)
    var reply = Reply(200, "text/html; charset=utf-8", Array(page.html.utf8))
    reply.headers.append(
      ("Content-Security-Policy", SecurityHeaders.policy(ofStyles: Self.styleHashes(page.html))))
    return reply
  }

  private func keptBaseline(of user: UserHash?) throws(StoreError) -> KeptBaseline? {
    guard let user else { return nil }
    return try store.baseline(for: user)
  }

  private func profile(of user: UserHash?) throws(APIFault) -> UserProfile? {
    guard let user else { return nil }
    return try told(by: user)?.profile
  }

  private func drawings(
    of audio: [UInt8]?, _ document: ResultsDocument, usualF0: Hertz?, _ language: Language
  ) -> [ReportContent.Drawing] {
    guard let audio, document.refusal == nil else { return [] }
    var settings = AnalysisSettings(preset: .clinical)
    settings.usualF0 = usualF0
    var workspace = AnalysisWorkspace(cores: 1)
    let examined = VoicePipeline(settings: settings, environment: environment).examine(
      .bytes(audio, name: document.recording.name), workspace: &workspace)
    let material = FigureMaterial(
      document: examined.document, signal: examined.signal, analysis: examined.analysis,
      for: Set(FigureKind.allCases), workspace: &workspace)
    return FigureKind.allCases.map {
      ReportContent.Drawing(kind: $0, scene: Figure.scene($0, of: material, language: language))
    }
  }

  /// The hashes of the styles that stand in a page, as a policy names them.
  static func styleHashes(_ page: String) -> [String] {
    page.components(between: "<style>", and: "</style>").map { style in
      SecurityHeaders.base64(sha256: Fingerprint.sha256(of: Array(style.utf8)))
    }
  }
}

extension String {
  /// What stands between two texts, each time.
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
