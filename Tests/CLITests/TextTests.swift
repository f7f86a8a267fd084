// What reports are made of.

import Testing
import VoiceTypes

@testable import sagevoice

@Suite struct TextTests {
  @Test func `cells stand below each other, and those behind the columns as they are`() {
    let table = TextTable([.left(6), .right(5)], indent: "  ")

    #expect(table.line(["f0", "1.5", " Hz"]) == "  f0      1.5 Hz")
    #expect(table.line(["jitter", "22.25", "", " %"]) == "  jitter 22.25 %")
  }

  @Test func `a cell too wide for its column keeps the gap to the next`() {
    #expect(TextTable([.left(3), .right(2)]).line(["name", "123"]) == "name 123")
    #expect(TextTable([.left(4)], gap: 2).line(["name", "x"]) == "name  x")
  }

  @Test func `a table may be as wide as the widest of its texts`() {
    let table = TextTable(fitting: ["a", "abc"], indent: " ", gap: 2)

    #expect(table.line(["a", "x"]) == " a    x")
    #expect(table.line(["abc", "x"]) == " abc  x")
  }

  @Test(arguments: [
    ("a\nb", "a?b"), ("a\r\nb", "a??b"), ("\u{1B}[31m", "?[31m"), ("\u{7F}\u{9F}", "??"),
    ("a\u{202E}b\u{2066}c\u{2028}d", "a?b?c?d"), ("é ß 声 🎤", "é ß 声 🎤"),
  ])
  func `nothing that a terminal obeys is printed`(text: String, printed: String) {
    #expect(text.printable == printed)
    #expect([text, "x"].report == "\(printed)\nx\n")
    #expect(TextTable([.left(1)]).line([text]).hasPrefix(printed))
  }

  @Test(arguments: [
    (1.25, 1, "1.3"), (2.5, 0, "3"), (-2.5, 0, "−3"), (0.05, 3, "0.050"), (-0.0004, 3, "0.000"),
    (119.99996, 4, "120.0000"), (1e15, 2, "1000000000000000.0"), (1e16, 0, "1e+16"),
  ])
  func `numbers have the places that are asked for`(number: Double, places: Int, text: String) {
    #expect(NumberText.fixed(number, places) == text)
  }

  @Test func `numbers are told with a sign, without idle zeros, and with a unit`() {
    #expect(NumberText.signed(0.25, 1) == "+0.3")
    #expect(NumberText.signed(0, 1) == "0.0")
    #expect(NumberText.short(1.5, 3) == "1.5")
    #expect(NumberText.short(200, 3) == "200")
    #expect(NumberText.range(0.25, 1, of: .jitterLocal) == "0.250 to 1.000 %")
  }

  @Test func `one is told from several`() {
    #expect(
      [0, 1, 2].map { NumberText.count($0, "session") } == [
        "0 sessions", "1 session", "2 sessions",
      ])
  }

  @Test func `what holds for many measures is said once, in the order in which it comes`() {
    let remarks = MeasuresByRemark([
      (.jitterLocal, "late"), (.f0Mean, "early"), (.shimmerLocal, "late"),
    ])

    #expect(
      remarks.lines { "\($0): \($1)" } == [
        "late: jitter.local_percent, shimmer.local_percent", "early: f0.mean_hz",
      ])
  }
}
