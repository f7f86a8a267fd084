// Precomputed FFT plans: results do not depend on timing measurements, and no run repeats the plan
// search. See the article Design.

internal import EmbeddedFiles

/// FFTW wisdom in FFTW's text format. No two sizes share an entry, so that the plan of a size does
/// not depend on the wisdom of other sizes.
enum PrecomputedPlans: String {
  /// Measured plans, for frames.
  case measured = "measured-plans.txt"

  /// Estimated plans, for whole signals; an estimate takes as long as a transform of that size.
  case estimated = "estimated-plans.txt"

  /// Largest frame, in samples.
  private static let largestFrame = 1 << 14

  /// Selects the wisdom with the plans of `size` samples.
  init(holding size: Int) { self = size > Self.largestFrame ? .estimated : .measured }

  /// The zero-terminated text.
  var wisdom: [CChar] { EmbeddedFiles.plans[rawValue].map { CChar(bitPattern: $0) } + [0] }
}
