// Measures FFTW plans. sagevoice contains them.

import ArgumentParser
import CFloorFFTW
import Foundation

/// Writes FFTW's plans of each size.
struct PlansCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plans",
    abstract: "Write FFTW's plans of all sizes as sagevoice reads them.",
    discussion: """
      New plans need a quiet machine and move the last digits of results: raise the version. Plans \
      of whole signals (--signals) are chosen by the time of their planning and execution.
      """
  )

  /// Sizes of frames: powers of two, and these multiplied by 5/4, 6/4, 25/16 and 28/16.
  private static let frameExponents = 5...14
  private static let leastOfSixteenths = 2048

  /// Powers of two of whole signals, up to 95 s at 44.1 kHz. The smaller ones are left to FFTW's
  /// estimate.
  private static let estimatedExponents = 15...17
  private static let signalExponents = 18...22

  @Flag(help: "Write the plans of whole signals.")
  var signals = false

  @Argument(help: "The file to write, if not that of the DSP core.", completion: .file())
  var file: String?

  func run() throws {
    let text = signals ? Self.signalWisdom() : Self.wisdom(of: Self.frameSizes, FFTW_MEASURE)
    try text.joined(separator: "\n").write(
      toFile: file ?? "Sources/DSPCore/FFT/Plans/\(signals ? "signal" : "frame")-plans.txt",
      atomically: true, encoding: .utf8)
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

  /// The lines of the wisdom of all signals. Sizes are planned apart; the first entry of a problem
  /// serves all.
  private static func signalWisdom() -> [String] {
    var lines = wisdom(of: estimatedExponents.map { 1 << $0 }, FFTW_ESTIMATE)
    let end = lines.removeLast()
    var known = Set(lines.map(problem))
    for exponent in signalExponents {
      let entries = wisdom(of: [1 << exponent], FFTW_MEASURE, countsPlanning: true)
      lines += entries.dropFirst().dropLast().filter { known.insert(problem(of: $0)).inserted }
    }
    return lines + [end, ""]
  }

  /// The problem of an entry: the hash at its end.
  private static func problem(of entry: String) -> String {
    entry.split(separator: " ").suffix(4).joined(separator: " ")
  }

  /// Plans the sizes and returns FFTW's wisdom: a line for each entry between two others.
  private static func wisdom(
    of sizes: [Int], _ effort: UInt32, countsPlanning: Bool = false
  ) -> [String] {
    fftw_forget_wisdom()
    for size in sizes {
      if countsPlanning { countPlanning(of: size) }
      plan(size: size, effort)
    }
    fftw_the_planner().pointee.hook = nil
    guard let text = fftw_export_wisdom_to_string() else { return [] }
    defer { free(text) }
    return String(cString: text).split(separator: "\n").map(String.init)
  }

  /// Adds the planning of a plan to its cost. A part of the transform is planned once and executed
  /// often: its planning counts by its share of the operations.
  private static func countPlanning(of size: Int) {
    operations = 0.5 * Double(size) * log2(Double(size))
    fftw_the_planner().pointee.hook = { _, plan, _, isBest in
      guard let plan, isBest == 0 else { return }
      let found = plan.pointee
      let share = (found.additions + found.multiplications + 2 * found.fused) / operations
      let start = sagevoice_ticks()
      fftw_plan_awake(plan, 3)
      plan.pointee.cost += min(1, share) * Double(sagevoice_ticks() - start)
      fftw_plan_awake(plan, 0)
    }
  }

  private static func plan(size: Int, _ effort: UInt32) {
    guard let samples = fftw_alloc_real(size), let spectrum = fftw_alloc_complex(size / 2 + 1)
    else { return }
    defer {
      fftw_free(samples)
      fftw_free(spectrum)
    }
    fftw_destroy_plan(fftw_plan_dft_r2c_1d(Int32(size), samples, spectrum, effort))
    fftw_destroy_plan(fftw_plan_dft_c2r_1d(Int32(size), spectrum, samples, effort))
  }
}

/// Estimated operations of the planned transform, for FFTW's hook.
nonisolated(unsafe) private var operations = 1.0
