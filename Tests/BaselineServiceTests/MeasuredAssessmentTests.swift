// What a measured set may say beside the literature: the numbered decisions of the article.

import BaselineService
import RealModule
import TestSupport
import Testing
import VoiceTypes

@Suite struct MeasuredAssessmentTests {
  private func assess(
    _ measure: Measure, _ value: Double, by set: ReferenceLimits?,
    with change: (inout MeasuredRecording) -> Void = { _ in }
  ) throws -> Assessment {
    let recording = Samples.recording([measure: value]) {
      $0.settings.merge(Samples.measuring) { _, new in new }
      change(&$0)
    }
    return Assessor(limits: try Samples.limits.get(), measured: set)
      .assess(recording, of: Samples.person())
  }

  private func typical(_ assessment: Assessment) -> AppliedLimit? { assessment.measures[0].typical }

  @Test func `it takes the place of a typical limit that rests on fewer people`() throws {
    let set = try SampleCorpus(women: 20, men: 5).set()

    let assessment = try assess(.hnrMean, 19.9, by: set)

    let limit = try #require(typical(assessment))
    #expect(limit.basis == .measured)
    #expect(limit.label == "measured, n = 25, device: microphone")
    #expect(assessment.measures[0].source?.contains("measured, n = 25, device: microphone") == true)
    #expect(assessment.measures[0].published?.label == "derived, none published")
    #expect(assessment.reference.measured == LimitsName(version: "sample-1", sha256: set.sha256))
    #expect(assessment.reference.cautions.contains { $0.contains("one device (microphone)") })
  }

  @Test func `it does not where the literature measured more people`() throws {
    let set = try SampleCorpus(women: 20, men: 5).set()

    let assessment = try assess(.jitterLocal, 0.8, by: set)

    #expect(typical(assessment)?.basis == .derived)
    #expect(assessment.reference.measured?.version == "sample-1")
    #expect(!assessment.reference.cautions.contains { $0.contains("microphone") })
  }

  @Test func `it takes the place of MDVP data however many people those are`() throws {
    var literature = try Samples.limits.get()
    for index in literature.limits.indices where literature.limits[index].algorithm == "mdvp" {
      literature.limits[index].speakers = 10_000
    }
    let own = try #require(
      SampleCorpus(women: 20, men: 0).limits().limits.first { $0.measure == .jitterPPQ5 })

    let declared = literature.limits.filter { $0.measure == .jitterPPQ5 }

    #expect(declared.allSatisfy { own.goesBefore($0) })
  }

  @Test func `it takes the place of a limit of settings that were not stated`() throws {
    let set = try SampleCorpus(women: 20, men: 5).set()

    #expect(typical(try assess(.cpps, 16, by: set))?.basis == .measured)
    #expect(typical(try assess(.cpps, 16, by: nil))?.label.contains("Murton") == true)
  }

  @Test func `it neither puts a value outside a published limit nor takes one back`() throws {
    // Three times as wide as the sample makes them: wider than every published limit.
    let set = try SampleCorpus(women: 20, men: 5).set()
    var wide = set
    for index in wide.limits.indices {
      wide.limits[index].low = wide.limits[index].low.map { $0 / 3 }
      wide.limits[index].high = wide.limits[index].high.map { $0 * 100 }
    }
    var outside = 0
    for measure in Measure.allCases where measure.facts.spread.typical != nil {
      for value in (-10...60).map({ Double.pow(10, Double($0) / 20) }) {
        let without = try assess(measure, value, by: nil).measures[0]
        for set in [set, wide] {
          let with = try assess(measure, value, by: set).measures[0]
          #expect((with.standing == .outsidePublished) == (without.standing == .outsidePublished))
          #expect(with.published == without.published)
          outside += with.standing == .outsidePublished ? 1 : 0
        }
      }
    }
    #expect(outside > 100)
  }

  @Test func `a published limit in a measured set is not used`() throws {
    var set = try SampleCorpus(women: 20, men: 5).set()
    for index in set.limits.indices { set.limits[index].kind = .published }

    let assessment = try assess(.hnrMean, 1, by: set)

    #expect(typical(assessment)?.basis == .derived)
    #expect(assessment.measures[0].standing == .atEdge)
  }

  @Test(arguments: [(19, LimitBasis.derived), (20, .measured)])
  func `fewer than twenty people are not used`(speakers: Int, basis: LimitBasis) throws {
    var set = try SampleCorpus(women: 20, men: 5).set()
    for index in set.limits.indices { set.limits[index].speakers = speakers }

    #expect(typical(try assess(.hnrMean, 19, by: set))?.basis == basis)
  }

  @Test func `a set of too few people in place of all others compares with nothing`() throws {
    var set = try SampleCorpus(women: 20, men: 5).set()
    for index in set.limits.indices { set.limits[index].speakers = 19 }
    let recording = Samples.recording([.hnrMean: 19]) {
      $0.settings.merge(Samples.measuring) { _, new in new }
    }

    let assessment = Assessor(limits: set).assess(recording, of: Samples.person())

    #expect(assessment.measures[0].standing == .noReference)
    #expect(assessment.measures[0].sentence.contains("19 speakers and 20 are needed"))
  }

  @Test(arguments: ["preset", "segment", "pitch_method", "pitch_range_rule"])
  func `other settings than those it was measured with are not compared with it`(
    setting: String
  ) throws {
    let set = try SampleCorpus(women: 20, men: 5).set()

    let assessment = try assess(.hnrMean, 19, by: set) { $0.settings[setting] = "another" }

    #expect(typical(assessment)?.basis == .derived)
  }

  @Test func `people of other ages are not compared with it`() throws {
    let set = try SampleCorpus(women: 20, men: 5).set()
    let recording = Samples.recording([.hnrMean: 19]) {
      $0.settings.merge(Samples.measuring) { _, new in new }
    }

    for age in [14, 17, 60, 95, nil] {
      let assessment = Assessor(limits: try Samples.limits.get(), measured: set)
        .assess(recording, of: Samples.person(age: age))
      #expect(assessment.measures[0].typical?.basis != .measured)
    }
  }

  @Test func `without it an assessment names none`() throws {
    #expect(try assess(.hnrMean, 19, by: nil).reference.measured == nil)
  }
}
