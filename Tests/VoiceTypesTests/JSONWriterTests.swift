import Foundation
import TestSupport
import Testing
import VoiceMath
import VoiceTypes

@Suite struct JSONWriterTests {
  @Test(arguments: [
    ("\"", #""\"""#), ("\\", #""\\""#), ("\n", #""\n""#), ("\r", #""\r""#), ("\t", #""\t""#),
    ("\r\n", #""\r\n""#), ("\u{0}", #""\u0000""#), ("\u{8}", #""\u0008""#),
    ("\u{1F}", #""\u001f""#),
  ])
  func `characters forbidden in JSON strings are escaped`(string: String, text: String) {
    #expect(JSONValue.string(string).text(.compact) == text)
  }

  @Test(arguments: ["Jürgen", "声", "👩‍🔬", "\u{7F}", "\u{2028}", "a/b", "a\u{301}", "\"\u{301}"])
  func `characters allowed in JSON strings are preserved`(string: String) throws {
    let text = JSONValue.string(string).text(.compact)

    let back = try #require(try JSONValue(parsing: text).stringValue)

    #expect(Array(back.unicodeScalars) == Array(string.unicodeScalars))
  }

  @Test func `every control character comes back`() throws {
    let string = String(String.UnicodeScalarView((0..<0x20).compactMap { Unicode.Scalar($0) }))

    let text = JSONValue.string(string).text(.compact)

    #expect(try JSONValue(parsing: text) == .string(string))
    #expect(text.utf8.allSatisfy { $0 >= 0x20 })
  }

  @Test(arguments: [
    (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"), (100, "100.0"), (-0.0, "-0.0"),
    (1e300, "1e+300"), (0x1p-1074, "5e-324"), (1.0 / 3, "0.3333333333333333"),
  ])
  func `doubles have their shortest form`(number: Double, text: String) {
    #expect(JSONValue.number(number).text(.compact) == text)
  }

  @Test func `doubles of any size come back to the last bit`() throws {
    var generator = SplitMix64(seed: 20_260_101)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let text = JSONValue.array([.number(number)]).text(.compact)
      let back = try #require(try JSONValue(parsing: text)[path: [0]]?.numberValue)
      #expect(back.bitPattern == number.bitPattern)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func `a number that is not finite is written as null`(number: Double) {
    #expect(JSONValue.array([.number(number), 1]).text(.compact) == "[null,1]")
  }

  @Test func `objects keep the order they were written in`() {
    let value: JSONValue = ["b": 1, "a": ["z": true, "c": .null]]

    #expect(value.text(.compact) == #"{"b":1,"a":{"z":true,"c":null}}"#)
  }

  @Test func `maps are sorted by key`() {
    let value = JSONValue.map(["b": 1, "B": 2, "a": 3, "a.b": 4, "": 5])

    #expect(value.keys == ["", "B", "a", "a.b", "b"])
  }

  @Test func `the compact layout has no white space`() {
    let value: JSONValue = ["a": [1, ["b": []]], "c": .object([])]

    #expect(value.text(.compact) == #"{"a":[1,{"b":[]}],"c":{}}"#)
  }

  @Test func `the pretty layout breaks objects and keeps plain arrays on a line`() {
    let value: JSONValue = ["a": [1, true, "x"], "b": [["c": .null]], "d": [], "e": .object([])]

    #expect(
      value.text(.pretty) == """
        {
          "a": [1, true, "x"],
          "b": [
            {
              "c": null
            }
          ],
          "d": [],
          "e": {}
        }
        """)
  }

  @Test func `a file for people is pretty and ends with a newline`() {
    let value: JSONValue = ["a": [1, 2]]

    #expect(value.fileText == "{\n  \"a\": [1, 2]\n}\n")
    #expect(value.fileBytes == Array(value.fileText.utf8))
  }

  @Test func `a line for programs is compact and ends with a newline`() {
    let value: JSONValue = ["a": [1, 2]]

    #expect(value.lineText == "{\"a\":[1,2]}\n")
    #expect(value.lineBytes == Array(value.lineText.utf8))
  }

  @Test(arguments: [JSONLayout.compact, .pretty])
  func `both layouts read back as the same value`(layout: JSONLayout) throws {
    let value = SampleDocument.complete.json

    #expect(try JSONValue(parsing: value.text(layout)) == value)
  }

  @Test(arguments: [JSONLayout.compact, .pretty])
  func `Foundation reads a document too`(layout: JSONLayout) throws {
    let data = Data(SampleDocument.complete.json.text(layout).utf8)

    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])

    #expect(object.count == SampleDocument.complete.json.keys.count)
  }
}
