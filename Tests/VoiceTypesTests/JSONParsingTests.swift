// The reader of profiles, limits and sidecars; the documents of the other tests are read with it
// too.

import Foundation
import TestSupport
import Testing
import VoiceMath
import VoiceTypes

@Suite struct JSONParsingTests {
  /// Text that is not JSON, the place of the fault, and words of the message.
  static let faults: [(text: String, line: Int, column: Int, words: String)] = [
    ("", 1, 1, "the file is empty"), (" \n ", 2, 2, "the text ends where a value was expected"),
    ("nul", 1, 1, "a value was expected"), ("True", 1, 1, "a value was expected"),
    ("NaN", 1, 1, "a value was expected"), ("-", 1, 1, "not a valid JSON number"),
    ("Infinity", 1, 1, "a value was expected"), ("01", 1, 1, "not a valid JSON number"),
    ("-01", 1, 1, "not a valid JSON number"), ("-Infinity", 1, 1, "not a valid JSON number"),
    ("1.", 1, 1, "not a valid JSON number"), (".5", 1, 1, "a value was expected"),
    ("+1", 1, 1, "a value was expected"), ("1e", 1, 1, "not a valid JSON number"),
    ("1e+", 1, 1, "not a valid JSON number"), ("1.e1", 1, 1, "not a valid JSON number"),
    ("[-.5]", 1, 2, "not a valid JSON number"), ("0x10", 1, 2, "more text after the end"),
    ("1e999", 1, 1, "too large"), ("[1,\n -1e400]", 2, 2, "too large"),
    ("[1,]", 1, 4, "a value is missing"), ("[,1]", 1, 2, "a value is missing"),
    ("[1 2]", 1, 4, "a comma or ]"), ("[1}", 1, 3, "a comma or ]"), ("[", 1, 2, "the text ends"),
    ("[1", 1, 3, "a comma or ]"), ("]", 1, 1, "a value is missing"),
    ("{", 1, 2, "the text ends within an object"), ("{\"a\":1,}", 1, 8, "a comma before }"),
    ("{\"a\":1", 1, 7, "a comma or }"), ("{\"a\":1]", 1, 7, "a comma or }"),
    ("{\"a\":}", 1, 6, "a value is missing"), ("{\"a\"}", 1, 5, "a colon"),
    ("{\"a\" 1}", 1, 6, "a colon"), ("{a:1}", 1, 2, "a key in double quotes"),
    ("{1:1}", 1, 2, "a key in double quotes"), ("{'a':1}", 1, 2, "a key in double quotes"),
    ("['a']", 1, 2, "text needs double quotes"), ("[1, // one\n2]", 1, 5, "no comments"),
    ("# one\n2", 1, 1, "no comments"), ("\"a", 1, 1, "no closing quotation mark"),
    ("\"a\\", 1, 3, "invalid escape sequence"), ("\"\\x\"", 1, 2, "invalid escape sequence"),
    ("\"\\u12\"", 1, 2, "four hexadecimal digits"), ("\"\\u+123\"", 1, 2, "four hexadecimal"),
    ("\"\\u00g0\"", 1, 2, "four hexadecimal digits"), ("\"\\u", 1, 2, "four hexadecimal digits"),
    ("\"\n\"", 1, 2, "a line break or control character"), ("\"\t\"", 1, 2, "control character"),
    ("\"\u{0}\"", 1, 2, "control character"), ("\"\\ud800\"", 1, 2, "half of a surrogate pair"),
    ("\"\\udc00\"", 1, 2, "half of a surrogate pair"),
    ("\"\\ud800\\u0041\"", 1, 2, "half of a surrogate pair"),
    ("\"\\ud800\\n\"", 1, 2, "half of a surrogate pair"), ("1 2", 1, 3, "more text after the end"),
    ("{}\n{}", 2, 1, "more text after the end"), ("{} x", 1, 4, "more text after the end"),
    ("{\"a\":1,\n \"a\":2}", 2, 2, "the key \"a\" occurs twice"),
    ("{\"a\":1,\"\\u0061\":2}", 1, 8, "the key \"a\" occurs twice"),
    ("{\"é\":1, \"é\":", 1, 9, "the key \"é\" occurs twice"),
    ("[{\"b\":{\"a\":1,\"a\":2}}]", 1, 14, "the key \"a\" occurs twice"),
    ("\u{FEFF}\u{FEFF}{}", 1, 1, "a value was expected"),
    ("\u{FEFF}{a:1}", 1, 2, "a key in double"),
    ("\u{A0}1", 1, 1, "a value was expected"),
    ("{\r\n\"é😀\" 1}", 2, 6, "a colon"),
  ]

