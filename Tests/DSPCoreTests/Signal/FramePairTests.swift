// Two frames that share a transform come out as if each were alone.

import DSPCore
import Testing
import VoiceTypes

// Rounding of transforms of up to 8192 samples. Where a sine separates one frame from the other,
// the rounding is divided by it.
private let roundingTolerance = 1e-12

@Suite struct FramePairTests {
  // The second half is a millionth of the first: the frames at the border share a transform with louder ones.
  private static func fallingTone(by factor: Double) -> Signal {
    let tone = TestSignal.noisyTone(f0: 123.4, noise: 0.3, sampleRate: 44_100, count: 22_050)
    return Signal(
      samples: tone.samples.enumerated().map { $0 < 11_025 ? $1 : factor * $1 },
      sampleRate: 44_100)
  }

  @Test(arguments: [1, 1e-6], [PitchPrecision.standard, .veryAccurate])
  func `paired frames have the correlations of single frames`(
    factor: Double, precision: PitchPrecision
  ) throws {
    let pitch = try PitchFixture(
      Self.fallingTone(by: factor), method: .autocorrelation, precision: precision)
    var workspace = AnalysisWorkspace()
    var correlator = WindowedAutocorrelation(
      signal: pitch.signal, geometry: pitch.geometry, precision: precision, workspace: &workspace)
    var lags = LagBuffer(keptLag: pitch.geometry.keptLag)
    #expect(pitch.geometry.frameCount > 4)

    var worst = 0.0
    for frame in 0..<pitch.geometry.frameCount {
      let peak = correlator.correlate(frame: frame, into: &lags)
      let alone = pitch.correlation(around: pitch.geometry.time(ofFrame: frame))
      #expect(peak == alone.peak)
      worst = max(worst, largestDifference(lags.values, alone.lags.values))
    }
    print("frames in pairs, \(precision), second half times \(factor): \(worst)")
    #expect(worst < roundingTolerance)
  }

  @Test func `the order of requests does not change a frame`() throws {
    let pitch = try PitchFixture(Self.fallingTone(by: 0.1), method: .autocorrelation)
    func values(_ order: [Int]) -> [Int: [Double]] {
      var workspace = AnalysisWorkspace()
      var correlator = WindowedAutocorrelation(
        signal: pitch.signal, geometry: pitch.geometry, precision: .standard,
        workspace: &workspace)
      var lags = LagBuffer(keptLag: pitch.geometry.keptLag)
      return order.reduce(into: [:]) { found, frame in
        _ = correlator.correlate(frame: frame, into: &lags)
        found[frame] = lags.values
      }
    }
    let frames = Array(0..<pitch.geometry.frameCount)

    #expect(values(frames) == values(frames.reversed()))
    #expect(values([7]) == values(frames).filter { $0.key == 7 })
  }

  @Test func `a silent frame does not change its pair`() throws {
    let tone = Self.fallingTone(by: 0)
    let pitch = try PitchFixture(tone, method: .autocorrelation)
    var workspace = AnalysisWorkspace()
    var correlator = WindowedAutocorrelation(
      signal: tone, geometry: pitch.geometry, precision: .standard, workspace: &workspace)
    var lags = LagBuffer(keptLag: pitch.geometry.keptLag)
    var seen = (loud: 0, silent: 0)
    for frame in 0..<pitch.geometry.frameCount {
      let peak = correlator.correlate(frame: frame, into: &lags)
      let alone = pitch.correlation(around: pitch.geometry.time(ofFrame: frame))
      #expect(peak == alone.peak)
      if peak > 0 { seen.loud += 1 } else { seen.silent += 1 }
      if peak > 0 { #expect(largestDifference(lags.values, alone.lags.values) < roundingTolerance) }
    }
    #expect(seen.loud > 1 && seen.silent > 1)
  }

  @Test(arguments: [2, 4, 6, 32, 34, 80])
  func `two even rows in one transform give separate results`(size: Int) {
    let count = size / 2 + 1
    let first = TestSignal.uniformNoise(count: count, seed: 4)
    let second = TestSignal.uniformNoise(count: count, seed: 5)
    let pair = EvenFFTPair(size: size, unit: 0.5)
    var spectrum = Array(repeating: 0.0, count: 2 * count)
    var target = spectrum.mutableSpan
    pair.combine(first.span, second.span, into: &target)
    let transform = CepstrumKernelTests.plainTransform(of: spectrum, size: size)
    var (even, odd) = (
      Array(repeating: 9.0, count: size / 2), Array(repeating: 9.0, count: size / 2)
    )

    pair.separate(transform.span, into: &even, &odd)

    let plain = [first, second].map { row in
      CepstrumKernelTests.plainTransform(of: row.flatMap { [$0, 0] }, size: size)
        .prefix(size / 2).map { 0.5 * $0 }
    }
    #expect(largestDifference(even, plain[0]) < roundingTolerance)
    #expect(odd[0] == 0)
    #expect(
      largestDifference(Array(odd.dropFirst()), Array(plain[1].dropFirst())) < roundingTolerance)
  }
}
