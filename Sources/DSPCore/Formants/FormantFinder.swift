import ComplexModule
import RealModule
import VoiceTypes

/// Frame layout of a formant analysis.
struct PredictedFrames {
  let count: Int

  /// Samples per frame.
  let length: Int

  /// The frame step, in seconds.
  let step: Double

  private let firstTime: Double

  /// Centres as many frames as fit; a signal shorter than a window has one frame.
  init(of sound: ResampledSound, step: Double) {
    let grid = sound.grid
    let window = min(2 * FormantSettings.windowLength.value, grid.duration)
    self.step = step
    count = Int(((grid.duration - window) / step).rounded(.down)) + 1
    length = Int((window / grid.period).rounded(.down))
    let middle = grid.firstTime - 0.5 * grid.period + 0.5 * grid.duration
    firstTime = middle - 0.5 * Double(count - 1) * step
  }

  /// The centre of frame `index`, in seconds.
  func time(ofFrame index: Int) -> Double { firstTime + Double(index) * step }
}

/// Formants of single frames: the poles of linear prediction as frequencies and bandwidths. A pole
/// at radius ρ and angle θ has frequency fs·θ/2π and bandwidth −fs·ln ρ/π: Markel & Gray (1976),
/// Linear Prediction of Speech.
struct FormantFinder {
  private let frames: PredictedFrames
  private let sound: ResampledSound
  private let taper: [Double]
  private var frame: [Double]
  private var predictor = BurgPredictor(order: 2 * FormantSettings.count)
  private var solver = PolynomialRoots()

  init(frames: PredictedFrames, sound: ResampledSound) {
    self.frames = frames
    self.sound = sound
    taper = Window.gaussian(count: frames.length)
    frame = taper
  }

  mutating func formants(inFrame index: Int) -> [Formant] {
    cut(around: frames.time(ofFrame: index))
    guard predictor.analyze(frame) else { return [] }
    // z^m − a[1] z^(m−1) − … − a[m], the lowest power first.
    solver.find(predictor.coefficients.reversed().map { -$0 } + [1])
    return solver.roots.compactMap { formant($0) }.sorted { $0.frequency < $1.frequency }
  }

  private mutating func cut(around time: Double) {
    let grid = sound.grid
    // One-based: at round durations the centres lie on samples, and the rounding of the sum
    // decides.
    let right = Int(((time - grid.firstTime) / grid.period + 1).rounded(.down))
    let start = right - frames.length / 2
    for offset in frame.indices {
      let index = start + offset
      let sample = index >= 0 && index < grid.count ? sound.samples[index] : 0
      frame[offset] = sample * taper[offset]
    }
  }

  /// The formant of a pole; nil for the lower pole of a conjugate pair and for spectral slope.
  private func formant(_ root: Complex<Double>) -> Formant? {
    let rate = 1 / sound.grid.period
    let margin = FormantSettings.edgeMargin.value
    let frequency = root.phase * rate / (2 * .pi)
    guard frequency >= margin, frequency <= 0.5 * rate - margin else { return nil }
    // A pole outside the unit circle is reflected inside.
    let norm = root.lengthSquared > 1 ? 1 / root.lengthSquared : root.lengthSquared
    return Formant(frequency: frequency, bandwidth: -Double.log(norm) * rate / (2 * .pi))
  }
}
