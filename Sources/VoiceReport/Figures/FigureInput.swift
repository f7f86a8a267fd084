// The input of figures: document, samples, analysis, and intermediates that only figures use.

package import DSPCore
package import VoiceTypes

/// Figure input for one recording.
package struct FigureInput: Sendable {
  /// Size of the spectrogram, in pixels.
  static let spectrogramColumns = 620
  static let spectrogramRows = 160

  /// The results document of the recording.
  package let document: ResultsDocument

  /// The samples; nil for an unreadable input or a document alone.
  package let signal: Signal?

  /// The analysis; nil without measurements.
  package let analysis: VoiceAnalysis?

  /// The axes that it shares with other recordings; nil for axes of its own.
  var axes: CommonAxes?

  /// The parameters of the spectrogram.
  package let spectrogramSettings: SpectrogramSettings

  /// The spectrogram; nil if no requested figure needs it, and for digital silence.
  let spectrogram: Spectrogram?

  /// The mean cepstrum of the segment; nil if no requested figure needs it or it is not computable.
  let cepstrum: MeanCepstrum?

  /// Computes the input for `figures`.
  package init(
    document: ResultsDocument, signal: Signal?, analysis: VoiceAnalysis?,
    for figures: Set<FigureKind>, spectrogram settings: SpectrogramSettings = SpectrogramSettings(),
    workspace: inout AnalysisWorkspace
  ) {
    self.document = document
    self.signal = signal
    self.analysis = analysis
    spectrogramSettings = settings
    spectrogram =
      figures.contains(.spectrogram) && document.refusal == nil
      ? signal.flatMap {
        Spectrogram(
          of: $0, settings: settings, columns: Self.spectrogramColumns,
          rows: Self.spectrogramRows, workspace: &workspace)
      } : nil
    let voice = figures.contains(.cepstrum) ? analysis?.voice : nil
    cepstrum = voice.flatMap { MeanCepstrum(of: $0, workspace: &workspace) }
  }

  /// The duration of the recording in seconds; nil if unknown.
  var duration: Double? { signal?.duration.value ?? document.recording.duration?.value }

  /// The range of F0 and of its search in hertz; nil without an analysis.
  var pitch: ClosedRange<Double>? {
    guard let analysis, let findings = document.findings else { return nil }
    let shown =
      analysis.overview.voicedFrequencies + analysis.pitch.voicedFrequencies
      + [findings.pitchRange.floor.value, findings.pitchRange.ceiling.value]
      + (findings.f0Candidates.map { [$0.low.value, $0.high.value] } ?? [])
    guard let low = shown.min(), let high = shown.max() else { return nil }
    return low...high
  }

  /// The start of the segment in the recording, in seconds.
  var offset: Double { analysis?.offset ?? 0 }

  /// Glottal pulse times in the recording, in seconds.
  var pulses: [Double] {
    guard let voice = analysis?.voice, voice.hasCycles else { return [] }
    return voice.pulses.map { $0 + offset }
  }
}

/// Axes that include several recordings.
struct CommonAxes: Sendable {
  /// The longest duration in seconds, and the highest magnitude (full scale = 1).
  let duration: Double
  let peak: Double

  /// Lowest and highest F0 in hertz; nil without F0.
  let pitch: ClosedRange<Double>?

  init(of inputs: [FigureInput]) {
    duration = inputs.compactMap(\.duration).max() ?? 0
    peak = inputs.compactMap { $0.signal?.samples.map(\.magnitude).max() }.max() ?? 0
    let ranges = inputs.compactMap(\.pitch)
    let ends = (ranges.map(\.lowerBound).min(), ranges.map(\.upperBound).max())
    pitch = if case (let low?, let high?) = ends { low...high } else { nil }
  }
}
