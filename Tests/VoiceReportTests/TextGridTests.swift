// Labels from Praat: long form, short form, and damaged files.

import DSPCore
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes

@Suite struct TextGridTests {
  private static let short = """
    File type = "ooTextFile"
    Object class = "TextGrid"

    0
    4.5 ! to the end
    <exists>
    2
    "IntervalTier"
    "vowels"
    0
    4.5
    3
    0
    1.25
    ""
    1.25
    3.75
    "a ""long"" one"
    3.75
    4.5
    ""
    "TextTier"
    "clicks"
    0
    4.5
    1
    2
    "tick"

    """

  private static let long = """
    File type = "ooTextFile"
    Object class = "TextGrid"

    xmin = 0
    xmax = 4.5
    tiers? <exists>
    size = 2
    item []:
        item [1]:
            class = "IntervalTier"
            name = "vowels"
            xmin = 0
            xmax = 4.5
            intervals: size = 3
            intervals [1]:
                xmin = 0
                xmax = 1.25
                text = ""
            intervals [2]:
                xmin = 1.25
                xmax = 3.75
                text = "a ""long"" one"
            intervals [3]:
                xmin = 3.75
                xmax = 4.5
                text = ""
        item [2]:
            class = "TextTier"
            name = "clicks"
            xmin = 0
            xmax = 4.5
            points: size = 1
            points [1]:
                number = 2
                mark = "tick"

    """

  private func wide(_ text: String, _ isBigEndian: Bool) -> [UInt8] {
    ([0xFEFF] + Array(text.utf16)).flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 255)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test func `both forms, in each encoding that Praat writes, are the same`() throws {
    let expected = try TextGrid(parsing: Array(Self.short.utf8))
    let crlf = Self.long.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")

    #expect(expected.tiers.map(\.name) == ["vowels"])
    #expect(expected.tiers[0].intervals[1].label == "a \"long\" one")
    for bytes in [
      Array(Self.long.utf8), Array(crlf.utf8), wide(Self.long, true), wide(Self.short, false),
    ] {
      #expect(try TextGrid(parsing: bytes) == expected)
    }
  }

  @Test func `the only labelled interval is found with and without names`() throws {
    let grid = try TextGrid(parsing: Array(Self.long.utf8))

    let found = try grid.interval(tier: nil, label: nil)

    #expect(found.start == 1.25 && found.end == 3.75)
    #expect(try grid.interval(tier: "vowels", label: "a \"long\" one") == found)
  }

  @Test func `a missing or repeated label is named with the existing labels`() throws {
    let grid = try TextGrid(parsing: Array(Self.long.utf8))
    let twice = try TextGrid(
      parsing: Array(Self.short.replacing("\"\"\n1.25", with: "\"b\"\n1.25").utf8))

    #expect {
      try grid.interval(tier: "words", label: nil)
    } throws: {
      ($0 as? TextGridFault)?.message
        == "the TextGrid has 0 interval tiers with the name \"words\". Its interval tiers are \"vowels\""
    }
    #expect {
      try grid.interval(tier: nil, label: "i")
    } throws: {
      ($0 as? TextGridFault)?.message.contains("has 0 intervals labelled \"i\"") == true
    }
    #expect {
      try twice.interval(tier: nil, label: nil)
    } throws: {
      ($0 as? TextGridFault)?.message.contains("has 2 intervals with a label") == true
    }
  }

  @Test func `a truncated TextGrid is a fault or a shorter one`() throws {
    let bytes = Array(Self.long.utf8)
    var faults = 0
    for count in 0..<bytes.count {
      do {
        _ = try TextGrid(parsing: Array(bytes[..<count]))
      } catch {
        faults += 1
      }
    }
    print("TextGrid: \(faults) of \(bytes.count) cuts are faults")
    #expect(faults > bytes.count - 20)
    #expect(throws: TextGridFault.self) {
      try TextGrid(parsing: Array(Self.short.replacing("<exists>\n2", with: "<exists>\n1e9").utf8))
    }
  }

  @Test func `the written TextGrid names the measured segment`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })
    let segment = try #require(drawn.examined.document.findings?.segment)
    let objects = try #require(
      PraatObjects(drawn.examined.document, drawn.examined.signal, drawn.examined.analysis))
    let file = try #require(objects.files.first { $0.suffix == ".TextGrid" })

    let found = try TextGrid(parsing: Array(file.text.utf8)).interval(tier: nil, label: nil)

    #expect(found.start == segment.start.value && found.end == segment.end.value)
  }

  @Test func `the written Pitch has a frame for each frame of the segment`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })
    let track = try #require(drawn.examined.analysis?.pitch)
    let objects = try #require(
      PraatObjects(drawn.examined.document, drawn.examined.signal, drawn.examined.analysis))
    let text = try #require(objects.files.first { $0.suffix == ".Pitch" }?.text)

    let values = text.split(separator: "\n").compactMap { line -> Double? in
      line.contains("frequency = ") ? line.split(separator: " ").last.flatMap { Double($0) } : nil
    }

    #expect(values == track.frequencies)
    #expect(track.intensities.count == track.frameCount)
    #expect(track.intensities.allSatisfy { (0...1).contains($0) })
  }
}
