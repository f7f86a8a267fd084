// The page itself: files that were put into the program when it was built, and the catalogue of its texts.

internal import EmbeddedFiles
internal import VoicePipeline
internal import VoiceReport
internal import VoiceTypes

/// Addresses of the page.
enum PageRoutes {
  static var all: [Route] { [home, staff, file, worker, texts] }

  private static let html = Payload(type: "text/html", schema: nil, description: "The page.")

  private static let home = Route(.get, "/", "home", "The page that leads through an onboarding.")
    .giving(200, html)
    .answering { call, _, _ throws(APIFault) in try answer("index.html", call) }

  private static let staff = Route(.get, "/staff", "staffPage", "The page of the clinic.")
    .giving(200, html)
    .answering { call, _, _ throws(APIFault) in try answer("staff.html", call) }

  private static let file = Route(
    .get, "/page/{file}", "pageFile", "A script or a style sheet of the page."
  )
  .reading("If-None-Match", .header, "The ETag of what the browser has.")
  .giving(200, Payload(type: "text/javascript", schema: nil, description: "The file.")).giving(304)
  .answering { call, _, _ throws(APIFault) in try answer(call.parameters["file"] ?? "", call) }

  private static let worker = Route(
    .get, "/worker.js", "worker", "The script by which the page opens while the server is away."
  )
  .reading("If-None-Match", .header, "The ETag of what the browser has.")
  .giving(200, Payload(type: "text/javascript", schema: nil, description: "The script."))
  .giving(304)
  .answering { call, _, _ in send(PageFile.worker, call) }

  private static let texts = Route(
    .get, "/texts/{language}", "texts", "The texts of the page: en or de."
  )
  .giving(
    200,
    .json(
      ["type": "object", "additionalProperties": ["type": "string"]], "A text for each key.")
  )
  .answering { call, _, _ throws(APIFault) in
    guard let language = call.parameters["language"].flatMap(Language.init) else {
      throw APIFault(.notFound)
    }
    return Reply(json: .object(catalogue(language)))
  }

  /// The texts of the page in a language, and what measures are called in its reports.
  static func catalogue(_ language: Language) -> [JSONValue.Member] {
    let texts = TextCatalogue.page.keys.map {
      JSONValue.Member($0, .string(TextCatalogue.page.text($0, language)))
    }
    return texts
      + Measure.allCases.map {
        JSONValue.Member("measure_\($0.rawValue)", .string(language.name(of: $0)))
      }
  }

  /// A file, unless the browser has it.
  private static func answer(_ name: String, _ call: Call) throws(APIFault) -> Reply {
    guard let file = PageFile.all[name] else { throw APIFault(.notFound) }
    return send(file, call)
  }

  private static func send(_ file: PageFile, _ call: Call) -> Reply {
    let reply =
      call.headers["if-none-match"] == file.tag
      ? Reply(empty: 304) : Reply(200, file.type, file.bytes)
    // Asked for anew each time, and sent only when it is another one: a page and its scripts are of one
    // version.
    return reply.with("ETag", file.tag).with("Cache-Control", "no-cache")
  }
}

/// A file of the page.
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

  /// The files by their names.
  static let all: [String: PageFile] = EmbeddedFiles.page.all.filter { $0.name != workerName }
    .reduce(into: [:]) { $0[$1.name] = PageFile($1.name, $1.bytes) }

  private static let workerName = "worker.js"

  /// The addresses of what the onboarding page is made of, without anything that is anybody's. That of the
  /// clinic works with the server or not at all.
  static let addresses =
    ["/"]
    + all.keys.filter { $0 != "index.html" && !$0.hasPrefix("staff") }.sorted()
    .map { "/page/\($0)" }
    + Language.allCases.map { "/texts/\($0.rawValue)" }

  /// Names the page as a whole: another one has another name.
  static let version = Fingerprint.sha256(
    of: Array(
      (all.sorted { $0.key < $1.key }.map(\.value.tag)
        + Language.allCases.map {
          JSONValue.object(PageRoutes.catalogue($0)).text(.compact)
        }).joined().utf8)
  ).prefix(32)

  /// The script of the page that works without a window. It begins with what it is to keep, so that
  /// a browser takes another version of the page for another script.
  static let worker = PageFile(
    workerName,
    Array(
      """
      const version = "\(version)";
      const addresses = \(JSONValue.array(addresses.map { .string($0) }).text(.compact));

      """.utf8) + EmbeddedFiles.page[workerName])
}
