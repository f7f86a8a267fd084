// The two sums and the one step of Burg's method, over whole rows of prediction errors.

/// Forward and backward prediction errors of a frame.
struct PredictionErrors {
  /// f[n], and b[n − 1]: both rows are aligned so that equal places belong together.
  private var forward: [Double] = []
  private var backward: [Double] = []
  private var count = 0

  /// Before any prediction both errors are the frame itself.
  mutating func start(with frame: [Double]) {
    count = frame.count - 1
    forward.removeAll(keepingCapacity: true)
    backward.removeAll(keepingCapacity: true)
    forward.append(contentsOf: frame.dropFirst())
    backward.append(contentsOf: frame.dropLast())
  }

  /// 2 Σ f[n] b[n − 1] / Σ (f[n]² + b[n − 1]²); nil when nothing is left to predict.
  func reflection() -> Double? {
    Self.reflection(WideRows.errorSums(forward, backward, count: count))
  }

  /// Goes on to f[n] − k b[n − 1] and b[n − 1] − k f[n], one place shorter: the first f and the last b go.
  /// - Returns: The reflection of what is left.
  mutating func advance(by reflection: Double) -> Double? {
    guard count > 0 else { return nil }
    count -= 1
    return Self.reflection(WideRows.advance(&forward, &backward, by: reflection, count: count))
  }

  private static func reflection(_ sums: (product: Double, energy: Double)) -> Double? {
    sums.energy > 0 ? 2 * sums.product / sums.energy : nil
  }
}
