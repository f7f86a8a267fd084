import RealModule
internal import VoiceMath
public import VoiceTypes

/// Praat's settings of the formant analysis.
public enum FormantSettings {
  /// Number of formants below the ceiling; two poles each.
  public static let count = 5

  /// Half the duration of the Gaussian window.
  public static let windowLength: Seconds = 0.025

  /// Frames per `windowLength`.
  public static let oversampling = 4.0

  /// The frame step.
  public static let timeStep = Seconds(windowLength.value / oversampling)

  /// Start of the 6 dB per octave pre-emphasis.
  public static let preEmphasisFrom: Hertz = 50

  /// Least distance of a formant from zero and from the ceiling.
  public static let edgeMargin: Hertz = 50
}

/// Formant, in hertz.
public struct Formant: Sendable, Equatable {
  /// Centre frequency.
  public let frequency: Double

  /// Bandwidth at −3 dB.
  public let bandwidth: Double
}

/// Formant track of a signal with the means over the frames, from the poles of linear prediction.
///
/// Praat's "Sound: To Formant (burg)…" with the settings 0, 5, ceiling, 0.025, 50, and "Get mean".
/// Childers (1978), Modern Spectrum Analysis, pages 252–255; Markel & Gray (1976), Linear
/// Prediction of Speech.
public struct Formants: Sendable {
  /// The formants of each frame, in ascending order.
  public let frames: [[Formant]]

  /// The centre of the first frame, in seconds.
  public let firstFrameTime: Double

  /// The frame step, in seconds.
  public let timeStep: Double

  /// Mean frequency of the first formant, in hertz.
  public var f1: Measured { mean(of: \.frequency, number: 1) }

  /// Mean frequency of the second formant, in hertz.
  public var f2: Measured { mean(of: \.frequency, number: 2) }

  /// Mean frequency of the third formant, in hertz.
  public var f3: Measured { mean(of: \.frequency, number: 3) }

  /// Mean bandwidth of the first formant, in hertz.
  public var b1: Measured { mean(of: \.bandwidth, number: 1) }

  /// Mean bandwidth of the second formant, in hertz.
  public var b2: Measured { mean(of: \.bandwidth, number: 2) }

  /// Mean bandwidth of the third formant, in hertz.
  public var b3: Measured { mean(of: \.bandwidth, number: 3) }

  private let duration: Seconds

  private func mean(of part: KeyPath<Formant, Double>, number: Int) -> Measured {
    guard !frames.isEmpty else {
      let needed = Seconds(2 * FormantSettings.windowLength.value)
      return .unavailable(.tooShort(needed: needed, found: duration))
    }
    let values = frames.compactMap { $0.count >= number ? $0[number - 1][keyPath: part] : nil }
    if let mean = Statistics.mean(values) { return Measured(mean) }
    guard frames.contains(where: { !$0.isEmpty }) else { return .unavailable(.digitalSilence) }
    return .unavailable(.noFormant(number))
  }
}

extension Unavailability {
  fileprivate static func noFormant(_ number: Int) -> Unavailability {
    Unavailability(ReasonText.noFormant, [.number: "\(number)"], needed: 1, found: 0)
  }
}

extension Formants {
  /// The formants of `signal` below `ceiling`: 5000 Hz for men, 5500 Hz for women.
  public static func burg(
    of signal: Signal, ceiling: Hertz, timeStep: Seconds = FormantSettings.timeStep,
    sincWindow: SincWindow, workspace: inout AnalysisWorkspace
  ) -> Formants {
    let resampled = Resampling.resample(
      signal, to: Hertz(2 * ceiling.value), sincWindow: sincWindow, workspace: &workspace)
    return burg(
      of: resampled, timeStep: timeStep, duration: signal.duration, workspace: &workspace)
  }

  /// The linearly interpolated frequency or bandwidth of a formant at a time, in hertz. Next to a frame without this
  /// formant, the value of the nearer frame is used; nil if that frame has none.
  func value(_ part: KeyPath<Formant, Double>, of number: Int, at time: Double) -> Double? {
    func value(_ index: Int) -> Double? {
      guard frames.indices.contains(index), frames[index].count >= number else { return nil }
      return frames[index][number - 1][keyPath: part]
    }
    let position = (time - firstFrameTime) / timeStep
    let low = Int(position.rounded(.down))
    let phase = position - Double(low)
    guard let near = value(phase < 0.5 ? low : low + 1) else { return nil }
    guard let far = value(phase < 0.5 ? low + 1 : low) else { return near }
    return near + (phase < 0.5 ? phase : 1 - phase) * (far - near)
  }

  /// The formants of a signal with a sample rate of twice their ceiling.
  static func burg(
    of resampled: ResampledSound, timeStep: Seconds = FormantSettings.timeStep, duration: Seconds,
    workspace: inout AnalysisWorkspace
  ) -> Formants {
    let sound = PreEmphasis.applied(from: FormantSettings.preEmphasisFrom, to: resampled)
    let frames = PredictedFrames(of: sound, step: timeStep.value)
    guard frames.length > 2 * FormantSettings.count else {
      return Formants(
        frames: [], firstFrameTime: frames.time(ofFrame: 0), timeStep: frames.step,
        duration: duration)
    }
    let parts = workspace.parts(of: frames.count) { range, _ in
      var finder = FormantFinder(frames: frames, sound: sound)
      return range.map { finder.formants(inFrame: $0) }
    }
    return Formants(
      frames: parts.flatMap { $0 }, firstFrameTime: frames.time(ofFrame: 0), timeStep: frames.step,
      duration: duration)
  }
}
