// Lists that are longer than anybody wants at once: so many rows, and the place where the next ones begin.

internal import VoiceTypes

/// Which part of a list is asked for.
struct ListPart: Sendable {
  /// The most rows of one answer [E].
  private static let mostRows = 100
  private static let usualRows = 50

  /// The place behind which it begins; nil for the beginning.
  let after: String?

  /// The most rows.
  let limit: Int

  /// What a request says.
  init(_ call: Call) throws(APIFault) {
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

  /// An answer with rows.
  static func json(_ name: String, _ rows: [JSONValue], next: String?) -> JSONValue {
    .object([.init(name, .array(rows)), .init("next", .optional(next))])
  }

  /// What may stand in such an answer, as JSON Schema.
  static func schema(_ name: String, of row: JSONValue) -> JSONValue {
    [
      "type": "object", "required": [.string(name), "next"],
      "properties": .object([
        .init(name, ["type": "array", "items": row]), .init("next", ["type": ["string", "null"]]),
      ]),
    ]
  }
}

extension Route {
  /// The values of the query that choose a part of a list.
  func listing() -> Route {
    reading("after", .query, "The `next` of the answer before; nothing for the beginning.")
      .reading(
        "limit", .query, "The most rows, 50 unless told.",
        ["type": "integer", "minimum": 1, "maximum": 100]
      )
      .failing(.unknownValue)
  }
}

extension Call {
  /// A value of the query by its words; nil where nothing was said.
  func choice<Choice: RawRepresentable<String>>(
    _ name: String, _ type: Choice.Type = Choice.self
  ) throws(APIFault) -> Choice? {
    guard let text = query[name] else { return nil }
    guard let choice = Choice(rawValue: text) else { throw APIFault(.unknownValue, detail: name) }
    return choice
  }

  /// A member of what was sent that is a text; nil where none was.
  static func text(
    _ name: String, in json: JSONValue, atMost bytes: Int
  ) throws(APIFault) -> String? {
    switch json[name] {
    case nil, .null?: return nil
    case .string(let text)? where text.utf8.count <= bytes: return text
    default: throw APIFault(.unknownValue, detail: name)
    }
  }
}

extension JSONValue {
  /// Words of a choice, as JSON Schema.
  static func words<Choice: RawRepresentable<String> & CaseIterable>(
    of type: Choice.Type
  ) -> JSONValue {
    ["enum": .array(type.allCases.map { .string($0.rawValue) })]
  }
}
