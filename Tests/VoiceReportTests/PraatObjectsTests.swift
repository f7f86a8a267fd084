// Objects for Praat: their content, and that segments cover the recording.

import DSPCore
import Foundation
import Testing
import VoicePipeline
import VoiceTypes

@testable import VoiceReport

@Suite struct PraatObjectsTests {
  private func files(of drawn: Drawn) -> [String: String]? {
    PraatObjects(drawn.examined.document, drawn.examined.signal, drawn.examined.analysis).map {
      Dictionary(uniqueKeysWithValues: $0.files.map { ($0.suffix, $0.text) })
    }
  }

  /// The numbers of a key, in the order of the text.
  private func numbers(_ key: String, in text: String) -> [Double] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].contains(key) else { return nil }
      return Double(parts[1].filter { $0 != " " })
    }
  }

  @Test func `the pulses are those of the analysis, at times of the recording`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })
    let analysis = try #require(drawn.examined.analysis)
    let text = try #require(files(of: drawn)?[".PointProcess"])

    let times = numbers("t [", in: text)

    #expect(times == analysis.voice.pulses.map { $0 + analysis.offset })
    #expect(numbers("nt", in: text) == [Double(times.count)])
    let segment = try #require(drawn.examined.document.findings?.segment)
    #expect(times.allSatisfy { $0 >= segment.start.value && $0 <= segment.end.value })
  }

  @Test func `the PitchTier has the F0 of the document`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })
    let text = try #require(files(of: drawn)?[".PitchTier"])

    let values = numbers("value", in: text)

    let mean = try #require(drawn.examined.document.findings?.biomarkers[.f0Mean].number)
    #expect((values.reduce(0, +) / Double(values.count) - mean).magnitude < 1e-9 * mean)
    #expect(numbers("number", in: text).count == values.count)
  }

  @Test func `every tier of intervals covers the recording without gap or overlap`() throws {
    var grids = 0
    for drawn in Drawn.all {
      guard let text = files(of: drawn)?[".TextGrid"] else {
        #expect(drawn.examined.analysis == nil, "\(drawn.name)")
        continue
      }
      let duration = try #require(drawn.examined.signal?.duration.value)
      for tier in text.components(separatedBy: "    item [").dropFirst(2) {
        let (starts, ends) = (numbers("xmin", in: tier), numbers("xmax", in: tier))
        #expect(starts.allSatisfy { $0 >= 0 } && ends.allSatisfy { $0 <= duration })
        guard tier.contains("\"IntervalTier\"") else { continue }
        // The first of each is of the tier itself.
        #expect(starts[1] == 0 && ends.last == duration, "\(drawn.name)")
        #expect(zip(starts[2...], ends[1...]).allSatisfy { $0 == $1 }, "\(drawn.name)")
        #expect(zip(starts, ends).allSatisfy { $0 < $1 }, "\(drawn.name)")
      }
      grids += 1
    }
    #expect(grids >= 5)
  }

  @Test func `overlapping or touching intervals are ordered`() {
    let covered = PraatText.covering(
      [(3, 5, "b"), (1, 2, "a"), (4, 9, "c"), (2, 3, "a")], until: 8)

    #expect(covered.map(\.start) == [0, 1, 3, 5])
    #expect(covered.map(\.end) == [1, 3, 5, 8])
    #expect(covered.map(\.text) == ["", "a", "b", "c"])
    #expect(PraatText.covering([], until: 1).map(\.text) == [""])
    #expect(PraatText.quoted("a \"b\"") == "\"a \"\"b\"\"\"")
  }
}
