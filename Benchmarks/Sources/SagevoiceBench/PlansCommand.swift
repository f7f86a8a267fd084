// Measures plans of transforms once and for all; sagevoice carries them along.

import ArgumentParser
import CFloorFFTW
import Foundation

/// Writes what FFTW found out about each size.
struct PlansCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plans",
    abstract: "Measure FFTW's plans of all sizes and write them as sagevoice reads them.",
    discussion: "Run it on a quiet machine. It moves the last digits of results: raise the version."
  )

  /// Powers of two of frames; they are also taken at 5/4, 6/4, 25/16 and 28/16. The transforms of whole
  /// sounds are left to FFTW's estimate: what a low-pass leaves of digital silence is their rounding.
  private static let exponents = 5...14
  private static let leastOfSixteenths = 2048

  @Argument(help: "The file to write.", completion: .file())
  var file = "Sources/DSPCore/FFT/Plans/measured-plans.txt"

  func run() throws {
    let blocks = Self.sizes.map { size in "size \(size)\n\(Self.wisdom(ofSize: size))\n" }
    try blocks.joined().write(toFile: file, atomically: true, encoding: .utf8)
  }

  private static var sizes: [Int] {
    var sizes: Set<Int> = []
    for exponent in exponents {
      let power = 1 << exponent
      let factors = [16, 20, 24] + (power >= leastOfSixteenths ? [25, 28] : [])
      sizes.formUnion(factors.map { $0 * power / 16 })
    }
    let largest = 1 << exponents.upperBound
    return sizes.filter { $0 <= largest }.sorted()
  }

  private static func wisdom(ofSize size: Int) -> String {
    fftw_forget_wisdom()
    guard let samples = fftw_alloc_real(size), let spectrum = fftw_alloc_complex(size / 2 + 1)
    else { return "" }
    defer {
      fftw_free(samples)
      fftw_free(spectrum)
    }
    fftw_destroy_plan(fftw_plan_dft_r2c_1d(Int32(size), samples, spectrum, FFTW_MEASURE))
    fftw_destroy_plan(fftw_plan_dft_c2r_1d(Int32(size), spectrum, samples, FFTW_MEASURE))
    guard let text = fftw_export_wisdom_to_string() else { return "" }
    defer { free(text) }
    return String(cString: text)
  }
}
