// Harmonics-to-noise ratio by cross-correlation, per frame.

internal import DSPCore
internal import VoiceTypes

extension FigureSheet {
  /// Minimum range of the HNR axis, in decibels.
  private static let leastRange = 6.0

  mutating func drawHarmonicity() {
    layout.heading(.harmonicityOverTime)
    guard let analysis = material.analysis, let time, analysis.voice.hasHarmonicity,
      let mean = document.findings?.biomarkers[.hnrMean].number
    else {
      absence(of: .hnrMean, otherwise: .notMade)
      return
    }
    let frames = analysis.voice.harmonicity
    guard let range = Scale.range(of: frames.values, margin: 0.08, least: Self.leastRange) else {
      absence(of: .hnrMean, otherwise: .noVoiceFound)
      return
    }
    let panel = panel(Self.smallHeight, x: time, y: range)
    layout.add(ground(of: panel, yTicks: 5))
    let points = frames.frames.enumerated().map { index, value in
      (x: frames.firstFrameTime + Double(index) * frames.timeStep + analysis.offset, y: value)
    }
    layout.add(Curve.marks(through: points, in: panel, Stroke(.blue, width: 1.6)))
    layout.add([panel.level(mean, .mean)])
    axes(of: panel, y: .harmonicityAxis, yTicks: 5)
    legend(ofMean: mean, .meanHarmonicity)
  }
}
