import BaselineService
import Foundation
import RealModule
import TestSupport
import Testing
import VoiceMath
import VoiceTypes

@Suite struct MeasuredLimitsTests {
  @Test(arguments: [(19, 20, false), (20, 20, true), (20, 19, false), (40, 0, false)])
  func `a limit of both sexes needs twenty people of either`(
    women: Int, men: Int, isMade: Bool
  ) throws {
    let limits = try SampleCorpus(women: women, men: men).limits()

    #expect(limits.limits.contains { $0.measure == .jitterPPQ5 } == isMade)
    #expect(limits.distributions.contains { $0.speakers == women + men })
  }

  @Test func `a typical limit is the 95th percentile, or the 5th`() throws {
    let limits = try SampleCorpus(women: 20, men: 20).limits().limits.filter {
      $0.kind == .typical
    }

    // Two people at each of 20 steps: rank 0.95 · 41 = 38.95 lies just below the 39th, the last step.
    let jitter = try #require(limits.first { $0.measure == .jitterPPQ5 })
    #expect(jitter.high == 0.39)
    #expect(jitter.low == nil)
    // Rank 2.05 lies between the second and the third.
    let hnr = try #require(limits.first { $0.measure == .hnrMean })
    #expect((try #require(hnr.low) - 20.005).magnitude < 0.1)
    #expect(hnr.high == nil)
    #expect(jitter.speakers == 40)
    #expect(jitter.signalTypes == [1])
    #expect(limits.allSatisfy { $0.basis == .measured })
    #expect(jitter.label == "measured, n = 40, microphone")
    #expect(jitter.sample.hasPrefix("40 speakers (20 F, 20 M) of 18-59 years, one value each"))
  }

  @Test func `outer limits stand together where one recording in ten has anything beyond`() throws {
    let corpus = SampleCorpus(women: 60, men: 60)
    let limits = try corpus.limits()
    let outer = limits.limits.filter { $0.kind == .outer }

    let found = corpus.vowels.values.count { vowel in
      outer.contains { limit in
        let value = vowel.document.findings?.biomarkers[limit.measure].number
        return limit.category == nil
          && value.map { $0 > limit.high ?? .infinity || $0 < limit.low ?? -.infinity } == true
      }
    }

    #expect(limits.joint?.recordings == 120)
    #expect(limits.joint?.speakers == 120)
    #expect(found <= 12)
    #expect(outer.allSatisfy { $0.caution?.contains("10 % of 120 recordings") == true })
  }

  @Test func `each person is held against the others alone`() throws {
    let corpus = SampleCorpus(drawing: 30, seed: 5)
    let sample = try corpus.people()
    let measures: [Measure] = [.jitterLocal, .jitterPPQ5, .shimmerAPQ3, .hnrMean]

    let farthest = sample.speakers.indices.map { index in
      measures.compactMap { measure -> Double? in
        let others = sample.distribution(
          of: measure, in: [.from18To59], .combined, leavingOut: index)
        let deviation = sample.speakers[index].values[measure].flatMap {
          others?.deviation(of: $0)
        }
        return deviation.map { measure == .hnrMean ? -$0 : $0 }
      }.max() ?? 0
    }

    let expected = try #require(Statistics.percentile(90, of: farthest.sorted()))
    let found = try #require(corpus.limits().joint?.shares.first { $0.percent == 10 })
    #expect((found.deviation - expected).magnitude < 1e-12)
  }

  @Test func `ages are pooled where neither has people enough`() throws {
    var corpus = SampleCorpus(women: 15, men: 15)
    for index in 0..<5 {
      corpus.add("w\(index)_a.wav", of: "w\(index)", sex: "f", age: "70")
      corpus.add("m\(index)_a.wav", of: "m\(index)", sex: "m", age: "70")
    }

    let limits = try corpus.limits().limits

    #expect(!limits.isEmpty)
    #expect(limits.allSatisfy { $0.bands == [.from18To59, .from60To90] })
    #expect(limits[0].sample.contains("of 18-90 years"))
  }

