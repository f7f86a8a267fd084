import Foundation
import Testing
import VoiceTypes
import WAVIngest

@Suite struct QualityTests {
  /// The logarithm of the library is compared with the platform's; both err in the last bits.
  private static let levelTolerance = 1e-12

  private func checks(
    _ samples: [Double], rate: Hertz = 44_100, encoding: SampleEncoding = .float64, bits: Int = 64
  ) -> [QualityCheck] {
    RecordingQuality.firstChecks(
      of: IngestedRecording(
        signal: Signal(samples: samples, sampleRate: rate), encoding: encoding,
        bitsPerSample: bits))
  }

  private func constant(_ value: Double, count: Int = 20_000) -> [Double] {
    [Double](repeating: value, count: count)
  }

  @Test func `the checks come in the order of the document`() {
    let ids = checks(constant(0.1)).map(\.id)

    #expect(
      ids == [
        "duration", "sample_rate", "channels", "completeness", "level", "peak", "clipping",
      ])
  }

  @Test(arguments: [
    (0.5, Verdict.fail, 0.5), (0.51, .warn, 1.5), (1.49, .warn, 1.5), (1.5, .pass, 1.5),
    (29.9, .pass, 1.5), (30, .fail, 30),
  ])
  func `the duration check follows its limits`(seconds: Double, verdict: Verdict, limit: Double) {
    let check = checks(constant(0.1, count: Int(seconds * 1_000)), rate: 1_000)["duration"]

    #expect(check.verdict == verdict)
    #expect(check.limit == limit)
    #expect(check.value == seconds)
    #expect((check.message == nil) == (verdict == .pass))
  }

  @Test(arguments: [
    (15_999, Verdict.fail), (16_000, .warn), (25_999, .warn), (26_000, .pass), (44_100, .pass),
    (48_000, .pass),
  ])
  func `the sample rate check follows its limits`(rate: Int, verdict: Verdict) {
    let check = checks(constant(0.1), rate: Hertz(Double(rate)))["sample_rate"]

    #expect(check.verdict == verdict)
    #expect((check.message == nil) == (rate == 44_100))
  }

  @Test func `another rate is noted as measured at its own rate`() {
    let message = checks(constant(0.1), rate: 48_000)["sample_rate"].message

    #expect(message?.contains("original sample rate of 48000 Hz, without conversion") == true)
  }

  @Test func `stereo is measured with a warning that it was not mixed`() throws {
    let recording = try read(TestWAV(channels: 2, payload: pcm16([1, 2])).file).result.get()

    let check = RecordingQuality.firstChecks(of: recording)["channels"]

    #expect(check.verdict == .warn)
    #expect(check.value == 2)
    #expect(check.message?.contains("never mixes channels") == true)
  }

  @Test(arguments: [0.001, 0.1, 0.5, 0.70710678, 0.7072, 0.999, 1, 3, 1e300, 0x1p-1074])
  func `levels are 20 times the decimal logarithm`(amplitude: Double) throws {
    let all = checks(constant(amplitude))
    let expected = 20 * log10(amplitude)
    let tolerance = Self.levelTolerance * max(1, abs(expected))

    #expect(abs(try #require(all["peak"].value) - expected) <= tolerance)
    #expect(abs(try #require(all["level"].value) - expected) <= tolerance)
  }

  @Test func `the level of a square wave of -1 and 1 is exactly zero`() {
    let all = checks((0..<1_000).map { $0.isMultiple(of: 2) ? 1 : -1 })

    #expect(all["level"].value == 0)
    #expect(all["peak"].value == 0)
  }

  @Test(arguments: [(-46, Verdict.fail, -45.0), (-36, .warn, -35), (-34, .pass, -35)])
  func `the level check follows its limits`(decibels: Double, verdict: Verdict, limit: Double) {
    let check = checks(constant(pow(10, decibels / 20)))["level"]

    #expect(check.verdict == verdict)
    #expect(check.limit == limit)
  }

  @Test func `silence has no level and fails`() {
    let all = checks(constant(0))

    #expect(all["level"].value == nil)
    #expect(all["level"].verdict == .fail)
    #expect(all["level"].message?.contains("all samples are zero") == true)
    #expect(all["peak"].value == nil)
    #expect(all["peak"].verdict == .unknown)
  }

  @Test func `a peak near full scale warns`() {
    #expect(checks(constant(0.9))["peak"].verdict == .warn)
    #expect(checks(constant(0.89))["peak"].verdict == .pass)
  }

  private static let largestValues: [(SampleEncoding, Int, Double)] = [
    (.pcm8, 8, 127 / 128), (.pcm16, 16, 32767 / 32768),
    (.pcm24, 24, 8_388_607 / 8_388_608), (.pcm32, 24, 8_388_607 / 8_388_608),
  ]

  @Test(arguments: largestValues)
  func `full scale is the largest value of the encoding`(
    encoding: SampleEncoding, bits: Int, largest: Double
  ) {
    func percent(_ value: Double) -> Double? {
      checks(constant(value, count: 10), encoding: encoding, bits: bits)["clipping"].value
    }

    #expect(percent(largest) == 100)
    #expect(percent(-1) == 100)
    #expect(percent(0.99) == 0)
  }

  @Test(arguments: [(0, Verdict.pass), (2, .pass), (3, .warn), (200, .warn), (201, .fail)])
  func `the clipping check uses the share of samples`(clipped: Int, verdict: Verdict) {
    var samples = constant(0.1)
    for index in 0..<clipped { samples[index * 5] = 1 }

    let check = checks(samples, encoding: .pcm16, bits: 16)["clipping"]

    #expect(check.verdict == verdict)
    #expect(check.value == Double(clipped) / 200)
    #expect(check.limit == (verdict == .fail ? 1 : 0.01))
  }

  @Test func `three samples in a row at full scale warn, however long the recording`() {
    var samples = constant(0.1, count: 1_000_000)
    for index in 500..<503 { samples[index] = -1 }

    let check = checks(samples, encoding: .pcm16, bits: 16)["clipping"]

    #expect(check.verdict == .warn)
    #expect(check.message?.contains("up to 3 in a row") == true)
  }
}
