/// Linear prediction by Burg's method: x[n] ≈ Σ a[k] · x[n − k], k = 1 … order, with minimal
/// forward and backward prediction errors.
///
/// It needs no window, and its poles stay inside the unit circle. Burg (1967), "Maximum entropy
/// spectral analysis", 37th meeting of the Society of Exploration Geophysicists; in the form of
/// Andersen (1974), Geophysics 39:69–72.
package struct BurgPredictor {
  private let order: Int
  private var errors = PredictionErrors()
  private var previous: [Double]

  /// a[1] … a[order] of the last frame.
  package private(set) var coefficients: [Double]

  package init(order: Int) {
    self.order = order
    coefficients = Array(repeating: 0, count: order)
    previous = coefficients
  }

  /// Computes the coefficients of `frame`, which is longer than `order`.
  /// - Returns: Whether the frame has any energy; without it there are no coefficients.
  package mutating func analyze(_ frame: [Double]) -> Bool {
    precondition(frame.count > order, "the frame is longer than the order")
    errors.start(with: frame)
    var next = errors.reflection()
    for stage in 0..<order {
      guard let reflection = next else { return stage > 0 }
      update(stage: stage, with: reflection)
      next = errors.advance(by: reflection)
    }
    return true
  }

  private mutating func update(stage: Int, with reflection: Double) {
    for index in 0..<stage { previous[index] = coefficients[index] }
    for index in 0..<stage {
      coefficients[index] = previous[index] - reflection * previous[stage - 1 - index]
    }
    coefficients[stage] = reflection
    for index in (stage + 1..<order) { coefficients[index] = 0 }
  }
}