  @Test func `only CPPS is told apart by group, and F0 gets no limit`() throws {
    let limits = try SampleCorpus(women: 21, men: 20).limits().limits

    for limit in limits where limit.measure != .cpps {
      #expect(limit.category == nil)
      #expect(limit.speakers == 41)
    }
    #expect(
      limits.filter { $0.measure == .cpps && $0.kind == .typical }.map(\.category)
        == [.feminine, .masculine, .combined])
    #expect(
      limits.filter { $0.measure == .cpps && $0.kind == .typical }.map(\.speakers) == [21, 20, 41])
    #expect(
      !limits.contains { $0.measure.facts.role == .pitch || $0.measure == .jitterLocalAbsolute })
  }

  @Test func `the settings are those of the literature's limit and the ones that rule all`() throws
  {
    let limits = try SampleCorpus(women: 20, men: 20).limits().limits

    let jitter = try #require(limits.first { $0.measure == .jitterPPQ5 })
    #expect(jitter.settings["pitch_range_rule"] == ["two_pass", "given"])
    #expect(
      Set(jitter.settings.keys) == [
        "preset", "segment", "pitch_method", "pitch_range_rule", "period_floor_s",
        "period_ceiling_s", "maximum_period_factor",
      ])
    #expect(jitter.settings["preset"] == ["clinical"])
  }

  @Test func `a set is read back as it was written, and the same text every time`() throws {
    let corpus = SampleCorpus(women: 22, men: 21)
    let limits = try corpus.limits()

    let read = try corpus.set()

    #expect(read.version == "sample-1")
    #expect(read.limits == limits.limits)
    #expect(read.distributions.map(\.speakers) == limits.distributions.map(\.speakers))
    #expect(read.distributions.map(\.measure) == limits.distributions.map(\.measure))
    #expect(read.minimums == (try Samples.limits.get().minimums))
    #expect(read.measurement?.device == "microphone")
    #expect(read.measurement?.speakers == 43)
    #expect(read.joint?.recordings == 43)
    #expect(read.distributions.map(\.bands) == limits.distributions.map(\.bands))
    #expect(
      read.distributions.flatMap(\.percentiles).count { $0.interval.low != nil }
        == limits.distributions.flatMap(\.percentiles).count { $0.interval.low != nil })
    for _ in 0..<5 { #expect(try corpus.limits().text == limits.text) }
  }

  @Test func `groups of fewer than five are not shown`() throws {
    let limits = try SampleCorpus(women: 5, men: 4).limits()

    #expect(Set(limits.distributions.map(\.category)) == [.feminine, .combined])
  }

  @Test func `the table lays both sets beside each other`() throws {
    let table = LimitsTable(
      of: try SampleCorpus(women: 20, men: 20).set(), beside: try Samples.limits.get()
    ).markdown

    let rows = table.split(separator: "\n")
    let hnr = try #require(rows.first { $0.hasPrefix("| hnr.mean_db | 18-59 | F and M |") })
    #expect(hnr.contains("| 40 | 21 | 20.1 to 21.8 | ≥ 20 (? to 20.2) | ≥ 20 | ≥ "))
    #expect(hnr.hasSuffix("| ≥ 20 | ≥ 18 (derived) |"))
    // One limit for everybody is made of both sexes.
    #expect(
      rows.contains { $0.hasPrefix("| hnr.mean_db | 18-59 | M | 20 |") && $0.contains("| [≥ ") })
    #expect(rows.contains { $0.contains("f0.mean_hz | 18-59 | F | 20 |") })
  }

  @Test func `the table shows every limit that assessments compare with, and no other`() throws {
    let set = try Samples.measuredLimits.get()
    let rows = Self.rows(of: LimitsTable(of: set, beside: try Samples.limits.get()).markdown)
    func shown(_ column: Int) -> [String] {
      rows.map { $0[column] }.filter { $0 != "-" }.sorted()
    }
    func inForce(_ kind: LimitKind) -> [String] {
      set.limits.filter { $0.kind == kind }.map { limit in
        limit.low.map { "≥ \(Decimal.text($0))" } ?? "≤ \(Decimal.text(limit.high ?? .nan))"
      }.sorted()
    }

    #expect(shown(7) == inForce(.typical))
    #expect(shown(8) == inForce(.outer))
  }

  @Test func `the article has the rows of the table that have limits`() throws {
    let article = try String(
      contentsOf: Repository.root.appendingPathComponent("Documentation/Limits.md"),
      encoding: .utf8)
    let table = LimitsTable(of: try Samples.measuredLimits.get(), beside: try Samples.limits.get())

    #expect(
      Self.rows(of: String(article.split(separator: "## The limits")[1]))
        == Self.rows(of: table.markdown).filter { $0[7] != "-" })
  }

  /// The cells of the rows whose first cell is the key of a measure.
  private static func rows(of markdown: String) -> [[String]] {
    let edges = CharacterSet(charactersIn: "| ")
    return markdown.split(separator: "\n").map { line in
      line.split(separator: " | ").map { $0.trimmingCharacters(in: edges) }
    }.filter { Measure(rawValue: $0[0]) != nil }
  }

  @Test func `no text of a measured set uses a word that is ruled out`() throws {
    #expect(try RuledOutWords.found(in: SampleCorpus(women: 22, men: 21).limits().text) == [])
  }
}
