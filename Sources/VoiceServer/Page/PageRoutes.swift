internal import EmbeddedFiles
internal import VoicePipeline
internal import VoiceTypes

/// The routes of the web pages, their files and texts.
enum PageRoutes {
  static var all: [Route] { [home, staff, file, worker, texts] }

  private static let html = Payload(type: "text/html", schema: nil, description: "HTML page.")

  private static let home = Route(.get, "/", "home", "Returns the onboarding page.")
    .giving(200, html)
    .answering { call, _, _ throws(APIFault) in try answer("index.html", call) }

  private static let staff = Route(.get, "/staff", "staffPage", "Returns the staff page.")
    .giving(200, html)
    .answering { call, _, _ throws(APIFault) in try answer("staff.html", call) }

  private static let file = Route(
    .get, "/page/{file}", "pageFile", "Returns a script or style sheet."
  )
  .reading("If-None-Match", .header, "ETag of the cached copy.")
  .giving(200, Payload(type: "text/javascript", schema: nil, description: "File contents.")).giving(
    304
  )
  .answering { call, _, _ throws(APIFault) in try answer(call.parameters["file"] ?? "", call) }

  private static let worker = Route(
    .get, "/worker.js", "worker", "Returns the service worker, which opens the page offline."
  )
  .reading("If-None-Match", .header, "ETag of the cached copy.")
  .giving(200, Payload(type: "text/javascript", schema: nil, description: "Script."))
  .giving(304)
  .answering { call, _, _ in send(PageFile.worker, call) }

  private static let texts = Route(
    .get, "/texts/{language}", "texts", "Returns the page texts in en or de."
  )
  .giving(
    200,
    .json(
      ["type": "object", "additionalProperties": ["type": "string"]], "Texts by key.")
  )
  .answering { call, _, _ throws(APIFault) in
    guard let language = call.parameters["language"].flatMap(Language.init) else {
      throw APIFault(.notFound)
    }
    return APIResponse(json: .object(catalogue(language)))
  }

  /// Returns the page texts in a language.
  static func catalogue(_ language: Language) -> [JSONValue.Member] {
    TextCatalogue.page.keys.map {
      JSONValue.Member($0, .string(TextCatalogue.page.text($0, language)))
    }
  }

  /// Returns a file, or 304 when the ETag matches.
  private static func answer(_ name: String, _ call: APIRequest) throws(APIFault) -> APIResponse {
    guard let file = PageFile.all[name] else { throw APIFault(.notFound) }
    return send(file, call)
  }

  private static func send(_ file: PageFile, _ call: APIRequest) -> APIResponse {
    let reply =
      call.headers["if-none-match"] == file.tag
      ? APIResponse(empty: 304) : APIResponse(200, file.type, file.bytes)
    // `no-cache` revalidates each time, so that a page and its scripts have one version.
    return reply.with("ETag", file.tag).with("Cache-Control", "no-cache")
  }
}

/// An embedded file of the web pages.
struct PageFile: Sendable {
  let type: String
  let bytes: [UInt8]
  let tag: String

  private init(_ name: String, _ bytes: [UInt8]) {
    let types = [
      "html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml",
    ]
    let ending = name.split(separator: ".").last.map(String.init) ?? ""
    type = (types[ending] ?? "application/octet-stream") + "; charset=utf-8"
    self.bytes = bytes
    tag = "\"\(Fingerprint.sha256(of: bytes).prefix(32))\""
  }

  /// The files by name, without the service worker.
  static let all: [String: PageFile] = EmbeddedFiles.page.all.filter { $0.name != workerName }
    .reduce(into: [:]) { $0[$1.name] = PageFile($1.name, $1.bytes) }

  private static let workerName = "worker.js"

  /// The paths that the service worker caches: the onboarding page without personal data. The staff
  /// page needs the server.
  static let addresses =
    ["/"]
    + all.keys.filter { $0 != "index.html" && !$0.hasPrefix("staff") }.sorted()
    .map { "/page/\($0)" }
    + Language.allCases.map { "/texts/\($0.rawValue)" }

  /// The version of the page: a hash over all files and texts.
  static let version = Fingerprint.sha256(
    of: Array(
      (all.sorted { $0.key < $1.key }.map(\.value.tag)
        + Language.allCases.map {
          JSONValue.object(PageRoutes.catalogue($0)).text(.compact)
        }).joined().utf8)
  ).prefix(32)

  /// The service worker script. Version and paths precede it, so that browsers detect a new page
  /// version as a new script.
  static let worker = PageFile(
    workerName,
    Array(
      """
      const version = "\(version)";
      const addresses = \(JSONValue.array(addresses.map { .string($0) }).text(.compact));

      """.utf8) + EmbeddedFiles.page[workerName])
}
