import RealModule
import VoiceTypes

/// Frame layout of linear prediction, by Praat version.
package enum PredictionFrames: String, CaseIterable, Sendable {
  /// An even number of samples without their mean, under a window that is not quite zero at its
  /// ends.
  case praat6_1 = "praat_6.1"
  /// An odd number of samples around the centre, with their mean.
  case praat6_4 = "praat_6.4"
  /// As in 6.1, under a window that ends in zeros.
  case praat7_0 = "praat_7.0"
}

/// Linear-prediction residual of a signal: frame-wise prediction by autocorrelation, then inverse
/// filtering. Markel & Gray (1976), Linear Prediction of Speech, chapter 3; Praat manual, "Sound:
/// To LPC (autocorrelation)…" and "LPC & Sound: Filter (inverse)".
package struct PredictionResidual {
  /// Window length in seconds, twice the 30 ms of Praat's analysis: the effective length of a
  /// Gaussian window is half.
  package static let windowLength = 0.06

  /// The frame step, in seconds.
  private static let step = 0.01

  /// Number of coefficients: two poles per kilohertz of a 10 kHz signal, and three.
  private static let order = 13

  /// Error threshold, as a fraction of the power, below which a frame is predicted again in
  /// double-double precision. Otherwise rounding affects a millionth of the coefficients and more,
  /// and all of them in digital silence with the ringing of a low-pass: 1e-17. Frames of Praat 6.1
  /// have the rounding of Praat instead.
  private static let roundingShare = 1e-10

  /// The exponent of the Gaussian window at its ends.
  private static let edgeExponent = -12.0

  private let sound: ResampledSound
  private let frames: PredictionFrames
  private let count: Int
  private let firstTime: Double
  private let length: Double
  private let window: [Double]

  /// Lays out the frames of `sound`, whose mean is zero.
  package init(of sound: ResampledSound, frames: PredictionFrames) {
    self.sound = sound
    self.frames = frames
    let grid = sound.grid
    let duration = grid.period * Double(grid.count)
    length = min(Self.windowLength, duration)
    count = Int(((duration - length) / Self.step).rounded(.down)) + 1
    let middle = grid.firstTime - 0.5 * grid.period + 0.5 * duration
    firstTime = middle - 0.5 * Double(count) * Self.step + 0.5 * Self.step
    window = Self.window(
      count: frames == .praat6_4
        ? 2 * Int((0.5 * length / grid.period).rounded(.down)) + 1
        : Int((length * (1 / grid.period)).rounded()),
      frames)
  }

  private static func window(count: Int, _ frames: PredictionFrames) -> [Double] {
    let middle = 0.5 * Double(count + 1)
    let width = Double(frames == .praat6_1 ? count + 1 : count)
    let edge = Double.exp(edgeExponent)
    return (1...count).map { place in
      let distance = Double(place) - middle
      // The last bit decides the coefficients of digital silence.
      let exponent = 4 * edgeExponent * distance * distance / width / width
      return (Double.exp(exponent) - edge) / (1 - edge)
    }
  }

  /// The residual, sample by sample; zero without a frame nearby.
  package func samples() -> [Double] {
    let predictors = (0..<count).map { coefficients(inFrame: $0) }
    let (grid, values) = (sound.grid, sound.samples)
    return values.indices.map { index in
      let place = (grid.time(of: index) - firstTime) / Self.step
      // One-based: halfway between frames the rounding of the sum decides.
      let frame = Int((place + 1 + 0.5).rounded(.down)) - 1
      guard predictors.indices.contains(frame) else { return 0 }
      let predictor = predictors[frame]
      var error = values[index]
      for lag in 0..<min(predictor.count, index) {
        error += predictor[lag] * values[index - lag - 1]
      }
      return error
    }
  }

  /// a[1] … of A(z) = 1 + Σ a[k] z⁻ᵏ.
  private func coefficients(inFrame index: Int) -> [Double] {
    let grid = sound.grid
    let time = firstTime + Double(index) * Self.step
    let start =
      frames == .praat6_4
      ? grid.nearestIndexFromOne(to: time) - (window.count - 1) / 2
      : grid.nearestIndexFromOne(to: time - 0.5 * length)
    let frame = window.indices.map { offset in
      let sample = start + offset
      return sample >= 0 && sample < grid.count ? sound.samples[sample] : 0
    }
    // Praat sums in 80 bits and rounds once; the recursion is in double precision.
    let lags = frames == .praat6_1 ? exactLags(of: frame).map(\.value) : lags(of: frame)
    let prediction = LinearPrediction(lags: lags)
    guard frames != .praat6_1, prediction.error < Self.roundingShare * lags[0] else {
      return prediction.coefficients
    }
    return LinearPrediction(lags: exactLags(of: frame)).coefficients
  }

  /// The autocorrelation of a frame under the window.
  private func lags(of frame: [Double]) -> [Double] {
    let tapered = tapered(frame, mean: frame.reduce(0, +) / Double(frame.count))
    return (0...Self.order).map { lag in
      lag < tapered.count
        ? Rows.product(
          of: tapered.span.extracting(..<(tapered.count - lag)),
          and: tapered.span.extracting(lag...)) : 0
    }
  }

  /// The autocorrelation in double-double precision.
  private func exactLags(of frame: [Double]) -> [TwofoldDouble] {
    let zero = TwofoldDouble(0)
    let tapered = tapered(frame, mean: TwofoldDouble.mean(of: frame))
    return (0...Self.order).map { lag in
      zip(tapered, tapered.dropFirst(lag)).reduce(zero) { $0 + TwofoldDouble(product: $1.0, $1.1) }
    }
  }

  private func tapered(_ frame: [Double], mean: Double) -> [Double] {
    let mean = frames == .praat6_4 ? 0 : mean
    return zip(frame, window).map { ($0 - mean) * $1 }
  }
}

extension SampleGrid {
  /// The index nearest to `time` as in Praat, counted from one: at ties the rounding of the sum
  /// decides.
  fileprivate func nearestIndexFromOne(to time: Double) -> Int {
    Int(((time - firstTime) / period + 1 + 0.5).rounded(.down)) - 1
  }
}
