// The set that ships against the tables of the article ReferenceLimitsAndStandings, written out once
// more.

import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct LimitsResourceTests {
  /// Limits of MDVP, which are context.
  static let mdvp: [(Measure, Double)] = [
    (.jitterLocal, 1.04), (.jitterLocalAbsolute, 0.0104), (.jitterRAP, 0.68), (.jitterPPQ5, 0.84),
    (.shimmerLocal, 3.81), (.shimmerLocalDecibels, 0.35), (.shimmerAPQ11, 3.07),
  ]

  @Test func `the literature set has limits of MDVP, CPPS and F0 only`() throws {
    let limits = try Samples.limits.get().limits

    for (measure, high) in Self.mdvp {
      let found = limits.filter { $0.measure == measure }
      #expect(found.map(\.high) == [high])
      #expect(found.allSatisfy { $0.kind == .published && $0.algorithm == "mdvp" })
    }
    let others = Set(limits.map(\.measure)).subtracting(Self.mdvp.map(\.0))
    #expect(others == [.cpps, .f0Mean, .f0Median])
  }

  @Test func `CPPS has the limits of Buckley by sex in a studio, and Murton's as context`() throws {
    let all = try Samples.limits.get().limits.filter { $0.measure == .cpps }
    let limits = all.filter { $0.task == .sustainedVowel }

    let published = limits.filter { $0.kind == .published }
    #expect(published.map(\.low) == [10.37, 11.72])
    #expect(published.map(\.category) == [.feminine, .masculine])
    #expect(published.allSatisfy { $0.device == .studio && $0.basis == .fromMemory })
    #expect(limits.filter { $0.kind == .context }.map(\.low) == [14.45])
  }

  @Test func `the limits of readings are context, and of CPPS only`() throws {
    let limits = try Samples.limits.get().limits.filter { $0.task == .reading }

    #expect(limits.map(\.low) == [6.49, 6.4, 9.33])
    #expect(limits.map(\.category) == [.feminine, .masculine, .combined])
    #expect(limits.allSatisfy { $0.measure == .cpps && $0.kind == .context && !$0.decides })
    #expect(try Samples.measuredLimits.get().limits.allSatisfy { $0.task == .sustainedVowel })
  }

  @Test func `only F0 and CPPS have a group`() throws {
    for limit in try Samples.limits.get().limits where limit.task == .sustainedVowel {
      #expect(
        (limit.category != nil)
          == (limit.measure.group == .f0 || limit.kind == .published && limit.measure == .cpps))
    }
  }

  /// The bytes of both sets in the sources.
  static let files = [EmbeddedLimits.bytes, EmbeddedLimits.measuredBytes]

  @Test(arguments: files)
  func `every number has a basis, a citation, a sample, an algorithm and a unit`(
    bytes: [UInt8]
  ) throws {
    let document = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    let numbers = ["low", "high", "pass", "warn"]
    let entries = ["limits", "cautions", "minimums"].flatMap { document[$0]?.elements ?? [] }
    #expect(entries.count > 10)
    for entry in entries {
      #expect(entry["basis"]?.stringValue.flatMap(LimitBasis.init) != nil)
      #expect((entry["citation"]?.stringValue ?? "").count > 5)
      guard numbers.contains(where: { entry[$0] != nil }) else { continue }
      #expect(entry["unit"]?.stringValue?.isEmpty == false)
      guard entry["measure"] != nil else { continue }
      #expect((entry["sample"]?.stringValue ?? "").count > 5)
      #expect(entry["algorithm"]?.stringValue?.isEmpty == false)
      #expect(entry["bands"]?.elements.isEmpty == false)
    }
  }

  @Test func `a measured limit has its sample, interval and direction`() throws {
    let set = try Samples.measuredLimits.get()

    #expect(!set.rates.isEmpty)
    for limit in set.limits {
      #expect(limit.basis == .measured)
      #expect(limit.speakers ?? 0 >= ReferenceLimit.leastSpeakers)
      #expect(limit.label.contains("n = \(limit.speakers ?? 0)"))
      #expect(limit.caution?.contains("confidence interval") == true)
      #expect((limit.low == nil) != (limit.high == nil))
    }
  }

  @Test func `the cautions of shipped limits are texts of the catalogue`() throws {
    for bytes in Self.files {
      let file = try JSONValue.parse(bytes)
      let cautions =
        (file["limits"]?.elements ?? []).compactMap { $0["caution"] }
        + (file["cautions"]?.elements ?? []).compactMap { $0["text"] }

      #expect(!cautions.isEmpty)
      for caution in cautions {
        let id = try #require(caution["id"]?.stringValue, "\(caution)")
        #expect(TextCatalogue.notes[id, .german] != nil)
      }
    }
  }

  @Test func `each family has one deciding measure`() throws {
    let typical = try Samples.measuredLimits.get().limits.filter { $0.kind == .typical }

    #expect(Set(typical.map(\.measure)).isSuperset(of: AssessorTests.deciding))
    #expect(typical.allSatisfy { $0.device != nil || [.f0, .jitter].contains($0.measure.group) })
  }

  @Test func `the limits in force are printed with their people and intervals`() throws {
    let set = try Samples.measuredLimits.get()

    let table = LimitsTable(of: [set]).markdown

    for limit in set.limits {
      let people = "| \(limit.speakers ?? 0) | percentile of a sample. \(limit.caution ?? "") |"
      #expect(table.contains(people), "\(limit.measure)")
      let lines = LimitsTable(of: [set]).lines(of: limit.measure)
      #expect(lines.contains { $0.contains(", n = \(limit.speakers ?? 0), ") }, "\(limit.measure)")
    }
    for rate in set.rates {
      let device = rate.device == .studio ? "studio headset" : "phones and laptops"
      #expect(table.contains("| \(rate.group) | \(device) |"))
    }
  }

  @Test func `minimums are those of the article and equal for all groups`() throws {
    let expected: [RecordingProperty: (pass: Double, warn: Double)] = [
      .confidence: (80, 60), .voicedRatio: (0.95, 0.90), .duration: (1.5, 0.5),
    ]

    let minimums = try Samples.limits.get().minimums

    #expect(minimums.count == 9)
    for minimum in minimums {
      #expect(minimum.pass == expected[minimum.property]?.pass)
      #expect(minimum.warn == expected[minimum.property]?.warn)
      #expect(minimum.basis == .engineering)
    }
  }

  @Test func `every band has a caution`() throws {
    for band in AgeBand.allCases where band != .from18To59 {
      let texts = try Samples.limits.get().cautions.filter { $0.bands.contains(band) }
      #expect(texts.contains { $0.bands.count <= 2 }, "\(band)")
    }
  }
}
