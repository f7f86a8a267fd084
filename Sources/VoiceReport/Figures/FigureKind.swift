// The figures there are.

/// What a figure shows.
package enum FigureKind: String, CaseIterable, Sendable {
  /// Waveform, F0 and harmonicity over time.
  case overview
  /// The spectrum as it changes, with formants.
  case spectrogram
  /// F0 with its range.
  case pitch
  /// Periods and amplitudes, cycle by cycle.
  case cycles
  /// The spectrum of all of the voice.
  case spectrum
  /// The cepstrum with its peak.
  case cepstrum

  /// What it is called.
  var title: Phrase {
    switch self {
    case .overview: .overview
    case .spectrogram: .spectrogram
    case .pitch: .pitch
    case .cycles: .cycles
    case .spectrum: .spectrum
    case .cepstrum: .cepstrum
    }
  }
}
