internal import VoiceTypes

/// A page request of a list: cursor and page size.
struct ListPage: Sendable {
  /// The maximum number of rows in one response [E].
  private static let mostRows = 100
  private static let usualRows = 50

  /// The cursor after which the page starts; nil for the first page.
  let after: String?

  /// The page size in rows.
  let limit: Int

  /// Parses `after` and `limit` of a request.
  init(_ call: APIRequest) throws {
    after = call.query["after"]
    guard let text = call.query["limit"] else {
      limit = Self.usualRows
      return
    }
    guard let number = Int(text), (1...Self.mostRows).contains(number) else {
      throw APIFault(.unknownValue, detail: "limit")
    }
    limit = number
  }

  static func json(_ name: String, _ rows: [JSONValue], next: String?) -> JSONValue {
    .object([.init(name, .array(rows)), .init("next", .optional(next))])
  }

  static func schema(_ name: String, of row: JSONValue) -> JSONValue {
    .record([.init(name, .list(of: row)), .init("next", .textOrNull)])
  }
}

extension Route {
  /// Adds the query parameters `after` and `limit`.
  func listing() -> Route {
    reading("after", .query, "Cursor: `next` of the previous page. Absent for the first page.")
      .reading(
        "limit", .query, "Maximum number of rows. Default: 50.",
        ["type": "integer", "minimum": 1, "maximum": 100]
      )
      .failing(.unknownValue)
  }
}

extension APIRequest {
  /// Returns a query parameter as an enum value; nil when absent.
  /// - Throws: `.unknownValue` for any other text.
  func choice<Choice: RawRepresentable<String>>(
    _ name: String, _ type: Choice.Type = Choice.self
  ) throws -> Choice? {
    guard let text = query[name] else { return nil }
    guard let choice = Choice(rawValue: text) else { throw APIFault(.unknownValue, detail: name) }
    return choice
  }

  /// Returns a text member of a JSON body of at most `bytes` UTF-8 bytes; nil when absent or null.
  static func text(_ name: String, in json: JSONValue, atMost bytes: Int) throws -> String? {
    switch json[name] {
    case nil, .null?: return nil
    case .string(let text)? where text.utf8.count <= bytes: return text
    default: throw APIFault(.unknownValue, detail: name)
    }
  }
}
