import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct AssessorTests {
  @Test(arguments: [
    (Measure.jitterLocal, 0.50, Standing.within), (.jitterLocal, 0.5001, .atEdge),
    (.jitterLocal, 1.0401, .atEdge), (.jitterLocal, 30, .atEdge),
    (.hnrMean, 20, .within), (.hnrMean, 19.99, .atEdge), (.hnrMean, 5, .atEdge),
    (.shimmerAPQ3, 1.5, .within), (.shimmerAPQ3, 2.5, .atEdge), (.cpps, 14.45, .within),
    (.cpps, 14.44, .atEdge), (.cpps, 2, .atEdge),
    (.phonationUnvoicedFraction, 0, .within), (.phonationUnvoicedFraction, 0.01, .atEdge),
    (.phonationUnvoicedFraction, 0.02, .atEdge), (.phonationVoiceBreaks, 0, .within),
    (.phonationVoiceBreaks, 1, .atEdge), (.phonationVoiceBreaks, 29, .atEdge),
    (.f0Mean, 150, .within), (.f0Mean, 290, .within),
    (.f0Mean, 149, .unusualForReference), (.f0Median, 291, .unusualForReference),
  ])
  func `a number stands where the limits put it`(
    measure: Measure, value: Double, standing: Standing
  ) throws {
    let assessment = try #require(try Samples.assess(measure, value))

    #expect(assessment.standing == standing)
    #expect(assessment.typical != nil || assessment.published != nil)
    #expect(assessment.source != nil)
  }

  @Test(arguments: [
    Measure.hnrStandardDeviation, .tremorF0Intensity, .subharmonicRatio, .unvoicedFraction,
    .voiceBreaks,
  ])
  func `a number without a limit has no reference`(measure: Measure) throws {
    let assessment = try #require(try Samples.assess(measure, 3))

    #expect(assessment.standing == .noReference)
    #expect(assessment.typical == nil && assessment.published == nil)
    #expect(assessment.source == nil)
  }

  /// Of 59 recordings 23 were outside such limits, 22 of them by APQ11 alone.
  @Test(arguments: [
    Measure.jitterLocalAbsolute, .jitterRAP, .jitterPPQ5, .shimmerLocalDecibels, .shimmerAPQ11,
  ])
  func `MDVP's limits are shown and put no number outside`(measure: Measure) throws {
    let assessment = try #require(
      try Samples.assess(measure, 1000) { $0.findings.biomarkers[.f0Mean] = Measured(120) })

    #expect(assessment.standing == .noReference)
    #expect(assessment.published?.algorithm == "mdvp")
    #expect(assessment.published?.label.contains("MDVP") == true)
    #expect(assessment.sentence.contains("another algorithm (mdvp)"))
  }

  @Test(arguments: [(110, 94.545), (125, 83.2), (210, 49.524), (300, 34.667)])
  func `the published limit of absolute jitter falls as F0 rises`(
    f0: Double, microseconds: Double
  ) throws {
    let assessment = try #require(
      try Samples.assess(.jitterLocalAbsolute, 20) {
        $0.findings.biomarkers[.f0Mean] = Measured(f0)
      })

    let published = try #require(assessment.published?.high)
    #expect((published - microseconds).magnitude < 0.001)
    #expect(assessment.typical?.high == min(50, published))
    #expect(assessment.published?.label == "published (MDVP), scaled with F0")
  }

  @Test func `absolute jitter without an F0 is compared with the typical limit alone`() throws {
    let assessment = try #require(try Samples.assess(.jitterLocalAbsolute, 60))

    #expect(assessment.published == nil)
    #expect(assessment.typical?.high == 50)
  }

  @Test(arguments: [
    (Measure.cpps, "cpps_definition", JSONValue.string("praat_7.0")),
    (.jitterLocal, "maximum_period_factor", .number(1.4)),
    (.shimmerLocal, "maximum_amplitude_factor", .number(1.7)),
    (.hnrMean, "harmonicity_floor_hz", .number(100)),
    (.hnrMean, "harmonicity_method", .string("ac")),
    (.phonationUnvoicedFraction, "pitch_voicing_threshold", .number(0.5)),
    (.cpps, "cpps_definition", .null),
  ])
  func `a limit that holds for other settings is no reference`(
    measure: Measure, setting: String, value: JSONValue
  ) throws {
    let assessment = try #require(
      try Samples.assess(measure, 1) { $0.settings[setting] = value })

    #expect(assessment.standing == .noReference)
    #expect(assessment.typical == nil && assessment.published == nil)
    #expect(assessment.sentence.contains(setting))
  }

  @Test func `a limit of another algorithm is no reference`() throws {
    var limits = try Samples.limits.get()
    limits.limits = limits.limits.filter { $0.measure == .cpps }.map { limit in
      var limit = limit
      limit.algorithm = "adsv"
      return limit
    }

    let assessment = Assessor(limits: limits).assess(
      Samples.recording([.cpps: 12]), of: Samples.person())

    #expect(assessment.measures.map(\.standing) == [.noReference])
    #expect(assessment.measures[0].sentence.contains("adsv"))
  }

  @Test(arguments: [nil, 2, 3, 4] as [Int?])
  func `cycle measures of a signal that is not of type 1 are not compared`(type: Int?) throws {
    for measure: Measure in [.jitterLocal, .shimmerLocal, .shimmerAPQ11] {
      let assessment = try #require(
        try Samples.assess(measure, 0.1) {
          $0.findings.signalType = SignalType(type: type, reasons: ["as tested"])
        })
      #expect(assessment.standing == .noReference)
    }
  }

  @Test func `without an age nothing is compared`() throws {
    for measure in Measure.allCases where measure.group != .f0 || measure == .f0Mean {
      let assessment = try Samples.assess(measure, 1, of: Samples.person(age: nil))
      #expect(assessment?.standing == .noReference)
    }
  }

  @Test func `a recording that should be made again is not compared`() throws {
    let assessment = try #require(
      try Samples.assess(.f0Mean, 200) { $0.findings.biomarkers[.f0Confidence] = Measured(59) })

    #expect(assessment.standing == .noReference)
    #expect(assessment.sentence.contains("below the quality minimums"))
  }

  @Test func `a number that the document does not have is not assessed`() throws {
    let assessment = try Samples.assessor.get().assess(
      Samples.recording([.jitterLocal: 0.5]), of: Samples.person())

    #expect(assessment.measures.map(\.measure) == [.jitterLocal])
  }

  @Test func `conditions that were told widen nothing and are repeated`() throws {
    var profile = Samples.person()
    let before = try Samples.assessor.get().assess(
      Samples.recording([.jitterLocal: 0.8]), of: profile)
    profile.voiceConditions = ["hoarse since May"]
    profile.diagnosedConditions = ["A"]
    profile.suspectedConditions = ["B", "C"]

    let after = try Samples.assessor.get().assess(
      Samples.recording([.jitterLocal: 0.8]), of: profile)

    #expect(after.measures == before.measures)
    #expect(after.recording == before.recording)
    #expect(after.reference == before.reference)
    #expect(after.context == ReportedConditions(of: profile))
  }

  @Test func `an interval of the document stands beside its number`() throws {
    let interval = ConfidenceInterval(low: 0.4, high: 0.6)

    let assessment = try Samples.assess(.jitterLocal, 0.5) {
      $0.findings.uncertainty[.jitterLocal] = interval
    }

    #expect(assessment?.interval == interval)
  }

  @Test func `a value beyond a limit is not printed as if it lay on it`() throws {
    let assessment = try #require(try Samples.assess(.jitterLocal, 0.50004))

    #expect(
      assessment.sentence.hasPrefix("Jitter (local) was 0.50004 %, at the edge of the "))
  }

  @Test(arguments: [
    (
      Measure.f0Mean, 208.123,
      "Mean F0 was 208.1 Hz, within the interval of 150 to 290 Hz for the reference used (F, 18-59 years)."
    ),
    (
      .f0Mean, 320,
      "Mean F0 was 320 Hz, unusual for the selected reference group (F, 18-59 years: 150 to 290 Hz): check the pitch tracking and the choice of the group."
    ),
    (
      .jitterLocal, 0.42,
      "Jitter (local) was 0.42 %, within the reference range used (at most 0.5 %)."
    ),
    (
      .jitterLocal, 0.9,
      "Jitter (local) was 0.9 %, at the edge of the reference range used (at most 0.5 %; published (MDVP): at most 1.04 %)."
    ),
    (
      .hnrMean, 12,
      "Mean harmonics-to-noise ratio was 12 dB, at the edge of the reference range used (at least 20 dB; derived, none published: at least 18 dB)."
    ),
    (
      .hnrStandardDeviation, 2,
      "Standard deviation of the harmonics-to-noise ratio was 2 dB. Not compared: no reference range is established."
    ),
  ])
  func `a sentence says what was measured and what it was compared with`(
    measure: Measure, value: Double, sentence: String
  ) throws {
    #expect(try Samples.assess(measure, value)?.sentence == sentence)
  }

  @Test func `the same inputs give the same bytes`() throws {
    let numbers = Dictionary(uniqueKeysWithValues: Measure.allCases.map { ($0, 1.0) })

    let texts = try (0..<5).map { _ in
      let limits = try ReferenceLimits(reading: EmbeddedLimits.bytes) { _ in "same" }
      return Assessor(limits: limits).assess(Samples.recording(numbers), of: Samples.person())
        .json.text(.compact)
    }

    #expect(Set(texts).count == 1)
  }
}
