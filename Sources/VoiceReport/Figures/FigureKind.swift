/// A kind of figure.
package enum FigureKind: String, CaseIterable, Sendable {
  /// Waveform, F0 and harmonicity over time.
  case overview
  /// The spectrogram with formant tracks.
  case spectrogram
  /// F0 over time with its search range.
  case pitch
  /// Periods and amplitudes per cycle.
  case cycles
  /// The long-term spectrum of the voice.
  case spectrum
  /// The mean cepstrum with its peak.
  case cepstrum
}
