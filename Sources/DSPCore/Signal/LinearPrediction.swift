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
}
