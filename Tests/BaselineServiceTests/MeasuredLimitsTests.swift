import BaselineService
import RealModule
import TestSupport
import Testing
import VoiceTypes

@Suite struct MeasuredLimitsTests {
  @Test(arguments: [(19, 0, false), (20, 0, true), (12, 8, true), (12, 7, false)])
  func `a limit is made from twenty people on`(women: Int, men: Int, isMade: Bool) throws {
    let limits = try SampleCorpus(women: women, men: men).limits()

    #expect(limits.limits.isEmpty != isMade)
    #expect(limits.distributions.contains { $0.speakers == women + men })
  }

  @Test func `limits are typical, measured, and those of the arithmetic`() throws {
    let corpus = SampleCorpus(women: 20, men: 0)

    let limits = try corpus.limits().limits

    let logarithms = (0..<20).map { Double.log(0.2 + 0.01 * Double($0)) }
    let mean = logarithms.reduce(0, +) / 20
    let squares = logarithms.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    let expected = Double.exp(mean + 2 * (squares / 19).squareRoot())
    let jitter = try #require(limits.first { $0.measure == .jitterPPQ5 })
    #expect((try #require(jitter.high) - expected).magnitude < 0.0005)
    #expect(jitter.low == nil)
    #expect(jitter.speakers == 20)
    #expect(jitter.signalTypes == [1])
    #expect(limits.allSatisfy { $0.kind == .typical && $0.basis == .measured })
    #expect(limits.first { $0.measure == .hnrMean }?.high == nil)
    #expect(jitter.label == "measured, n = 20, device: microphone")
    #expect(jitter.sample.hasPrefix("20 speakers (20 F, 0 M) of 18-59 years, one value each"))
  }

  @Test func `only CPPS is told apart by group, and F0 gets no limit`() throws {
    let limits = try SampleCorpus(women: 21, men: 20).limits().limits

    for limit in limits where limit.measure != .cpps {
      #expect(limit.category == nil)
      #expect(limit.speakers == 41)
    }
    #expect(
      limits.filter { $0.measure == .cpps }.map(\.category) == [.feminine, .masculine, .combined])
    #expect(limits.filter { $0.measure == .cpps }.map(\.speakers) == [21, 20, 41])
    #expect(!limits.contains { $0.measure.group == .f0 || $0.measure == .jitterLocalAbsolute })
  }

  @Test func `the settings are those of the literature's limit and the ones that rule all`() throws
  {
    let limits = try SampleCorpus(women: 20, men: 0).limits().limits

    let jitter = try #require(limits.first { $0.measure == .jitterPPQ5 })
    #expect(
      Set(jitter.settings.keys) == [
        "preset", "segment", "pitch_method", "pitch_range_rule", "period_floor_s",
        "period_ceiling_s", "maximum_period_factor",
      ])
    #expect(jitter.settings["preset"] == ["clinical"])
  }

  @Test func `a set is read back as it was written, and the same text every time`() throws {
    let corpus = SampleCorpus(women: 22, men: 3)
    let limits = try corpus.limits()

    let read = try corpus.set()

    #expect(read.version == "sample-1")
    #expect(read.limits == limits.limits)
    #expect(read.distributions.map(\.speakers) == limits.distributions.map(\.speakers))
    #expect(read.distributions.map(\.measure) == limits.distributions.map(\.measure))
    #expect(read.minimums == (try Samples.limits.get().minimums))
    #expect(read.measurement?.device == "microphone")
    #expect(read.measurement?.speakers == 25)
    for _ in 0..<5 { #expect(try corpus.limits().text == limits.text) }
  }

  @Test func `groups of fewer than five are not shown`() throws {
    let limits = try SampleCorpus(women: 5, men: 4).limits()

    #expect(Set(limits.distributions.map(\.category)) == [.feminine, .combined])
  }

  @Test func `the table lays both sets beside each other`() throws {
    let table = LimitsTable(
      of: try SampleCorpus(women: 20, men: 5).set(), beside: try Samples.limits.get()
    ).markdown

    #expect(
      table.contains(
        "| measure | ages | group | n | median | 10 to 90 % | edge (90 %) | typical | published |\n"
      ))
    let rows = table.split(separator: "\n")
    let hnr = try #require(rows.first { $0.hasPrefix("| hnr.mean_db | 18-59 | F and M |") })
    #expect(hnr.contains("| 25 | 21.2 | 20.2 to 22.2 | ≥ "))
    #expect(hnr.hasSuffix("| ≥ 20 | ≥ 18 (derived) |"))
    // Five men are fewer than a limit needs.
    #expect(
      rows.contains { $0.hasPrefix("| hnr.mean_db | 18-59 | M | 5 |") && $0.contains("| [≥ ") })
    #expect(rows.contains { $0.contains("f0.mean_hz | 18-59 | F | 20 |") })
  }

  @Test func `no text of a measured set uses a word that is ruled out`() throws {
    #expect(try RuledOutWords.found(in: SampleCorpus(women: 22, men: 3).limits().text) == [])
  }
}
