import Testing
import VoiceTypes

@Suite struct MeasuredTests {
  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a result that is not finite is numeric overflow`(number: Double) {
    #expect(Measured(number) == .unavailable(.numericOverflow))
    #expect(Measured(number).unavailability?.code.rawValue == "numeric_overflow")
  }

  @Test(arguments: [0, -1.5, .greatestFiniteMagnitude])
  func `a finite result is a value`(number: Double) {
    #expect(Measured(number).number == number)
    #expect(Measured(number).unavailability == nil)
  }

  @Test func `a value is scaled`() {
    #expect(Measured(0.25).scaled(by: 100) == .value(25))
  }

  @Test func `a value that leaves the range when scaled is numeric overflow`() {
    #expect(Measured(1e308).scaled(by: 100) == .unavailable(.numericOverflow))
  }

  @Test func `a reason stays when scaled`() {
    #expect(Measured.unavailable(.noVoicing).scaled(by: 100) == .unavailable(.noVoicing))
  }

  @Test func `too few periods names both counts`() {
    let reason = Unavailability.tooFewPeriods(needed: 5, found: 3)

    #expect(reason.code == .tooFewPeriods)
    #expect(reason.message == "too few periods (5 required, 3 available)")
    #expect(reason.needed == 5)
    #expect(reason.found == 3)
  }

  @Test func `the reason codes of the contract exist`() {
    let contract = [
      "not_in_tier", "not_implemented", "no_voicing", "too_few_periods", "too_short",
      "signal_type", "clipped", "low_snr", "pitch_range_unstable", "bandwidth_limited",
      "no_profile", "no_baseline",
    ]

    #expect(contract.allSatisfy { ReasonCode(rawValue: $0) != nil })
  }

  @Test func `the refusal codes of the contract exist`() {
    let contract = [
      "not_found", "not_readable", "is_a_directory", "not_a_wav", "truncated", "empty",
      "unsupported_encoding", "non_finite_samples", "sample_rate_too_low",
      "sample_rate_too_high", "too_short", "too_long", "silent",
    ]

    #expect(contract.allSatisfy { RefusalCode(rawValue: $0) != nil })
  }
}

@Suite struct BiomarkersTests {
  @Test func `every measure that is not set has exactly the reason of the set`() {
    let biomarkers = Biomarkers(unsetBecause: .notInTier)

    #expect(biomarkers.unavailable.map(\.measure) == Measure.allCases)
    #expect(biomarkers.unavailable.allSatisfy { $0.reason == .notInTier })
  }

  @Test func `a measure with a number has no reason`() {
    var biomarkers = Biomarkers(unsetBecause: .numericOverflow)
    biomarkers[.hnrMean] = .value(20)

    #expect(biomarkers[.hnrMean].number == 20)
    #expect(biomarkers.unavailable.map(\.measure) == Measure.allCases.filter { $0 != .hnrMean })
  }

  @Test func `a measure with a reason of its own has that one only`() {
    var biomarkers = Biomarkers(unsetBecause: .numericOverflow)
    biomarkers[.jitterLocal] = .unavailable(.noVoicing)

    let reasons = biomarkers.unavailable.filter { $0.measure == .jitterLocal }.map(\.reason)

    #expect(reasons == [.noVoicing])
  }
}
