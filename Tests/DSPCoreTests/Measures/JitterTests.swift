// Jitter of hand-made periods, with every number worked out by hand.

import DSPCore
import Testing
import VoiceTypes

// Differences of pulse times of some tenths of a second, relative to differences of 0.1 ms.
private let roundingTolerance = 1e-11

@Suite struct JitterTests {
  /// Periods of 10, 10.2, 9.9, 10.1, 10 and 10.3 ms: together 60.5 ms.
  private let jitter = JitterTests.jitter(milliseconds: [10, 10.2, 9.9, 10.1, 10, 10.3])

  private static func jitter(milliseconds: [Double]) -> Jitter {
    Jitter(of: PeriodSequence(pulses: pulseTimes(milliseconds: milliseconds)))
  }

  private func expect(_ measure: Measured, _ expected: Double) {
    #expect(abs((measure.number ?? 0) / expected - 1) < roundingTolerance)
  }

  @Test func `local jitter is the mean step of the periods over their mean`() {
    // Steps 0.2, 0.3, 0.2, 0.1 and 0.3 ms.
    expect(jitter.localAbsolute, 0.001 * 1.1 / 5)
    expect(jitter.local, (1.1 / 5) / (60.5 / 6))
  }

  @Test func `RAP is the distance from the mean of three over the mean`() {
    // 10.2 − 30.1/3, 30.2/3 − 9.9, 10.1 − 30/3 and 30.4/3 − 10: together 1.7/3 ms.
    expect(jitter.rap, (1.7 / 3 / 4) / (60.5 / 6))
  }

  @Test func `PPQ5 is the distance from the mean of five over the mean`() {
    // 50.2/5 − 9.9 = 0.14 and 50.5/5 − 10.1 = 0.
    expect(jitter.ppq5, (0.14 / 2) / (60.5 / 6))
  }

  @Test func `DDP is the mean difference of steps over the mean, three times RAP`() throws {
    // Steps 0.2, −0.3, 0.2, −0.1 and 0.3 ms differ by 0.5, 0.5, 0.3 and 0.4.
    expect(jitter.ddp, (1.7 / 4) / (60.5 / 6))
    #expect(jitter.ddp.number == 3 * (try #require(jitter.rap.number)))
  }

  @Test func `equal periods have no jitter`() {
    // Pulse times that a double holds exactly.
    let even = Jitter(of: PeriodSequence(pulses: (0..<9).map { Double($0) / 128 }))

    #expect(even.local == .value(0))
    #expect(even.rap == .value(0))
    #expect(even.ppq5 == .value(0))
  }

  @Test func `the mean counts periods that the windows leave out`() {
    // One comparable pair of 10 and 10.2 ms, and another of 14 and 14 ms; the mean has all four.
    let jitter = Self.jitter(milliseconds: [10, 10.2, 14, 14])

    expect(jitter.local, (0.2 / 2) / (48.2 / 4))
  }

  @Test func `windows with irregular periods are excluded from numerator and count`() {
    // Triples (10, 10.2, 10.1) and (10.1, 15, …) …: only the first is in step throughout.
    let jitter = Self.jitter(milliseconds: [10, 10.2, 10.1, 15, 10, 10.3])

    // Mean without the 15: 50.6/5. 10.2 − 30.3/3 = 0.1.
    expect(jitter.rap, 0.1 / (50.6 / 5))
  }

  @Test func `too few periods name the required and found counts`() {
    let two = Self.jitter(milliseconds: [10, 10.1])

    #expect(two.local.number != nil)
    #expect(
      two.rap.unavailability == .tooFewPeriods(needed: 3, found: 2, of: "consecutive periods"))
    #expect(two.ppq5.unavailability?.needed == 5)
    #expect(two.ppq5.unavailability?.found == 2)
    #expect(two.ddp == two.rap)
  }

  @Test func `wholly irregular periods give no jitter`() {
    let jitter = Self.jitter(milliseconds: [10, 14, 10, 14])

    #expect(jitter.local.unavailability?.code == .tooFewPeriods)
    #expect(jitter.local.unavailability?.needed == 2)
    #expect(jitter.local.unavailability?.found == 1)
    #expect(jitter.localAbsolute == jitter.local)
  }

  @Test func `without pulses every jitter is missing`() {
    let none = Jitter(of: PeriodSequence(pulses: []))

    for measure in [none.local, none.localAbsolute, none.rap, none.ppq5, none.ddp] {
      #expect(measure.unavailability?.found == 0)
    }
  }
}
