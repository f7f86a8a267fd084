// Parts of text reports.

import Testing
import VoiceReport
import VoiceTypes

@testable import CommandSupport
@testable import sagevoice

@Suite struct TextTests {
  @Test func `cells are aligned and extra cells are unchanged`() {
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
  func `printed text has no terminal control characters`(text: String, printed: String) {
    #expect(text.printable == printed)
    #expect([text, "x"].report == "\(printed)\nx\n")
    #expect(TextTable([.left(1)]).line([text]).hasPrefix(printed))
  }

  @Test func `numbers have a sign and a unit, and no trailing zeros`() {
    #expect(NumberFormat.signed(0.25, 1) == "+0.3")
    #expect(NumberFormat.signed(0, 1) == "0.0")
    #expect(NumberFormat.short(1.5, 3) == "1.5")
    #expect(NumberFormat.short(200, 3) == "200")
  }

  @Test func `counts have singular and plural`() {
    #expect([0, 1, 2].map { $0.counted("session") } == ["0 sessions", "1 session", "2 sessions"])
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+a", "'+a"), ("-a.wav", "'-a.wav"), ("@a", "'@a"), ("\ta", "'\ta"),
    ("\r=a", "\"'\r=a\""), ("=a,b", "\"'=a,b\""), ("\"=a", "\"\"\"=a\""), ("＝a", "'＝a"),
    ("a;=b", "a;'=b"), ("a;-b", "a;'-b"), ("a=b", "a=b"), ("-0.5", "-0.5"), ("+1e-3", "+1e-3"),
    ("-", "-"), ("", ""), ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
  ])
  func `a text that a spreadsheet would run has an apostrophe before it`(
    text: String, cell: String
  ) {
    #expect(CSV.line([text, "x"]) == "\(cell),x\n")
  }

  @Test func `raw cells are unchanged texts`() {
    #expect(CSV.line(["=1+1", "a;=b", "x,y"], .raw) == "=1+1,a;=b,\"x,y\"\n")
  }

  @Test func `a remark on several measures is printed once`() {
    let remarks: [(measure: Measure, remark: String)] = [
      (.jitterLocal, "late"), (.f0Mean, "early"), (.shimmerLocal, "late"),
    ]

    #expect(
      MeasuresByRemark(remarks, .keys).lines { "\($0): \($1)" } == [
        "late: jitter.local_percent, shimmer.local_percent", "early: f0.mean_hz",
      ])
    #expect(
      MeasuresByRemark(remarks, .names).lines { "\($0): \($1)" } == [
        "late: Jitter (local), Shimmer (local)", "early: Mean F0",
      ])
  }

  @Test func `a remark on all measures of a group names the group`() {
    let remarks = (MeasureGroup.jitter.measures + [.f0Mean, .stabilityScore]).map {
      (measure: $0, remark: "late")
    }

    #expect(
      MeasuresByRemark(remarks, .names).lines { "\($0): \($1)" } == [
        "late: Jitter (all \(MeasureGroup.jitter.measures.count)), Mean F0, "
          + "Stability score (experimental)"
      ])
  }

  @Test(
    arguments: [
      (176.866, .f0Mean, (175.42, 178.31), "176.9 Hz"),
      (0.4525, .jitterLocal, (0.2181, 0.939), "0.45 %"),
      (36.6, .stabilityScore, (22.4, 53.5), "37 %"), (118.24, .f0Mean, nil, "118 Hz"),
      (0.0201, .nhr, nil, "0.020"), (3.1229, .f0StandardDeviation, nil, "3.12 Hz"),
      (0.0, .nhr, nil, "0"), (58, .pulses, nil, "58"), (-31.146, .h1H2, nil, "−31.1 dB"),
      (0.00818, .meanPeriod, nil, "8.18 ms"), (20, .hnrMean, (20, 20), "20.0 dB"),
      (0.00203, .unvoicedFraction, nil, "0.2 %"), (1, .f0VoicedFraction, nil, "100 %"),
    ] as [(Double, Measure, (Double, Double)?, String)])
  func `values have the unit of people and the digits of their interval, or three`(
    number: Double, measure: Measure, interval: (Double, Double)?, text: String
  ) {
    let format = MeasureFormat(
      of: number, measure,
      interval: interval.map { ConfidenceInterval(low: $0.0, high: $0.1) })

    #expect(format.text(number) + format.unit == text)
  }

  @Test func `values with document keys have the unit of the document`() {
    let format = MeasureFormat(of: 0.00818, .meanPeriod, .document)

    #expect(format.text(0.00818) + format.unit == "0.00818 s")
  }

  @Test func `labelled text has sentence case, units and local times`() throws {
    let json: JSONValue = [
      "session_id": "s1", "duration_s": .number(1.5), "has_audio": true, "parent": .null,
      "totals": ["sidecar_refused": 0], "flags": ["cold", "tired"],
      "jobs": [["name": "a"], ["name": "b"]],
    ]

    #expect(
      LabelledText.text(of: json) == """
        Session ID: s1
        Duration:   1.5 s
        Has audio:  yes
        Flags:      cold, tired
        Totals
          Sidecar refused: 0
        Jobs
          - Name: a
          - Name: b

        """)
    let time = try #require(LocalTime.text(of: "2026-11-27T14:05:31.250Z"))
    #expect(time.wholeMatch(of: /2026-11-2[678] [0-9]{2}:[0-9]{2}/) != nil)
    let long = JSONValue.object([.init("note", .string(String(repeating: "word ", count: 60)))])
    #expect(LabelledText.text(of: long).split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `a text is broken before 80 columns, its further lines further in`() {
    let text = Array(repeating: "seven77", count: 25).joined(separator: " ")
    let lines = WrappedText.item(text)

    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines[0].hasPrefix("  seven77") && lines[1].hasPrefix("    seven77"))
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    #expect(WrappedText.lines("") == [])
  }
}
