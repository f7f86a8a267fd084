// The spectrogram with the formants of the segment.

internal import DSPCore
internal import VoiceTypes

extension FigureSheet {
  /// Number of grey levels. A difference of two decibels is not visible.
  private static let shades = 32

  /// Maximum number of dots per formant.
  private static let mostDots = 150
  private static let shownFormants = 3

  mutating func drawSpectrogram() {
    guard let time, let spectrogram = material.spectrogram else {
      absence(otherwise: material.signal == nil ? .noSound : .digitalSilence)
      return
    }
    let panel = panel(Self.largeHeight, x: time, y: 0...spectrogram.top.value)
    layout.add([.image(image(of: spectrogram), levels: Self.shades, panel.field)])
    let tracks = formants(in: panel)
    let segment = material.analysis == nil ? nil : document.findings?.segment
    let edge = Stroke(.blue, width: 1.6, .dashed)
    layout.add(
      segment.map { [$0.start, $0.end].map { panel.upright($0.value, edge) } } ?? [])
    for (track, ink) in zip(tracks, [Ink.orange, .green, .purple]) where !track.isEmpty {
      // A page-coloured outline keeps the dots visible on every grey level.
      layout.add([.dots(track, .page, diameter: 4.6), .dots(track, ink, diameter: 2.8)])
    }
    axes(of: panel, y: .frequencyAxis, yTicks: 6)
    let ends = segment.map { segment in
      LegendEntry(
        .line(edge), language.text(.measuredStretch, segment.ends[0], segment.ends[1]))
    }
    let formants = [("F1", Ink.orange), ("F2", .green), ("F3", .purple)].map {
      LegendEntry(.dots($0.1), $0.0)
    }
    layout.legend(
      [ends].compactMap(\.self) + (tracks.contains { !$0.isEmpty } ? formants : []))
    let settings = material.spectrogramSettings
    layout.note(
      language.text(
        .spectrogramSettings, NumberFormat.short(1000 * settings.windowLength.value),
        NumberFormat.short(settings.dynamicRange.value),
        NumberFormat.short(settings.preEmphasis.value)))
  }

  private func image(of spectrogram: Spectrogram) -> IndexedImage {
    let range = material.spectrogramSettings.dynamicRange.value
    var pixels: [UInt8] = []
    pixels.reserveCapacity(spectrogram.levels.count)
    for row in (0..<spectrogram.rows).reversed() {
      let first = row * spectrogram.columns
      for level in spectrogram.levels[first..<(first + spectrogram.columns)] {
        let share = min(max(1 + level / range, 0), 1)
        pixels.append(UInt8((share * Double(Self.shades - 1)).rounded()))
      }
    }
    return IndexedImage(width: spectrogram.columns, height: spectrogram.rows, pixels: pixels)
  }

  /// Returns F1 to F3 over time, decimated evenly; none for a formant that is not reported.
  private func formants(in panel: Panel) -> [[Point]] {
    guard let analysis = material.analysis, let found = analysis[FormantExtractor.self]?.formants,
      analysis.pitch.hasVoicing
    else { return [] }
    let stride = max(1, (found.frames.count + Self.mostDots - 1) / Self.mostDots)
    let values = document.findings?.biomarkers
    return zip([Measure.f1, .f2, .f3], 0..<Self.shownFormants).map { measure, number in
      guard values?[measure].number != nil else { return [] }
      return found.frames.indices.filter { $0.isMultiple(of: stride) }.compactMap { frame in
        guard found.frames[frame].count > number else { return nil }
        let frequency = found.frames[frame][number].frequency
        guard panel.y.domain.contains(frequency) else { return nil }
        let time = found.firstFrameTime + Double(frame) * found.timeStep + analysis.offset
        return panel.point(time, frequency)
      }
    }
  }
}
