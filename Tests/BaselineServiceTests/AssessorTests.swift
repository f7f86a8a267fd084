import BaselineService
import TestSupport
import Testing
import VoiceTypes

@Suite struct AssessorTests {
  /// Measures that decide, one of each family.
  static let deciding: [Measure] = [
    .f0StandardDeviationSemitones, .jitterLocal, .hnrMean, .cpps, .gne,
  ]

  private func limit(_ measure: Measure, on device: DeviceKind?) throws -> ReferenceLimit {
    try #require(
      try Samples.measuredLimits.get().limits.first {
        $0.measure == measure && $0.device == device && $0.category != .combined
      })
  }

  @Test(arguments: deciding, [DeviceKind.own, .studio])
  func `a value beyond the limit of its device is outside`(
    measure: Measure, device: DeviceKind
  ) throws {
    let limit = try limit(measure, on: device)
    let edge = try #require(limit.high ?? limit.low)
    let beyond = limit.high == nil ? edge - 0.001 : edge + 0.001
    let person = Samples.person(device: device == .studio ? "Studio AKG C520" : "iPhone 15")

    let inside = try #require(try Samples.assess(measure, edge, of: person))
    let outside = try #require(try Samples.assess(measure, beyond, of: person))

    #expect(inside.standing == .within)
    #expect(outside.standing == .outside)
    #expect(outside.typical?.label.contains("n = \(limit.speakers ?? 0)") == true)
    #expect(outside.typical?.caution?.hasPrefix("90 % confidence interval of the limit: ") == true)
  }

  @Test(arguments: [Measure.jitterLocal, .hnrMean])
  func `a percentile is interpolated in the sample, and high ones deviate`(
    measure: Measure
  ) throws {
    let limit = try limit(measure, on: .studio)
    let known = limit.quantiles
    func percentile(_ value: Double, on device: String = "studio") throws -> Double? {
      try Samples.assess(measure, value, of: Samples.person(device: device))?.percentile
    }
    let isTurned = limit.high == nil

    #expect(known.count == 5)
    #expect(try percentile(known[2]) == 50)
    let between = try #require(try percentile((known[2] + known[3]) / 2))
    #expect((between - (isTurned ? 37.5 : 62.5)).magnitude < 1)
    #expect(try percentile(known[0] / 2) == (isTurned ? 95 : 5))
    #expect(try percentile(known[4] * 2) == (isTurned ? 5 : 95))
    #expect(try percentile(known[2], on: "phone") == nil)
  }

  @Test(arguments: [
    (Measure.f0Mean, 150.0, ReferenceClassification.within), (.f0Mean, 290, .within),
    (.f0Mean, 149, .unusualForReference), (.f0Median, 291, .unusualForReference),
  ])
  func `an F0 is inside the interval of its group or unusual for it`(
    measure: Measure, value: Double, standing: ReferenceClassification
  ) throws {
    #expect(try Samples.assess(measure, value)?.standing == standing)
  }

  @Test(arguments: [
    Measure.jitterRAP, .shimmerLocal, .shimmerAPQ11, .hnrAutocorrelationMean, .subharmonicRatio,
  ])
  func `the limit of a secondary measure is context only`(
    measure: Measure
  ) throws {
    let assessment = try #require(try Samples.assess(measure, 1000))

    #expect(assessment.standing == .noReference)
    #expect(assessment.typical?.kind == .context)
    #expect(assessment.sentence.contains("shown for orientation only"))
  }

  @Test(arguments: [
    Measure.hnrStandardDeviation, .tremorF0Intensity, .phonationUnvoicedFraction,
    .phonationVoiceBreaks, .unvoicedFraction, .voiceBreaks,
  ])
  func `a value without a limit has no reference`(measure: Measure) throws {
    let assessment = try #require(try Samples.assess(measure, 3))

    #expect(assessment.standing == .noReference)
    #expect(assessment.typical == nil && assessment.published == nil)
    #expect(assessment.source == nil)
  }

  @Test(arguments: [(Measure.cpps, 1.0), (.hnrMean, 1), (.gne, 0.01)])
  func `an unmeasured device has only limits of device-independent measures`(
    measure: Measure, value: Double
  ) throws {
    let person = Samples.person(device: "Zoom H5")

    let assessment = try #require(try Samples.assess(measure, value, of: person))
    let jitter = try #require(try Samples.assess(.jitterLocal, 5, of: person))

    #expect(assessment.standing == .noReference)
    #expect(jitter.standing == .outside)
    #expect(jitter.typical?.high == (try limit(.jitterLocal, on: nil)).high)
  }

  @Test func `a device without measured limits is named as the reason`() throws {
    let person = Samples.person(device: "Zoom H5")

    let sentence = try Samples.assess(.hnrMean, 1, of: person)?.sentence

    #expect(sentence?.hasSuffix("Not compared: no limit for this kind of device.") == true)
  }

  /// Six men were measured in the studio, too few for a limit.
  @Test(arguments: [(11.72, ReferenceClassification.within), (11.71, .outsidePublished)])
  func `CPPS of a man in a studio has the published limit`(
    value: Double, standing: ReferenceClassification
  ) throws {
    let man = Samples.person(identity: .man, sex: .male, device: "studio")

    let assessment = try #require(try Samples.assess(.cpps, value, of: man))

    #expect(assessment.standing == standing)
    #expect(assessment.published?.label == "published (Buckley 2023)")
  }

  @Test(arguments: deciding)
  func `limits do not jump with age`(measure: Measure) throws {
    let limits = try [13, 17, 18, 59, 60, 90].map {
      try Samples.assess(measure, 1, of: Samples.person(age: $0))?.typical
    }

    #expect(limits[0] != nil)
    #expect(limits.allSatisfy { $0 == limits[0] })
  }

  @Test(arguments: [(110, 94.545), (125, 83.2), (210, 49.524), (300, 34.667)])
  func `the published limit of absolute jitter falls as F0 rises`(
    f0: Double, microseconds: Double
  ) throws {
    let assessment = try #require(
      try Samples.assess(.jitterLocalAbsolute, 1000) {
        $0.findings.biomarkers[.f0Mean] = Measured(f0)
      })

    let published = try #require(assessment.published?.high)
    #expect((published - microseconds).magnitude < 0.001)
    #expect(assessment.standing == .noReference)
    #expect(assessment.sentence.contains("another algorithm (mdvp)"))
  }

  @Test(arguments: [
    (Measure.jitterLocal, "maximum_period_factor", JSONValue.number(1.4)),
    (.hnrMean, "harmonicity_floor_hz", .number(100)),
    (.hnrMean, "harmonicity_method", .string("ac")),
    (.gne, "gne_frames", .string("praat_6.1")),
    (.f0StandardDeviationSemitones, "preset", .string("praat")),
  ])
  func `a limit for other settings is not applied`(
    measure: Measure, setting: String, value: JSONValue
  ) throws {
    let assessment = try #require(
      try Samples.assess(measure, 0.5) { $0.settings[setting] = value })

    #expect(assessment.standing == .noReference)
    #expect(assessment.typical == nil)
    #expect(assessment.sentence.contains(setting))
  }

  @Test func `a limit for another algorithm is not applied`() throws {
    var limits = try Samples.limits.get()
    limits.limits = limits.limits.filter { $0.measure == .f0Mean }.map { limit in
      var limit = limit
      limit.algorithm = "adsv"
      return limit
    }

    let assessment = Assessor(limits: limits).assess(
      Samples.recording([.f0Mean: 200]), of: Samples.person())

    #expect(assessment.measures.map(\.standing) == [.noReference])
    #expect(assessment.measures[0].sentence.contains("adsv"))
  }

  @Test(arguments: [nil, 2, 3, 4] as [Int?])
  func `cycle measures are compared for signal type 1 only`(type: Int?) throws {
    for measure: Measure in [.jitterLocal, .shimmerLocal, .shimmerAPQ11] {
      let assessment = try #require(
        try Samples.assess(measure, 0.1) {
          $0.findings.signalType = SignalType(type: type, reasons: ["as tested"])
        })
      #expect(assessment.standing == .noReference)
    }
  }

  @Test func `no measure is compared without an age`() throws {
    for measure in Measure.allCases where measure.group != .f0 || measure == .f0Mean {
      let assessment = try Samples.assess(measure, 1, of: Samples.person(age: nil))
      #expect(assessment?.standing == .noReference)
    }
  }

  @Test func `a recording graded repeat is not compared`() throws {
    let assessment = try #require(
      try Samples.assess(.f0Mean, 200) { $0.findings.biomarkers[.f0Confidence] = Measured(59) })

    #expect(assessment.standing == .noReference)
    #expect(assessment.sentence.contains("does not meet the minimum requirements"))
  }

  @Test func `a measure missing from the document is not assessed`() throws {
    let assessment = try Samples.assessor.get().assess(
      Samples.recording([.jitterLocal: 0.5]), of: Samples.person())

    #expect(assessment.measures.map(\.measure) == [.jitterLocal])
  }

  @Test func `reported conditions change no limit and are repeated in the assessment`() throws {
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

  @Test func `the assessment repeats the interval of each value`() throws {
    let interval = ConfidenceInterval(low: 0.4, high: 0.6)

    let assessment = try Samples.assess(.jitterLocal, 0.5) {
      $0.findings.uncertainty[.jitterLocal] = interval
    }

    #expect(assessment?.interval == interval)
  }

  @Test(arguments: [
    (
      Measure.f0Mean, 208.123,
      "Mean F0 was 208.1 Hz, within the interval of 150 to 290 Hz for the reference group used (F, 18-59 years)."
    ),
    (
      .f0Mean, 320,
      "Mean F0 was 320 Hz, outside the F0 reference range of the reference group used (F, 18-59 years: 150 to 290 Hz): check the pitch tracking, and whether this group fits the person."
    ),
    (
      .hnrStandardDeviation, 2,
      "Standard deviation of the harmonics-to-noise ratio was 2 dB. Not compared: no reference range is established for this measure."
    ),
  ])
  func `each sentence names the value and its reference`(
    measure: Measure, value: Double, sentence: String
  ) throws {
    #expect(try Samples.assess(measure, value)?.sentence == sentence)
  }

  @Test func `the same inputs give the same bytes`() throws {
    let numbers = Dictionary(uniqueKeysWithValues: Measure.allCases.map { ($0, 1.0) })

    let texts = try (0..<5).map { _ in
      let limits = try ReferenceLimits(reading: EmbeddedLimits.bytes) { _ in "same" }
      let assessment = Assessor(limits: limits)
        .assess(Samples.recording(numbers), of: Samples.person())
      return Assessment.shape.json(of: assessment).text(.compact)
    }

    #expect(Set(texts).count == 1)
  }

  /// The cautions about values of all deciding measures inside their limits.
  private func cautions(on device: String?) throws -> [String] {
    let numbers: [Measure: Double] = [
      .f0StandardDeviationSemitones: 0.1, .jitterLocal: 0.3, .hnrMean: 25, .cpps: 20, .gne: 0.9,
    ]
    return try Samples.assessor.get().assess(
      Samples.recording(numbers), of: Samples.person(device: device)
    ).reference.cautions
  }

  @Test func `an unknown device names the measures without a comparison`() throws {
    let note = try #require(try cautions(on: "Zoom H5").first { $0.contains("device_model") })

    #expect(note.contains("Mean HNR (cross-correlation), CPPS, GNE (glottal-to-noise excitation)"))
    #expect(note.contains("Zoom H5") && !note.contains("Jitter"))
  }

  @Test func `a missing device gives the assumed kind, a known one no note`() throws {
    let assumed = try cautions(on: nil).filter { $0.contains("device_model") }

    #expect(assumed.count == 1 && assumed.first?.contains("phones and laptops") == true)
    for device in ["Pixel phone", "studio microphone"] {
      #expect(try !cautions(on: device).contains { $0.contains("device_model") })
    }
  }
}
