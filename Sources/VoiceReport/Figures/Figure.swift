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
}

extension Figure {
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
    let facts = [document.recording.duration?.value, document.recording.sampleRate?.value]
    let subtitle =
      facts.contains(nil)
      ? ""
      : language.text(
        .subtitle, NumberFormat.fixed(facts[0] ?? 0, 2), NumberFormat.fixed(facts[1] ?? 0, 0),
        document.provenance.preset.rawValue)
    layout = FigureLayout(
      title: "\(language.text("figure", kind.rawValue)): \(document.recording.name)",
      subtitle: subtitle,
      language: language)
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

  private func reason(_ measure: Measure?, otherwise phrase: Phrase) -> String {
    guard let findings = document.findings else { return language.text(phrase) }
    guard material.analysis != nil else {
      let isDocumentAlone = material.signal == nil
      return isDocumentAlone
        ? language.text(.needsRecording)
        : findings.biomarkers[.f0Mean].unavailability.map { language.text(of: $0) }
          ?? language.text(phrase)
    }
    return measure.flatMap {
      findings.biomarkers[$0].unavailability.map { language.text(of: $0) }
    }
      ?? language.text(phrase)
  }

  /// The time range of the recording, in seconds; nil for a length of zero or an unknown length.
  var time: ClosedRange<Double>? {
    (material.axes?.duration ?? material.duration).flatMap { $0 > 0 ? 0...$0 : nil }
  }

  var timeAxis: AxisTitle { AxisTitle(language.text(.timeAxis), mostTicks: isPanel ? 6 : 11) }

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
