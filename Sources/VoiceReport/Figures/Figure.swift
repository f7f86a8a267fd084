// One figure of one recording. A panel without data shows the reason.

internal import VoiceMath
package import VoiceTypes

/// Draws figures.
package enum Figure {
  /// Returns the figure as a scene. Missing data give panels with a reason.
  package static func scene(
    _ kind: FigureKind, of material: FigureInput, language: Language = .english
  ) -> Scene {
    var sheet = FigureSheet(kind, of: material, language: language)
    if let refusal = material.document.refusal {
      sheet.refused(refusal)
    } else {
      switch kind {
      case .overview: sheet.drawOverview()
      case .spectrogram: sheet.drawSpectrogram()
      case .pitch: sheet.drawPitch()
      case .cycles: sheet.drawCycles()
      case .spectrum: sheet.drawSpectrum()
      case .cepstrum: sheet.drawCepstrum()
      }
    }
    return sheet.finished()
  }

  /// Returns the waveform and F0 as two small panels for paper; empty without a signal.
  package static func summary(of material: FigureInput, language: Language) -> [Scene] {
    guard material.signal != nil else { return [] }
    var panels = [
      FigureSheet(of: material, language: language).summary { $0.drawWaveform(height: $1) }
    ]
    if material.document.refusal == nil {
      panels.append(
        FigureSheet(of: material, language: language).summary { $0.drawPitchOverTime(height: $1) })
    }
    return panels
  }

  /// Returns the summary panels of several recordings with common axes.
  package static func summaries(of materials: [FigureInput], language: Language) -> [[Scene]] {
    let axes = CommonAxes(of: materials)
    return materials.map { material in
      var material = material
      material.axes = axes
      return summary(of: material, language: language)
    }
  }
}

/// A figure being drawn.
struct FigureSheet {
  /// Heights of plot areas, in page units.
  static let smallHeight = 112.0
  static let usualHeight = 150.0
  static let largeHeight = 230.0
  private static let low = (width: 410.0, height: 84.0)

  let material: FigureInput
  let language: Language
  var layout: FigureLayout
  private let kind: FigureKind

  /// Whether this is a small panel of the first sheet, with fewer ticks and legend entries.
  let isPanel: Bool

  init(_ kind: FigureKind, of material: FigureInput, language: Language) {
    (self.kind, isPanel) = (kind, false)
    self.material = material
    self.language = language
    let document = material.document
    let facts = document.recording
    let subtitle =
      if let duration = facts.duration?.value, let rate = facts.sampleRate?.value {
        language.text(
          .subtitle, NumberFormat.fixed(duration, 2), NumberFormat.fixed(rate, 0),
          document.provenance.preset.rawValue)
      } else {
        ""
      }
    let title = "\(language.text("figure", kind.rawValue)): \(facts.name)"
    layout = FigureLayout(title: title, subtitle: subtitle, language: language)
  }

  /// Creates an overview without a title.
  init(of material: FigureInput, language: Language) {
    (self.material, self.language, kind, isPanel) = (material, language, .overview, true)
    layout = FigureLayout(
      untitled: language.text("figure", kind.rawValue), width: Self.low.width, language: language)
  }

  var document: ResultsDocument { material.document }

  /// Draws one panel of the two-column summary.
  fileprivate consuming func summary(_ draw: (inout FigureSheet, Double) -> Void) -> Scene {
    draw(&self, Self.low.height)
    return layout.scene(description: description)
  }

  /// Returns the whole page.
  mutating func finished() -> Scene {
    let provenance = document.provenance
    let digits = String(provenance.settingsSHA256.prefix(8))
    layout.foot(
      language.text(.madeBy, provenance.version, provenance.preset.rawValue, digits) + ". "
        + language.text(.measurementNotice))
    return layout.scene(description: description)
  }

  /// The text alternative of the figure.
  private var description: String {
    guard let findings = document.findings else {
      return document.refusal.map { language.text(.notMeasured, language.message(of: $0)) } ?? ""
    }
    let f0 = findings.biomarkers[.f0Mean]
    let sentence =
      f0.number.map { "F0: " + language.text(.meanPitch, NumberFormat.fixed($0, 1)) + "." }
      ?? f0.unavailability.map { language.text(.notMeasured, language.text(of: $0)) }
      ?? ""
    return "\(language.text("figure", kind.rawValue)). \(sentence)"
  }

