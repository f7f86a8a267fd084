import BaselineService
import RealModule
import Testing
import VoiceTypes

private let roundingTolerance = 1e-12

@Suite struct ReliableChangeTests {
  private func usual(
    _ means: [Double], vowels: Int = 3, of measure: Measure = .hnrMean
  ) throws -> ShrunkenVariation {
    let variation = try #require(ChangeMeasure.of(measure)?.variation)
    let sessions = means.map { SessionValue(mean: $0, vowels: vowels) }
    return ShrunkenVariation(of: BaselineValue(sessions: sessions), among: variation)
  }

  @Test func `the reliable change index equals the hand computation`() throws {
    // HNR of 20, 22 and 24 dB: mean 22, s_b² = 4; s₀² = 1.37² + 2.29²/3 = 3.624 933 3;
    // s² = (5·s₀² + 2·4)/7 = 3.732 095 2; SE² = s²·4/3; a session of 16 dB lies 6 dB below.
    let usual = try usual([20, 22, 24])
    let standardError = (3.7320952380952383 * 4 / 3).squareRoot()

    let change = ReliableChange(of: SessionValue(mean: 16, vowels: 3), from: usual)

    #expect(usual.own == 2)
    #expect((usual.population - 3.6249333333333333.squareRoot()).magnitude < roundingTolerance)
    #expect(usual.degreesOfFreedom == 7)
    #expect((change.index + 6 / standardError).magnitude < roundingTolerance)
    #expect((change.largerFrom - 2.364624251592784).magnitude < roundingTolerance)
    #expect((change.possibleFrom - 1.894578605090007).magnitude < roundingTolerance)
    #expect(
      (change.mdc95 - 2.364624251592784 * standardError).magnitude
        < roundingTolerance)
    #expect(change.changeClass == .larger)
    #expect(change.direction == .lower)
  }

  @Test func `one session has the variation of people and five degrees of freedom`() throws {
    let usual = try usual([20])

    #expect(usual.own == nil)
    #expect((usual.standardDeviation - usual.population).magnitude < roundingTolerance)
    #expect(usual.degreesOfFreedom == 5)
  }

  @Test func `agreeing sessions do not shrink the limits below the prior`() throws {
    let usual = try usual([20, 20, 20])

    #expect((usual.standardDeviation / usual.population - (5.0 / 7).squareRoot()).magnitude < 1e-12)
  }

  @Test(arguments: [-1.0, 1])
  func `up and down are judged alike`(sign: Double) throws {
    let usual = try usual([-1, 0, 1])

    let change = ReliableChange(of: SessionValue(mean: sign * 5.2, vowels: 3), from: usual)
    let mirrored = ReliableChange(of: SessionValue(mean: -sign * 5.2, vowels: 3), from: usual)

    #expect(change.index == -mirrored.index)
    #expect(change.changeClass == mirrored.changeClass)
    #expect(change.direction != mirrored.direction)
  }

  @Test func `a factor on every value of a logarithmic measure changes nothing`() throws {
    let scale = ValueScale.logarithmic
    let percent = [0.2, 0.3, 0.25]
    func change(times factor: Double) throws -> ReliableChange {
      let means = try percent.map { try #require(scale.transformed($0 * factor)) }
      let new = try #require(scale.transformed(0.5 * factor))
      return ReliableChange(
        of: SessionValue(mean: new, vowels: 3), from: try usual(means, of: .jitterPPQ5))
    }

    let (plain, scaled) = (try change(times: 1), try change(times: 1000))

    #expect((plain.index - scaled.index).magnitude < 1e-10)
    #expect((plain.mdc95 - scaled.mdc95).magnitude < 1e-12)
  }

  @Test func `fewer vowels in the new session ask for a larger difference`() throws {
    let usual = try usual([20, 22, 24])

    let of3 = ReliableChange(of: SessionValue(mean: 26, vowels: 3), from: usual)
    let of1 = ReliableChange(of: SessionValue(mean: 26, vowels: 1), from: usual)
    let ratio = (1.37 * 1.37 + 2.29 * 2.29) / (1.37 * 1.37 + 2.29 * 2.29 / 3)

    #expect(of1.index < of3.index)
    #expect(
      (of3.index / of1.index - ((ratio + 1.0 / 3) / (4.0 / 3)).squareRoot()).magnitude < 1e-12)
  }

  @Test func `the change class switches exactly at its limit`() throws {
    let usual = try usual([20, 22, 24])
    let limit = ReliableChange(of: SessionValue(mean: 22, vowels: 3), from: usual)
    let standardError = limit.mdc95 / limit.largerFrom
    func changeClass(at index: Double) -> ChangeClass {
      ReliableChange(of: SessionValue(mean: 22 + index * standardError, vowels: 3), from: usual)
        .changeClass
    }

    #expect(limit.changeClass == .noChangeDetected)
    #expect(limit.direction == nil)
    #expect(changeClass(at: limit.possibleFrom - 1e-9) == .noChangeDetected)
    #expect(changeClass(at: limit.possibleFrom + 1e-9) == .possible)
    #expect(changeClass(at: -limit.largerFrom + 1e-9) == .possible)
    #expect(changeClass(at: -limit.largerFrom - 1e-9) == .larger)
  }

  @Test func `a session value is the mean of its vowels on the measure's scale`() throws {
    func vowel(_ ppq5: Double, _ hnr: Double) -> Biomarkers {
      var biomarkers = Biomarkers(unsetBecause: .noVoicing)
      biomarkers[.jitterPPQ5] = Measured(ppq5)
      biomarkers[.hnrMean] = Measured(hnr)
      return biomarkers
    }

    let values = SessionValues.means(of: [vowel(0.1, 20), vowel(0.4, 22), vowel(0, 24)])

    #expect(values[.hnrMean] == SessionValue(mean: 22, vowels: 3))
    #expect(values[.jitterPPQ5]?.vowels == 2)
    let mean = try #require(values[.jitterPPQ5]?.mean)
    #expect((Double.exp(mean) - 0.2).magnitude < 1e-15)
    #expect(values[.shimmerAPQ3] == nil)
  }
}
