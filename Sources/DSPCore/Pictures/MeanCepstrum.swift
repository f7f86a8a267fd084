internal import VoiceTypes

/// Mean smoothed cepstrum of a segment with its reference line and peak, for display. CPPS is the
/// mean of the prominences of single frames; the prominence of this mean is slightly smaller.
package struct MeanCepstrum: Sendable {
  /// Maximum number of frames, evenly spread over the segment [E].
  private static let mostFrames = 96

  /// The level at each quefrency from 0 on, in decibels.
  package let decibels: [Double]

  /// The quefrency step, in seconds.
  package let quefrencyStep: Double

  /// The mean line: its level at quefrency 0 in decibels, and its slope per step.
  package let line: StraightLine

  /// The highest point in the pitch range; its position in steps.
  package let peak: CurvePeak

  /// The quefrencies of the pitch range, in seconds.
  package let searched: ClosedRange<Double>

  /// Number of averaged frames.
  package let frameCount: Int

  /// The cepstrum of the segment of a voice; nil if no frame fits.
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
    let (floor, ceiling) = (
      CepstralPeakProminence.peakSearch.lowerBound, CepstralPeakProminence.peakSearch.upperBound
    )
    peak = CepstralPeakFinder(floor: floor, ceiling: ceiling, quefrencyStep: quefrencyStep)
      .highest(in: decibels)
    searched = (1 / ceiling.value)...(1 / floor.value)
    frameCount = frames.count
  }

  /// At most `mostFrames` frames, evenly spread.
  private static func spread(over count: Int) -> [Int] {
    let wanted = min(count, mostFrames)
    return (0..<wanted).map { (2 * $0 + 1) * count / (2 * wanted) }
  }
}
