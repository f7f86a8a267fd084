// The counted transforms of one size, forward and inverse alternating.

import CFloorFFTW
import Glibc

/// Plans and buffers for transforms of one size; frees what it allocates.
final class TransformGroup {
  /// A pair of transforms multiplies by the size. The samples are replaced one transform before an overflow (10³⁰⁸).
  private static let decadesUntilRefill = 200.0

  let size: Int
  let flags: UInt32
  private let forwardCount: Int
  private let inverseCount: Int
  private let pairsUntilRefill: Int
  private let fresh: [Double]
  private let samples: UnsafeMutablePointer<Double>
  private let spectrum: UnsafeMutablePointer<fftw_complex>
  private let otherSpectrum: UnsafeMutablePointer<fftw_complex>
  private let forward: fftw_plan
  private let forwardOther: fftw_plan
  private let inverse: fftw_plan

  init(size: Int, flags: UInt32, forward forwardCount: Int, inverse inverseCount: Int) {
    let count = Int32(size)
    guard
      let samples = fftw_alloc_real(size), let spectrum = fftw_alloc_complex(size / 2 + 1),
      let otherSpectrum = fftw_alloc_complex(size / 2 + 1),
      let forward = fftw_plan_dft_r2c_1d(count, samples, spectrum, flags),
      let forwardOther = fftw_plan_dft_r2c_1d(count, samples, otherSpectrum, flags),
      let inverse = fftw_plan_dft_c2r_1d(count, spectrum, samples, flags)
    else { preconditionFailure("no plan for a transform of \(size) samples") }
    self.size = size
    self.flags = flags
    self.forwardCount = forwardCount
    self.inverseCount = inverseCount
    pairsUntilRefill = max(1, Int(Self.decadesUntilRefill / log10(Double(max(size, 10)))))
    // Neither periodic nor denormal, and the same in every run.
    fresh = (0..<size).map { sin(Double($0) * Double($0)) }
    self.samples = samples
    self.spectrum = spectrum
    self.otherSpectrum = otherSpectrum
    self.forward = forward
    self.forwardOther = forwardOther
    self.inverse = inverse
    refill()
  }

  deinit {
    for plan in [forward, forwardOther, inverse] { fftw_destroy_plan(plan) }
    fftw_free(samples)
    fftw_free(spectrum)
    fftw_free(otherSpectrum)
  }

  /// Spreads the rarer direction evenly among the other.
  func run() {
    let steps = max(forwardCount, inverseCount)
    var pairs = 0
    for step in 0..<steps {
      let goesBack = (step + 1) * inverseCount / steps > step * inverseCount / steps
      if (step + 1) * forwardCount / steps > step * forwardCount / steps {
        fftw_execute(goesBack ? forward : forwardOther)
      }
      guard goesBack else { continue }
      fftw_execute(inverse)
      pairs += 1
      if pairs.isMultiple(of: pairsUntilRefill) { refill() }
    }
  }

  private func refill() {
    for index in 0..<size { samples[index] = fresh[index] }
    for bin in 0...(size / 2) { spectrum[bin] = (fresh[bin], fresh[size - 1 - bin]) }
  }
}