  /// Shows the reason for the refusal, and in an overview the waveform of a readable recording.
  mutating func refused(_ refusal: Refusal) {
    layout.absence([
      language.text(.notMeasured, language.message(of: refusal)),
      language.text(.whatToDo, language.advice(of: refusal)),
    ])
    if kind == .overview, material.signal != nil { drawWaveform() }
  }

  /// Adds an empty panel with the reason of `measure`, or else with `phrase`.
  mutating func absence(of measure: Measure? = nil, otherwise phrase: Phrase) {
    layout.absence([language.text(.cannotBeDrawn, reason(measure, otherwise: phrase))])
  }

  /// Adds a note that a measure is not reported, with the reason.
  mutating func noteAbsence(of measure: Measure) {
    guard let reason = document.findings?.biomarkers[measure].unavailability else { return }
    layout.note(
      language.text(
        .notReported, language.name(of: measure), language.text(of: reason)) + ".")
  }

  private func reason(_ measure: Measure?, otherwise phrase: Phrase) -> String {
    guard let findings = document.findings else { return language.text(phrase) }
    let isAnalyzed = material.analysis != nil
    if !isAnalyzed, material.signal == nil { return language.text(.needsRecording) }
    let reason = (isAnalyzed ? measure : .f0Mean).flatMap { findings.biomarkers[$0].unavailability }
    return reason.map { language.text(of: $0) } ?? language.text(phrase)
  }

  /// The time range of the recording, in seconds; nil for a length of zero or an unknown length.
  var time: ClosedRange<Double>? {
    (material.axes?.duration ?? material.duration).flatMap { $0 > 0 ? 0...$0 : nil }
  }

  /// Reserves a plot area with an x axis.
  mutating func panel(
    _ height: Double, x: ClosedRange<Double>, y: ClosedRange<Double>,
    _ kind: Scale.Kind = .differences
  ) -> Panel {
    Panel(layout.field(height: height, hasXAxis: true), x: x, y: y, kind)
  }

  /// Adds the axes of a panel; x is the time unless another title is given.
  mutating func axes(of panel: Panel, x: AxisTitle? = nil, y: Phrase, yTicks: Int) {
    layout.add(
      panel.axes(
        x: x ?? timeAxis, y: AxisTitle(language.text(y), mostTicks: yTicks), layout.fonts))
  }

  /// Adds the legend of the line at the mean of a measure; of none without a mean.
  mutating func legend(ofMean mean: Double?, _ phrase: Phrase) {
    layout.legend(
      mean.map {
        [LegendEntry(.line(.mean), language.text(phrase, NumberFormat.fixed($0, 1)))]
      } ?? [])
  }

  /// Adds a strip of intervals of the recording, in seconds.
  mutating func strip(
    _ intervals: [(start: Double, end: Double, ink: Ink)], over time: ClosedRange<Double>
  ) {
    let box = layout.strip()
    let scale = Scale(.differences, of: time, from: box.left, to: box.right)
    let marks = intervals.map { start, end, ink in
      Mark.rectangle(
        Box(
          left: scale.clampedPosition(of: start), top: box.top,
          right: scale.clampedPosition(of: end), bottom: box.bottom), ink)
    }
    layout.add(marks + [.frame(box, Stroke(.axis, width: 0.5))])
  }

  private var timeAxis: AxisTitle {
    AxisTitle(language.text(.timeAxis), mostTicks: isPanel ? 6 : 11)
  }

  /// Returns the panel background with the measured segment and the grid.
  func ground(of panel: Panel, yTicks: Int) -> [Mark] {
    var marks: [Mark] = [.rectangle(panel.field, .panel)]
    if let segment = document.findings?.segment, material.analysis != nil,
      let band = panel.band(from: segment.start.value, to: segment.end.value)
    {
      marks.append(.rectangle(band, .segment))
    }
    return marks + panel.grid(yTicks: yTicks)
  }
}

extension Stroke {
  /// The line at the mean of a measure.
  static let mean = Stroke(.purple, width: 1.2, .dashed)
}
