// The reader of the tests is tested too: the other suites lean on it.

import TestSupport
import Testing
import VoiceTypes

@Suite struct JSONReaderTests {
  @Test(arguments: [
    "", "nul", "True", "NaN", "Infinity", "-", "01", "1.", ".5", "+1", "1e", "0x10", "1e999",
    "[1,]", "[1 2]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "\"a", "\"\\x\"", "\"\\u12\"", "\"\n\"",
    "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "1 2", "{\"a\":1,\"a\":2}", "[", "{",
  ])
  func `text that is not JSON is refused`(text: String) {
    #expect(throws: JSONReadError.self) { try JSONValue(parsing: text) }
  }

  @Test func `booleans and numbers stay apart`() throws {
    #expect(try JSONValue(parsing: "[true,1,1.0,0,false]") == [true, 1, .number(1), 0, false])
  }

  @Test func `members keep their order`() throws {
    #expect(try JSONValue(parsing: #" { "b" : 1 , "a" : [ ] } "#).keys == ["b", "a"])
  }

  @Test func `escapes are resolved`() throws {
    let text = #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#

    #expect(
      try JSONValue(parsing: text) == .string("\"\\/\u{8}\u{C}\n\r\té\u{1F600}"))
  }

  @Test(arguments: [("-0.5e2", -50.0), ("1E-3", 0.001), ("12", 12), ("0.25", 0.25)])
  func `numbers are read`(text: String, number: Double) throws {
    #expect(try JSONValue(parsing: text).numberValue == number)
  }

  @Test func `lines are documents`() throws {
    #expect(try JSONValue.lines(of: "{}\n[1]\n") == [.object([]), [1]])
  }

  @Test(arguments: ["{}\n[1]", "{}\n{\n", "{\n}\n"])
  func `half a line is noticed`(text: String) {
    #expect(throws: JSONReadError.self) { try JSONValue.lines(of: text) }
  }
}
