// What figures are drawn from: a document, the samples, and what was found in them. What no measure
// needs is made here, for the figures that are wanted.

package import DSPCore
package import VoiceTypes

/// What one recording gives to draw.
package struct FigureMaterial: Sendable {
  /// Columns and rows of a spectrogram, in pixels.
  static let spectrogramColumns = 620
  static let spectrogramRows = 160

  /// What is said of the recording.
  package let document: ResultsDocument

  /// The samples; nil where the input could not be read, or where only a document is known.
  package let signal: Signal?

  /// What was found in them; nil where nothing was measured.
  package let analysis: VoiceAnalysis?

  /// How a spectrogram is made.
  package let spectrogramSettings: SpectrogramSettings

  /// Levels over time and frequency; nil where not wanted, and for digital silence.
  let spectrogram: Spectrogram?

  /// The mean cepstrum of the measured stretch; nil where not wanted or not to be had.
  let cepstrum: MeanCepstrum?

  /// What `figures` need of a recording.
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

  /// The end of the recording in seconds; nil where it is not known.
  var duration: Double? { signal?.duration.value ?? document.recording.duration?.value }

  /// What to add to a time of the measured stretch to get a time of the recording, in seconds.
  var offset: Double { analysis?.offset ?? 0 }

  /// Glottal pulses in seconds of the recording.
  var pulses: [Double] {
    guard let voice = analysis?.voice, voice.hasCycles else { return [] }
    return voice.pulses.map { $0 + offset }
  }
}
