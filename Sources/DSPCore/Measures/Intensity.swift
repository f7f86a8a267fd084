import RealModule
internal import VoiceMath
public import VoiceTypes

/// Intensity of every frame in decibels: mean square under a Kaiser window. Source: Praat manual,
/// "Sound: To Intensity..." and "Intensity: Get mean..." (energy).
///
/// The reference is 4e-10, the square of 20 µPa, with full scale as one pascal. Without a
/// calibrated microphone only differences are meaningful. The window spans 6.4 periods of the
/// floor, which leaves no ripple at that frequency. Its Bessel function is the polynomial of
/// Abramowitz & Stegun, as in Praat: the exact function would move the level by 1e-7 dB.
public struct Intensity: Sendable {
  /// The square of the threshold of hearing, 20 µPa, in Pa².
  private static let referencePower = 4e-10

  /// Silence threshold as a fraction of the reference.
  private static let leastPower = 1e-30

  /// The level of a silent frame in Praat.
  static let silentDecibels = -300.0

  /// Window length and frame step in periods of the floor.
  fileprivate static let windowPeriods = 6.4
  fileprivate static let stepPeriods = 0.8

  /// Mean square of every frame over the reference; zero in a silent frame.
  private let powers: [Double]

  /// The centre of the first frame, in seconds.
  public let firstFrameTime: Double

  /// The frame step, in seconds.
  public let timeStep: Double

  /// The level of every frame, in decibels; nil in a silent frame.
  public var frames: [Double?] { powers.map { $0 > 0 ? 10 * Double.log10($0) : nil } }

  /// The level of the mean power of all frames, in decibels; unavailable if all are silent.
  public var mean: Measured {
    guard let mean = Statistics.mean(powers), mean > 0 else {
      return .unavailable(.digitalSilence)
    }
    return Measured(10 * Double.log10(mean))
  }

  /// The level at digital full scale, in decibels: a mean square of 1 over the reference.
  private static let fullScale = 10 * Double.log10(1 / referencePower)

  /// The sound pressure level of a mean intensity, in decibels re 20 µPa; `calibration` is that of a
  /// mean square of 1.
  package static func soundPressureLevel(
    of mean: Measured, _ calibration: Decibels?
  ) -> Measured {
    guard let calibration else { return .unavailable(.notCalibrated) }
    guard case .value(let level) = mean else { return mean }
    return Measured(level - fullScale + calibration.value)
  }

  /// The mean intensity of a signal, in decibels.
  public static func mean(of signal: Signal, floor: Hertz) -> Measured {
    do {
      return try Intensity(of: signal, floor: floor).mean
    } catch {
      return .unavailable(error)
    }
  }

  /// Measures a signal whose lowest frequency of interest is `floor`, which must be positive.
  /// - Parameter timeStep: The frame step; 0.8 periods of the floor by default.
  /// - Throws: `too_short` if the signal is shorter than one window.
  public init(
    of signal: Signal, floor: Hertz, timeStep: Seconds? = nil
  ) throws(Unavailability) {
    precondition(floor.value > 0, "an intensity analysis needs a positive floor")
    let grid = SampleGrid(of: signal)
    let windowDuration = Self.windowPeriods / floor.value
    guard grid.duration >= windowDuration else {
      throw .tooShort(needed: Seconds(windowDuration), found: signal.duration)
    }
    // A window of a single sample equals its mean, which is subtracted.
    guard 0.5 * windowDuration >= grid.period else {
      throw .floorTooHigh(floor, periods: 0.5 * Self.windowPeriods, rate: signal.sampleRate)
    }
    let step = timeStep?.value ?? Self.stepPeriods / floor.value
    let count = Int(((grid.duration - windowDuration) / step).rounded(.down)) + 1
    let firstTime = 0.5 * (grid.duration - Double(count) * step) + 0.5 * step
    let window = KaiserWindow(halfDuration: 0.5 * windowDuration / grid.period)
    powers = (0..<count).map { index in
      let middle = grid.nearestIndex(to: firstTime + Double(index) * step)
      let power = window.meanSquare(of: signal.samples, around: middle) / Self.referencePower
      return power < Self.leastPower ? 0 : power
    }
    firstFrameTime = firstTime
    self.timeStep = step
  }
}

/// Feature extractor of the mean intensity.
public struct IntensityExtractor: FeatureExtractor {
  /// The mean, without and with the calibration.
  public static let measures: [Measure] = [.intensityMean, .soundPressureLevel]

  /// Floor and window.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    [
      NamedParameter("intensity_floor_hz", settings.harmonicityFloor.value),
      NamedParameter("intensity_periods_per_window", Intensity.windowPeriods),
      NamedParameter("intensity_periods_per_step", Intensity.stepPeriods),
    ]
  }

  private let mean: Measured

  /// Measures the segment of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    mean = Intensity.mean(of: voice.part, floor: voice.settings.harmonicityFloor)
  }

  /// The value in decibels.
  public func value(of measure: Measure, in voice: Voice) -> Measured {
    measure == .soundPressureLevel
      ? Intensity.soundPressureLevel(of: mean, voice.settings.calibration) : mean
  }
}

extension Unavailability {
  fileprivate static func floorTooHigh(
    _ floor: Hertz, periods: Double, rate: Hertz
  ) -> Unavailability {
    let needed = Hertz(floor.value / periods)
    return Unavailability(
      ReasonText.rateTooLowForFloor,
      [.floor: "\(floor)", .needed: "\(needed)", .found: "\(rate)"],
      needed: needed.value, found: rate.value)
  }
}

/// Kaiser window: the weights I₀(α √(1 − u²)) at whole samples, −1 < u < 1.
private struct KaiserWindow {
  /// The shape parameter of the window.
  private static let alpha = 2 * Double.pi * Double.pi + 0.5

  private let weights: [Double]

  private var halfCount: Int { weights.count / 2 }

  /// Computes a window that ends `halfDuration` sample periods on either side of its middle sample.
  init(halfDuration: Double) {
    let reach = Int(halfDuration.rounded(.down))
    weights = (-reach...reach).map { offset in
      let u = Double(offset) / halfDuration
      return ModifiedBessel.orderZero(Self.alpha * max(0, 1 - u * u).squareRoot())
    }
  }

  /// The weighted mean square of the samples around `middle`, less their unweighted mean.
  func meanSquare(of samples: [Double], around middle: Int) -> Double {
    let first = max(0, middle - halfCount)
    let last = min(samples.count - 1, middle + halfCount)
    guard first <= last else { return 0 }
    return WeightedMeanSquare.value(
      of: samples.span.extracting(first..<(last + 1)),
      weights: weights.span.extracting(
        (first - middle + halfCount)..<(last + 1 - middle + halfCount)))
  }
}
