// Precomputed FFT plans: results do not depend on timing measurements, and no run repeats the plan
// search. See the article Design.

internal import EmbeddedFiles

/// FFTW wisdom in FFTW's text format. Each problem has one entry, so that the plan of a size does not
/// depend on the wisdom of other sizes.
enum PrecomputedPlans: String {
  /// Plans of frames, the fastest.
  case frames = "frame-plans.txt"

  /// Plans of whole signals. A signal needs one or two transforms of its size, so the time of the
  /// planning counts as well.
  case signals = "signal-plans.txt"

  /// Largest frame, in samples.
  private static let largestFrame = 1 << 14

  /// Selects the wisdom with the plans of `size` samples.
  init(holding size: Int) { self = size > Self.largestFrame ? .signals : .frames }

  /// The zero-terminated text.
  var wisdom: [CChar] { EmbeddedFiles.plans[rawValue].map { CChar(bitPattern: $0) } + [0] }
}
