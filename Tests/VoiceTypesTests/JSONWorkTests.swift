// The work of the JSON reader is linear in its input. Each input has a size at which quadratic work takes
// minutes to hours; `within` ends a test that would wait for it.

import TestSupport
import Testing
import VoiceTypes

@Suite struct JSONWorkTests {
  /// Seconds after which a linear reading, one second without optimization, counts as a hang.
  private static let guardSeconds = 60.0

  private static func numbered(_ count: Int) -> [JSONValue.Member] {
    (0..<count).map { .init("member\($0)", .int($0)) }
  }

  /// Texts of the same letter and the same eight combining marks, of eight classes: all canonically equal.
  private static func equalToReaders(_ count: Int) -> [String] {
    let marks: [Unicode.Scalar] = [
      "\u{334}", "\u{93C}", "\u{5B0}", "\u{327}", "\u{316}", "\u{300}", "\u{315}", "\u{345}",
    ]
    return (0..<count).map { number in
      var (text, left, rest) = ("a", number, marks)
      while !rest.isEmpty {
        text.unicodeScalars.append(rest.remove(at: left % rest.count))
        left /= rest.count + 1
      }
      return text
    }
  }

  @Test func `canonically equivalent keys stay distinct`() throws {
    let keys = Self.equalToReaders(20_000)
    let bytes = Array(JSONValue.object(keys.map { .init($0, .null) }).text(.compact).utf8)

    let read = try within(seconds: Self.guardSeconds) { try JSONValue.parse(bytes) }

    #expect(Set(keys).count == 1)
    #expect(read.keys.count == keys.count)
    #expect(zip(read.keys, keys).allSatisfy { $0.utf8.elementsEqual($1.utf8) })
  }

  @Test func `a duplicate key among many is refused`() throws {
    let twice = Self.numbered(40) + [.init("member17", .null)]

    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: JSONValue.object(twice).text(.compact))
    }

    #expect(error.problem.contains(#"the key "member17" occurs twice"#))
  }

  @Test func `an object of a hundred thousand members is read into a map`() throws {
    let json = JSONValue.object(Self.numbered(100_000))

    let map = try within(seconds: Self.guardSeconds) {
      try JSONCoder<[String: Int]>.map(of: .count).read(json, at: "map")
    }

    #expect(map.count == 100_000 && map["member99999"] == 99_999)
  }

  @Test func `objects of a hundred thousand members are compared in any order`() throws {
    let members = Self.numbered(100_000)
    let (json, reversed) = (JSONValue.object(members), JSONValue.object(members.reversed()))

    let isSame = try within(seconds: Self.guardSeconds) { json.isSame(as: reversed) }

    #expect(isSame)
    #expect(!json.isSame(as: .object(Self.numbered(99_999) + [.init("member99999", 0)])))
  }

  @Test func `a member is found next to a key of half a million combining marks`() throws {
    var key = "a"
    for number in 0..<500_000 { key.unicodeScalars.append(number % 2 == 0 ? "\u{300}" : "\u{316}") }
    let json = JSONValue.object([.init(key, 1), .init("age", 2)])

    let found = try within(seconds: Self.guardSeconds) { json["age"] }

    #expect(found == 2)
  }

  @Test(arguments: [("e", 30, true), ("e", 31, false), ("", 31, false), ("\\u0301", 30, false)])
  func `input with more than thirty combining marks in a row is refused`(
    start: String, marks: Int, isRead: Bool
  ) throws {
    let run = start + String(repeating: "\u{301}", count: marks)
    let texts = ["\"\(run)\"", "{\"\(run)\":1}", "[\"\(run)e\(run)\"]"]

    for text in texts {
      let read = try? JSONValue.parse(Array(text.utf8), .ofPeople)
      #expect((read != nil) == isRead, "\(text.count) characters")
      #expect(throws: Never.self) { try JSONValue.parse(Array(text.utf8)) }
    }
  }

  @Test(arguments: [("[1,2,3]", true), ("[1,[2,3]]", false), (#"{"a":1,"b":2,"c":3}"#, true)])
  func `values are counted at any depth`(text: String, isRead: Bool) {
    let read = try? JSONValue.parse(Array(text.utf8), .ofPeople(values: 4))

    #expect((read != nil) == isRead)
  }
}
