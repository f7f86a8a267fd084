/// Number type of the recursion.
package protocol PredictionNumber {
  /// The number as a double.
  var value: Double { get }

  static func + (first: Self, second: Self) -> Self
  static func * (first: Self, second: Self) -> Self
  static func / (first: Self, second: Self) -> Self
  static prefix func - (number: Self) -> Self
}

extension Double: PredictionNumber {
  package var value: Double { self }
}

/// Linear prediction from an autocorrelation: Levinson-Durbin recursion. Markel & Gray (1976),
/// Linear Prediction of Speech, chapter 3.
package struct LinearPrediction {
  /// a[1] … of A(z) = 1 + Σ a[k] z⁻ᵏ; fewer than lags if rounding leaves no error to predict.
  package let coefficients: [Double]

  /// The prediction error, from lag zero.
  package let error: Double

  /// Computes the prediction from the autocorrelation `lags`, from lag zero on.
  package init<Number: PredictionNumber>(lags: [Number]) {
    var error = lags[0]
    var coefficients: [Number] = []
    for order in 1..<lags.count where error.value > 0 {
      var sum = lags[order]
      for (index, coefficient) in coefficients.enumerated() {
        sum = sum + lags[order - 1 - index] * coefficient
      }
      let reflection = -sum / error
      let former = coefficients
      for index in former.indices {
        coefficients[index] = coefficients[index] + reflection * former[former.count - 1 - index]
      }
      error = error + reflection * sum
      if error.value > 0 { coefficients.append(reflection) }
    }
    self.coefficients = coefficients.map(\.value)
    self.error = error.value
  }

  /// The prediction residual of a row from its sample `order` on; empty for a silent row.
  ///
  /// The prediction is that of the row under a Hann window, which weights its middle most, with white
  /// noise of a fraction `noiseFloor` of its power.
  static func residual(of row: [Double], order: Int, noiseFloor: Double) -> [Double] {
    let windowed = HannFrame.windowed(row.span)
    let frame = windowed.span
    var lags = (0...order).map { lag in
      Rows.product(
        of: frame.extracting(0..<(frame.count - lag)), and: frame.extracting(lag..<frame.count))
    }
    lags[0] *= 1 + noiseFloor
    let weights = LinearPrediction(lags: lags).coefficients
    guard !weights.isEmpty else { return [] }
    return (order..<row.count).map { sample in
      weights.indices.reduce(row[sample]) { $0 + weights[$1] * row[sample - 1 - $1] }
    }
  }
}