  @Test(arguments: faults.indices)
  func `a fault is named with its place`(index: Int) throws {
    let fault = Self.faults[index]

    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: fault.text)
    }

    #expect(error.problem.contains(fault.words), "\(fault.text): \(error)")
    #expect(error.line == fault.line, "\(fault.text): \(error)")
    #expect(error.column == fault.column, "\(fault.text): \(error)")
  }

  /// Bytes that are no UTF-8: lone, overlong, surrogates, cut off, UTF-16 and Latin-1.
  @Test(arguments: [
    ([0x22, 0xFF, 0x22], 2), ([0x22, 0xC0, 0xAF, 0x22], 2), ([0x22, 0xED, 0xA0, 0x80, 0x22], 2),
    ([0x22, 0x80, 0x22], 2), ([0x22, 0xE2, 0x82], 2), ([0xFF, 0xFE, 0x7B, 0x00], 1),
    ([0x22, 0x4D, 0xFC, 0x22], 3), ([0x31, 0x20, 0xFF], 3), ([0xF5, 0x80, 0x80, 0x80], 1),
  ])
  func `bytes that are not UTF-8 are refused at their place`(bytes: [UInt8], column: Int) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONValue.parse(bytes) }

    #expect(error.problem.contains("UTF-8"))
    #expect(error.column == column)
  }

  @Test func `a byte order mark before a value is skipped`() throws {
    #expect(try JSONValue(parsing: "\u{FEFF}{\"a\": 1}") == ["a": 1])
  }

  @Test func `UTF-16 without a mark is refused`() {
    let bytes: [UInt8] = [UInt8(ascii: "{"), 0, UInt8(ascii: "}"), 0]

    #expect(throws: JSONSyntaxError.self) { try JSONValue.parse(bytes) }
  }

  @Test func `an error reads as place and problem`() {
    let error = JSONSyntaxError(line: 3, column: 7, problem: "a colon was expected")

    #expect(error.description == "line 3, character 7: a colon was expected")
  }

  @Test func `nesting is read to a depth and refused beyond it`() throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let text = { (depth: Int) in
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      }
      #expect(throws: Never.self) { try JSONValue(parsing: text(512)) }
      #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text(513)) }
      #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text(1_000_000)) }
    }
  }

  @Test func `siblings are not nesting`() throws {
    let text = "[" + Array(repeating: "[],{}", count: 2_000).joined(separator: ",") + "]"

    #expect(try JSONValue(parsing: text).elements.count == 4_000)
  }

  @Test func `booleans and numbers stay apart`() throws {
    #expect(try JSONValue(parsing: "[true,1,1.0,0,false]") == [true, 1, .number(1), 0, false])
  }

  @Test func `keys are compared by code units`() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let json = try JSONValue(parsing: "{\"\(composed)\":1,\"\(decomposed)\":2}")

    #expect(composed == decomposed)
    #expect(json[composed] == 1)
    #expect(json[decomposed] == 2)
    #expect(JSONValue.object([.init(composed, 1)]) != .object([.init(decomposed, 1)]))
    #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: "{\"\(decomposed)\":1,\"e\\u0301\":2}")
    }
  }

  @Test func `members keep their order`() throws {
    #expect(try JSONValue(parsing: #" { "b" : 1 , "a" : [ ] } "#).keys == ["b", "a"])
  }

  @Test func `escapes are resolved`() throws {
    let text = #""\"\\\/\b\f\n\r\t\u00e9\uD83d\ude00\u0000""#

    #expect(
      try JSONValue(parsing: text) == .string("\"\\/\u{8}\u{C}\n\r\té\u{1F600}\u{0}"))
  }

  @Test(arguments: [
    ("-0.5e2", -50.0), ("1E-3", 0.001), ("12", 12), ("0.25", 0.25), ("-0", 0), ("0e5", 0),
    ("1e-400", 0), ("9223372036854775808", 9_223_372_036_854_775_808),
    ("1e+2", 100),
  ])
  func `numbers are read`(text: String, number: Double) throws {
    #expect(try JSONValue(parsing: text).numberValue == number)
  }

  @Test func `the largest whole number stays whole`() throws {
    #expect(try JSONValue(parsing: "9223372036854775807") == .int(.max))
    #expect(try JSONValue(parsing: "-9223372036854775808") == .int(.min))
  }

  @Test func `white space may stand around everything`() throws {
    let text = "\t\r\n { \"a\" : [ 1 , { } , [ ] ] } \n"

    #expect(try JSONValue(parsing: text).text(.compact) == #"{"a":[1,{},[]]}"#)
  }

  @Test func `lines are documents`() throws {
    #expect(try JSONValue.lines(of: "{}\n[1]\n") == [.object([]), [1]])
  }

  @Test(arguments: ["{}\n[1]", "{}\n{\n", "{\n}\n"])
  func `an incomplete line is detected`(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONValue.lines(of: text) }
  }

  // MARK: - Against Foundation

  @Test func `mutated texts are read as Foundation reads them`() {
    var random = SplitMix64(seed: 5)
    var (read, refused) = (0, 0)
    for _ in 0..<20_000 {
      let bytes = DocumentDamage.ofBytes(SampleProfile.bytes, using: &random)
      let ours = try? JSONValue.parse(bytes)
      let theirs = try? JSONSerialization.jsonObject(
        with: Data(bytes), options: .fragmentsAllowed)
      guard let ours else {
        refused += 1
        continue
      }
      read += 1
      #expect(theirs != nil, "\(String(decoding: bytes, as: UTF8.self))")
      #expect((try? JSONValue.parse(Array(ours.text(.pretty).utf8))) == ours)
    }
    print("mutated JSON texts: \(read) read, all by Foundation too; \(refused) refused")
    #expect(read > 1_000 && refused > 1_000)
  }
}
