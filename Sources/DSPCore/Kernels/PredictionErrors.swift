/// Forward and backward prediction errors of a frame in Burg's method.
struct PredictionErrors {
  /// f[n], and b[n − 1], aligned so that equal indices belong together.
  private var forward: [Double] = []
  private var backward: [Double] = []
  private var count = 0

  /// Initialises both errors to the frame itself.
  mutating func start(with frame: [Double]) {
    count = frame.count - 1
    forward.removeAll(keepingCapacity: true)
    backward.removeAll(keepingCapacity: true)
    forward.append(contentsOf: frame.dropFirst())
    backward.append(contentsOf: frame.dropLast())
  }

  /// 2 Σ f[n] b[n − 1] / Σ (f[n]² + b[n − 1]²); nil without residual energy.
  func reflection() -> Double? {
    Self.reflection(WideRows.errorSums(forward, backward, count: count))
  }

  /// Updates the errors to f[n] − k b[n − 1] and b[n − 1] − k f[n], one value shorter: the first f
  /// and the last b are dropped.
  /// - Returns: The next reflection coefficient.
  mutating func advance(by reflection: Double) -> Double? {
    guard count > 0 else { return nil }
    count -= 1
    return Self.reflection(WideRows.advance(&forward, &backward, by: reflection, count: count))
  }

  private static func reflection(_ sums: (product: Double, energy: Double)) -> Double? {
    sums.energy > 0 ? 2 * sums.product / sums.energy : nil
  }
}
