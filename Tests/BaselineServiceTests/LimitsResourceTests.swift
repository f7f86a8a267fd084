// The set that ships against the tables of the article ReferenceLimitsAndStandings, written out once
// more.

import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct LimitsResourceTests {
  /// A limit and what is known about it.
  struct Edge: Sendable {
    let range: ClosedRange<Double>
    let basis: LimitBasis
  }

  /// A measure with its two limits, and what the outer one is worth.
  struct Row: Sendable {
    let measure: Measure
    let typical: Edge
    let kind: LimitKind
    let outer: Edge

    init(_ measure: Measure, _ typical: Edge, _ kind: LimitKind, _ outer: Edge) {
      self.measure = measure
      self.typical = typical
      self.kind = kind
      self.outer = outer
    }
  }

  private static func most(_ limit: Double, _ basis: LimitBasis) -> Edge {
    Edge(range: -.infinity...limit, basis: basis)
  }

  private static func least(_ limit: Double, _ basis: LimitBasis) -> Edge {
    Edge(range: limit...(.infinity), basis: basis)
  }

  /// The article ReferenceLimitsAndStandings, sex-neutral measures. Rows made of verified and
  /// derived numbers are derived.
  static let rows = [
    Row(.jitterLocal, most(0.50, .derived), .published, most(1.04, .verified)),
    Row(.jitterLocalAbsolute, most(50, .derived), .published, most(0.0104, .derived)),
    Row(.jitterRAP, most(0.37, .derived), .published, most(0.68, .verified)),
    Row(.jitterPPQ5, most(0.36, .derived), .published, most(0.84, .verified)),
    Row(.shimmerLocal, most(2.85, .derived), .published, most(3.81, .verified)),
    Row(.shimmerLocalDecibels, most(0.27, .derived), .published, most(0.35, .verified)),
    Row(.shimmerAPQ3, most(1.55, .derived), .derived, most(2.0, .derived)),
    Row(.shimmerAPQ5, most(1.60, .derived), .derived, most(2.2, .derived)),
    Row(.shimmerAPQ11, most(2.0, .derived), .published, most(3.07, .verified)),
    Row(.hnrMean, least(20, .derived), .derived, least(18, .derived)),
    Row(.hnrAutocorrelationMean, least(20, .derived), .derived, least(18, .derived)),
    Row(.cpps, least(14.45, .verified), .published, least(14.45, .verified)),
    Row(.phonationUnvoicedFraction, most(0.01, .engineering), .published, most(0, .verified)),
    Row(.phonationVoiceBreaks, most(0, .verified), .published, most(0, .verified)),
  ]

  private func range(_ limit: ReferenceLimit) -> ClosedRange<Double> {
    (limit.low ?? -.infinity)...(limit.high ?? .infinity)
  }

  @Test(arguments: rows.indices)
  func `limits that hold for everybody are those of the table`(index: Int) throws {
    let row = Self.rows[index]

    let found = try Samples.limits.get().limits.filter { $0.measure == row.measure }

    let typical = try #require(found.first { $0.kind == .typical })
    let outer = try #require(found.first { $0.kind != .typical })
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.category == nil })
    #expect(range(typical) == row.typical.range)
    #expect(range(outer) == row.outer.range)
    #expect(outer.kind == row.kind)
    #expect(typical.basis == row.typical.basis)
    #expect(outer.basis == row.outer.basis)
  }

  @Test func `nothing but F0 and the rows of the table has a limit`() throws {
    let measures = try Set(Samples.limits.get().limits.map(\.measure))

    #expect(measures == Set(Self.rows.map(\.measure)).union([.f0Mean, .f0Median]))
  }

  /// 0.26 + 2 · 0.12 and 1.95 + 2 · 0.45: the count that stands beside a number is of its own sample.
  @Test(arguments: [(Measure.jitterLocal, 0.26 + 2 * 0.12), (.shimmerLocal, 1.95 + 2 * 0.45)])
  func `a limit of 360 adults is theirs and nobody else's`(measure: Measure, edge: Double) throws {
    let limit = try #require(
      try Samples.limits.get().limits.first { $0.measure == measure && $0.kind == .typical })

    #expect((try #require(limit.high) - edge).magnitude < 1e-9)
    #expect(limit.speakers == 360)
    #expect(limit.citation == "Mongolian adults, doaj bc66b586 (abstract)")
    #expect(!limit.sample.contains("MDVP"))
  }

  /// A limit made of a sample takes over the conditions of the one in the literature.
  @Test func `a measure that gets a limit from a sample has one in the literature`() throws {
    let typical = try Samples.limits.get().limits.filter { $0.kind == .typical }
    let others = typical.filter { $0.measure.facts.spread.typical == nil }

    for measure in Measure.allCases {
      // No study gives a limit for these two; they hold for what rules every measure.
      guard let end = measure.facts.spread.typical?.end,
        ![.subharmonicRatio, .f0StandardDeviationSemitones].contains(measure)
      else { continue }
      let limit = try #require(typical.first { $0.measure == measure }, "\(measure)")
      #expect((limit.high != nil) == (end == .upper), "\(measure)")
      #expect((limit.low != nil) == (end == .lower), "\(measure)")
    }
    #expect(
      Set(others.map(\.measure)) == [
        .f0Mean, .f0Median, .jitterLocalAbsolute, .phonationUnvoicedFraction,
        .phonationVoiceBreaks,
      ])
  }

  @Test func `only F0 and CPPS have limits above 90 years, and nothing but F0 a group`() throws {
    for limit in try Samples.limits.get().limits {
      let isF0 = limit.measure.group == .f0
      let neutral = AgeBand.allCases.filter { $0 != .from91To120 || limit.measure == .cpps }
      if isF0 {
        #expect(limit.category != nil)
        #expect(limit.basis == .engineering)
      } else {
        #expect(limit.category == nil)
        #expect(limit.bands == neutral)
      }
    }
  }

  /// Both sets as they stand in the sources.
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
    for row in document["distributions"]?.elements ?? [] {
      #expect(row["basis"] == "measured")
      #expect(row["unit"]?.stringValue?.isEmpty == false)
      #expect((document[path: ["measurement", "citation"]]?.stringValue ?? "").count > 5)
    }
  }

  @Test func `the measured set says how it was measured, and every limit on how many people`()
    throws
  {
    let set = try Samples.measuredLimits.get()

    let summary = try #require(set.measurement)
    #expect(summary.citation.contains("CC BY 4.0"))
    #expect(!summary.device.isEmpty)
    let typical = set.limits.filter { $0.kind == .typical }
    let outer = set.limits.filter { $0.kind == .outer }
    #expect(Set(typical.map(\.measure)).count == 13)
    #expect(outer.map(\.measure) == typical.map(\.measure))
    #expect(typical.count + outer.count == set.limits.count)
    for limit in set.limits {
      let row = try #require(
        set.distributions.first {
          $0.measure == limit.measure && limit.bands == $0.bands
            && $0.category == limit.category ?? .combined
        })
      #expect(limit.basis == .measured)
      #expect(limit.speakers == row.speakers)
      #expect(row.speakers >= ReferenceLimit.leastSpeakers)
      #expect(limit.label.contains("n = \(row.speakers)"))
    }
  }

  @Test func `nothing is called outside a limit whose settings its source does not state`() throws {
    let unstated = try Samples.limits.get().limits.filter { $0.settingsBasis == .notStated }

    #expect(
      Set(unstated.map(\.measure)) == [.cpps, .phonationVoiceBreaks, .phonationUnvoicedFraction])
    #expect(unstated.allSatisfy { $0.label.contains("settings not stated") && $0.caution != nil })
    for value in [14.4, 8, -3] {
      #expect(try Samples.assess(.cpps, value)?.standing == .atEdge)
    }
  }

  @Test func `an MDVP limit says what it is and what Praat says of it`() throws {
    let mdvp = try Samples.limits.get().limits.filter { $0.algorithm == "mdvp" }

    #expect(mdvp.count { $0.kind == .published } == 7)
    #expect(mdvp.count { $0.kind == .derived } == 2)
    #expect(mdvp.allSatisfy { $0.label.contains("MDVP") && $0.caution != nil })
    for limit in mdvp where limit.kind == .published && limit.measure.group == .jitter {
      #expect(limit.label.hasPrefix("published (MDVP)"))
      #expect(limit.caution?.contains("probably lower") == true)
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
