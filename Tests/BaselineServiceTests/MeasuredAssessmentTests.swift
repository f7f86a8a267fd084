// What a measured set may say beside the literature: the numbered decisions of the article.

import BaselineService
import RealModule
import TestSupport
import Testing
import VoiceMath
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

  private func assess(
    _ numbers: [Measure: Double], by set: ReferenceLimits?
  ) throws -> Assessment {
    let recording = Samples.recording(numbers) {
      $0.settings.merge(Samples.measuring) { _, new in new }
    }
    return Assessor(limits: try Samples.limits.get(), measured: set)
      .assess(recording, of: Samples.person())
  }

  /// A set of people whose numbers vary as people's do.
  private func measuredSet(people: Int = 30, seed: UInt64 = 1) throws -> ReferenceLimits {
    try SampleCorpus(drawing: people, seed: seed).set()
  }

  private func typical(_ assessment: Assessment) -> AppliedLimit? { assessment.measures[0].typical }

  @Test(arguments: [Measure.hnrMean, .jitterLocal, .jitterPPQ5, .cpps])
  func `it takes the place of every typical limit of the literature`(measure: Measure) throws {
    let set = try SampleCorpus(women: 20, men: 20).set()

    let assessment = try assess(measure, 1, by: set)

    let limit = try #require(typical(assessment))
    #expect(limit.basis == .measured)
    #expect(limit.algorithm == "praat")
    #expect(limit.label.hasPrefix("measured, n = "))
    #expect(assessment.measures[0].source?.contains(limit.label) == true)
    #expect(assessment.reference.measured == LimitsName(version: "sample-1", sha256: set.sha256))
    #expect(assessment.reference.cautions.contains { $0.contains("(microphone)") })
  }

  @Test func `what was derived, or published for settings nobody knows, then falls away`() throws {
    let set = try SampleCorpus(women: 20, men: 20).set()

    for measure: Measure in [.hnrMean, .cpps] {
      #expect(try assess(measure, 16, by: set).measures[0].published == nil)
      #expect(try assess(measure, 16, by: nil).measures[0].published != nil)
    }
    #expect(try assess(.jitterLocal, 0.2, by: set).measures[0].published?.algorithm == "mdvp")
  }

  @Test func `a value below a published least is not within`() throws {
    let set = try SampleCorpus(women: 20, men: 20).set()

    for value in stride(from: 2, to: 20, by: 0.25) {
      for measured in [set, nil] {
        let found = try assess(.cpps, value, by: measured).measures[0]
        guard let least = found.published?.low, value < least else { continue }
        #expect(found.standing != .within)
      }
    }
  }

  @Test func `a value beyond its outer limit is outside, and one between is at the edge`() throws {
    let set = try measuredSet()
    let row = try assess(.hnrMean, 20, by: set).measures[0]
    let typical = try #require(row.typical?.low)
    let outer = try #require(row.outer?.low)

    #expect(outer < typical)
    #expect(try assess(.hnrMean, outer - 0.01, by: set).measures[0].standing == .outside)
    #expect(try assess(.hnrMean, typical - 0.01, by: set).measures[0].standing == .atEdge)
    #expect(try assess(.hnrMean, typical, by: set).measures[0].standing == .within)
  }

  @Test func `each standing carries its percentile and its distance`() throws {
    let set = try measuredSet()
    let row = try #require(
      set.distributions.first { $0.measure == .hnrMean && $0.category == .combined })

    let middle = try assess(.hnrMean, try #require(row.percentile(50)), by: set).measures[0]
    let low = try assess(.hnrMean, try #require(row.percentile(10)), by: set).measures[0]

    #expect(middle.percentile == 50)
    #expect(middle.deviation == 0)
    #expect(low.percentile == 10)
    #expect((try #require(low.deviation) + 1.2815515655446004).magnitude < 1e-9)
    #expect(try assess(.hnrMean, 20, by: nil).measures[0].percentile == nil)
  }

  @Test func `numbers are judged together`() throws {
    let set = try measuredSet()
    let outer = try #require(set.limits.first { $0.measure == .hnrMean && $0.kind == .outer }?.low)
    let numbers: [Measure: Double] = [.hnrMean: outer - 1, .jitterLocal: 0.3, .jitterPPQ5: 0.25]

    let joint = try #require(try assess(numbers, by: set).joint)

    #expect(joint.compared == 3)
    #expect(joint.beyondTypical == 1)
    #expect((joint.expectedBeyondTypical - 0.15).magnitude < 1e-12)
    #expect(joint.outside == 1)
    #expect(joint.farthest == .hnrMean)
    #expect(joint.sharePercent <= 10)
    #expect(
      joint.sentence.hasPrefix("1 of 3 measures beyond the 95th percentile of the reference group"))
    #expect(try assess([.f0Mean: 200], by: set).joint == nil)
    #expect(try assess(numbers, by: nil).joint == nil)
  }

  /// What the sets that ship say of the people they were made of would flatter them; one of a
  /// synthetic corpus, whose speakers are independent, must keep its promise on new ones.
  @Test func `of new people of the same kind one in ten has anything outside`() throws {
    let set = try measuredSet(people: 60, seed: 3)
    var generator = SplitMix64(seed: 4)
    let people = 400
    var outside = 0
    for _ in 0..<people {
      let vowel = SampleVowel.drawn(from: &generator)
      let found = try assess(vowel.numbers, by: set).joint?.outside ?? 0
      if found > 0 { outside += 1 }
    }

    // 10 % of 400 with a standard error of 1.5 %, and the limits' own of 120 people: 2.7 %.
    #expect((0.03...0.18).contains(Double(outside) / Double(people)))
  }

  @Test func `published limits of this algorithm are never replaced`() throws {
    let set = try SampleCorpus(women: 20, men: 20).set()

    let assessment = try assess(.phonationVoiceBreaks, 1, by: set).measures[0]

    #expect(assessment.standing == .atEdge)
    #expect(assessment.published?.label.contains("Praat manual") == true)
  }

  @Test func `a published limit in a measured set is not used`() throws {
    var set = try SampleCorpus(women: 20, men: 20).set()
    for index in set.limits.indices { set.limits[index].kind = .published }

    let assessment = try assess(.hnrMean, 1, by: set)

    #expect(typical(assessment)?.basis == .derived)
    #expect(assessment.measures[0].standing == .atEdge)
  }

  @Test(arguments: [(19, LimitBasis.derived), (20, .measured)])
  func `fewer than twenty people are not used`(speakers: Int, basis: LimitBasis) throws {
    var set = try SampleCorpus(women: 20, men: 20).set()
    for index in set.limits.indices { set.limits[index].speakers = speakers }

    #expect(typical(try assess(.hnrMean, 19, by: set))?.basis == basis)
  }

  @Test func `a set of too few people in place of all others compares with nothing`() throws {
    var set = try SampleCorpus(women: 20, men: 20).set()
    for index in set.limits.indices { set.limits[index].speakers = 19 }
    let recording = Samples.recording([.hnrMean: 19]) {
      $0.settings.merge(Samples.measuring) { _, new in new }
    }

    let assessment = Assessor(limits: set).assess(recording, of: Samples.person())

    #expect(assessment.measures[0].standing == .noReference)
    #expect(assessment.measures[0].sentence.contains("19 speakers (required: 20)"))
  }

  @Test(arguments: ["preset", "segment", "pitch_method", "pitch_range_rule"])
  func `other settings than those it was measured with are not compared with it`(
    setting: String
  ) throws {
    let set = try SampleCorpus(women: 20, men: 20).set()

    let assessment = try assess(.hnrMean, 19, by: set) { $0.settings[setting] = "another" }

    #expect(typical(assessment)?.basis == .derived)
  }

  @Test func `people of other ages are not compared with it`() throws {
    let set = try SampleCorpus(women: 20, men: 20).set()
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
