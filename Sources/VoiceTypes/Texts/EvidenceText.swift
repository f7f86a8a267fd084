// The evidence for a signal type: each sentence has a value and its limit.

/// A piece of evidence for a signal type.
package enum EvidenceText: String, SentenceTable {
  package static let texts = TextCatalogue.signalTypes

  case unpitched = "signal_type.unpitched"
  case outsidePitchRange = "signal_type.outside_pitch_range"
  case voicing = "signal_type.voicing"
  case strength = "signal_type.strength"
  case jitterWithoutAlternation = "signal_type.jitter_without_alternation"
  case cepstralPeak = "signal_type.cepstral_peak"
  case outsidePeakSearch = "signal_type.outside_peak_search"
  case similarCycles = "signal_type.similar_cycles"
  case breaks = "signal_type.breaks"
  case noBreak = "signal_type.no_break"
  case jumps = "signal_type.jumps"
  case noAlternation = "signal_type.no_alternation"
  case jitter = "signal_type.jitter"
  case readWithCare = "signal_type.read_with_care"
  case periodsAlternate = "signal_type.periods_alternate"
  case amplitudesAlternate = "signal_type.amplitudes_alternate"
  case secondCycleRepeats = "signal_type.second_cycle_repeats"
  case secondExcitation = "signal_type.second_excitation"
  case zeroCrossings = "signal_type.zero_crossings"
  case slowRepetition = "signal_type.slow_repetition"
}

extension SignalType {
  /// Creates a type with its evidence.
  package init(type: Int?, evidence: [Wording]) {
    self.init(type: type, reasons: evidence.map(\.message))
    sentences = evidence.map(\.sentence)
  }
}
