// Measures FFTW plans. sagevoice contains them.

import ArgumentParser
import CFloorFFTW
import Foundation

/// Writes the plan of each size.
struct PlansCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plans",
    abstract: "Write FFTW's plans of all sizes as sagevoice reads them.",
    discussion: """
      Measured plans of frames need a quiet machine and move the last digits of results: raise the \
      version. Estimated plans of whole sounds (--estimated) are what FFTW would find by itself.
      """
  )

  /// Sizes of frames: powers of two, and these multiplied by 5/4, 6/4, 25/16 and 28/16.
  private static let frameExponents = 5...14
  private static let leastOfSixteenths = 2048

  /// Sizes of whole sounds, up to 95 s at 44.1 kHz. FFTW estimates their plans, because low-passed digital silence consists
  /// of their rounding errors.
  private static let soundExponents = 15...22

  @Flag(help: "Write FFTW's estimates of the sizes of whole sounds.")
  var estimated = false

  @Argument(help: "The file to write, if not that of the DSP core.", completion: .file())
  var file: String?

  func run() throws {
    let name = estimated ? "estimated" : "measured"
    (estimated ? Self.soundExponents.map { 1 << $0 } : Self.frameSizes).forEach(plan)
    guard let text = fftw_export_wisdom_to_string() else { return }
    defer { free(text) }
    try String(cString: text).write(
      toFile: file ?? "Sources/DSPCore/FFT/Plans/\(name)-plans.txt", atomically: true,
      encoding: .utf8)
  }

  private static var frameSizes: [Int] {
    var sizes: Set<Int> = []
    for exponent in frameExponents {
      let power = 1 << exponent
      let factors = [16, 20, 24] + (power >= leastOfSixteenths ? [25, 28] : [])
      sizes.formUnion(factors.map { $0 * power / 16 })
    }
    let largest = 1 << frameExponents.upperBound
    return sizes.filter { $0 <= largest }.sorted()
  }

  private func plan(size: Int) {
    guard let samples = fftw_alloc_real(size), let spectrum = fftw_alloc_complex(size / 2 + 1)
    else { return }
    defer {
      fftw_free(samples)
      fftw_free(spectrum)
    }
    let effort = estimated ? FFTW_ESTIMATE : FFTW_MEASURE
    fftw_destroy_plan(fftw_plan_dft_r2c_1d(Int32(size), samples, spectrum, effort))
    fftw_destroy_plan(fftw_plan_dft_c2r_1d(Int32(size), spectrum, samples, effort))
  }
}
