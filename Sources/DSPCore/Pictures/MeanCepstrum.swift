// The cepstrum behind CPPS, for the eye: the mean of smoothed cepstra over the stretch with the mean
// of the lines that their peaks are held against. CPPS itself is the mean of the prominences of all
// frames, each with its own peak; the peak of this mean stands out a little less.

internal import VoiceTypes

/// A mean smoothed cepstrum, its line and its peak.
package struct MeanCepstrum: Sendable {
  /// No more frames than these are looked at, evenly over the stretch: enough for a mean [E].
  private static let mostFrames = 96

  /// The height at each quefrency from 0 on, in decibels.
  package let decibels: [Double]

  /// The step between two quefrencies, in seconds.
  package let quefrencyStep: Double

  /// The mean line: its height at quefrency 0 in decibels, and its rise per step.
  package let line: StraightLine

  /// The highest point where a pitch can be; its position in steps.
  package let peak: CurvePeak

  /// The quefrencies of the pitches that are looked for, in seconds.
  package let searched: ClosedRange<Double>

  /// How many frames the mean is of.
  package let frameCount: Int

  /// The cepstrum of the stretch of a voice; nil where not one frame fits.
  package init?(of voice: Voice, workspace: inout AnalysisWorkspace) {
    let definition = voice.settings.cppsDefinition
    guard voice.part.sampleRate >= Voice.lowestRate,
      let cepstrogram = PowerCepstrogram(
        of: voice.part, definition: definition, sincWindow: voice.settings.sincWindow,
        workspace: &workspace)
    else { return nil }
    var prominence = FrameProminence(of: cepstrogram, definition: definition)
    var powers = [Double](repeating: 0, count: cepstrogram.quefrencyCount)
    var sum = powers
    var (slope, intercept) = (0.0, 0.0)
    let frames = Self.spread(over: cepstrogram.frameCount)
    for frame in frames {
      var smoothed = SmoothedCepstrogram(cepstrogram, from: frame)
      smoothed.write(frame: frame, into: &powers)
      let (decibels, line) = prominence.curve(of: powers)
      for index in sum.indices { sum[index] += decibels[index] }
      slope += line.slope
      intercept += line.intercept
    }
    let count = Double(frames.count)
    decibels = sum.map { $0 / count }
    line = StraightLine(slope: slope / count, intercept: intercept / count)
    quefrencyStep = cepstrogram.quefrencyStep
    let (floor, ceiling) = (FrameProminence.searchFloor, FrameProminence.searchCeiling)
    peak = CepstralPeakFinder(floor: floor, ceiling: ceiling, quefrencyStep: quefrencyStep)
      .highest(in: decibels)
    searched = (1 / ceiling.value)...(1 / floor.value)
    frameCount = frames.count
  }

  /// Frames evenly spread over all.
  private static func spread(over count: Int) -> [Int] {
    let wanted = min(count, mostFrames)
    return (0..<wanted).map { (2 * $0 + 1) * count / (2 * wanted) }
  }
}
