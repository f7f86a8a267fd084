// Each rounding below is Praat's; the order of the floating-point operations decides ties.

package import VoiceTypes

/// Frame positions of a pitch analysis and sizes in samples.
package struct PitchGeometry {
  /// Interpolation depths of a standard and of a very accurate refinement.
  static let standardDepth = 70
  static let accurateDepth = 700

  /// Fraction of the sample rate above which candidates are always refined with the larger depth.
  static let accurateDepthFromRate = 0.3

  package let frameCount: Int
  package let firstFrameTime: Double
  package let timeStep: Double

  /// The longest period; the local mean spans twice as many samples.
  package let longestPeriod: Int
  /// The search range of the local peak on either side of the frame's centre.
  package let halfPeakSearch: Int
  package let halfWindow: Int
  package let maximumLag: Int
  /// The largest lag that is available for interpolation.
  package let keptLag: Int
  package let interpolationDepth: Int
  /// Window duration, in seconds.
  package let windowDuration: Double

  /// Samples per frame; slightly fewer than the window duration.
  package var windowLength: Int { 2 * halfWindow }

  /// Computes the sizes for `signal`; nil if no frame fits.
  package init?(of signal: Signal, settings: PitchSettings) {
    let dx = signal.samplePeriod
    let duration = Double(signal.samples.count) * dx
    let floorHz = settings.range.floor.value
    let accurate = settings.precision == .veryAccurate
    let correlatesWindowed = settings.method == .autocorrelation

    let step = settings.effectiveTimeStep.value
    let periods = settings.periodsPerWindow * (accurate && correlatesWindowed ? 2 : 1)
    let window = periods / floorHz
    let framed = correlatesWindowed ? window : window + 1 / floorHz
    guard duration >= settings.periodsPerWindow / floorHz, duration >= framed else { return nil }

    longestPeriod = Int((1 / dx / floorHz).rounded(.down))
    halfPeakSearch = longestPeriod / 2 + 1
    halfWindow = Int((window / dx).rounded(.down)) / 2 - 1
    let length = 2 * halfWindow
    // Fewer samples have no lag with two neighbours.
    guard halfWindow >= 2, longestPeriod >= 1 else { return nil }
    maximumLag = min(Int((Double(length) / periods).rounded(.down)) + 2, length)
    let keptShare = correlatesWindowed ? (accurate ? 0.25 : 0.5) : 1
    keptLag = Int((Double(length) * keptShare).rounded(.down))
    interpolationDepth = accurate ? Self.accurateDepth : Self.standardDepth

    windowDuration = window
    timeStep = step
    frameCount = Int(((duration - framed) / step).rounded(.down)) + 1
    let framedDuration = Double(frameCount) * step
    firstFrameTime =
      signal.firstSampleTime - 0.5 * dx + 0.5 * duration - 0.5 * framedDuration + 0.5 * step
  }

  /// The centre of frame `index`, in seconds.
  package func time(ofFrame index: Int) -> Double { firstFrameTime + Double(index) * timeStep }

  /// The largest lag that any interpolation reads.
  var touchedLag: Int {
    let refined = maximumLag + interpolationDepth + 2
    let highestPeriod = Int((1 / Self.accurateDepthFromRate).rounded(.up))
    return min(keptLag, max(refined, highestPeriod + Self.accurateDepth + 2))
  }
}
