// The sentences behind a signal type: each names a number and the limit it is held against.

/// What a signal type rests on.
package enum EvidenceText: String, SentenceTable {
  case unpitched = "signal_type.unpitched"
  case voicing = "signal_type.voicing"
  case strength = "signal_type.strength"
  case jitterWithoutAlternation = "signal_type.jitter_without_alternation"
  case cepstralPeak = "signal_type.cepstral_peak"
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
  case slowRepetition = "signal_type.slow_repetition"

  package var template: String {
    switch self {
    case .unpitched: "no frame of the segment has a pitch"
    case .voicing: "{share} % of frames have a pitch (needed {needed} %)"
    case .strength: "mean strength of the pitch is {strength} (needed {needed})"
    case .jitterWithoutAlternation:
      "periods differ by {found} % without alternating (limit {limit} %)"
    case .cepstralPeak: "the cepstral peak stands out by {found} dB (needed {needed} dB)"
    case .similarCycles:
      "{share} % of neighbouring cycles are similar enough to compare (needed {needed} %)"
    case .breaks:
      "voice breaks make up {share} % of the segment, {count} in number (limit {limit} %)"
    case .noBreak: "no voice break"
    case .jumps: "jumps of F0 by half an octave or more: {count} (allowed 0)"
    case .noAlternation: "no alternation of cycles, no jump of F0"
    case .jitter: "jitter (local) is {found} % (limit {limit} %)"
    case .readWithCare: "mean strength is below {limit}: read perturbation with care"
    case .periodsAlternate: Self.alternation(of: "periods")
    case .amplitudesAlternate: Self.alternation(of: "amplitudes")
    case .secondCycleRepeats:
      "the voice repeats every second cycle: odd multiples of the pitch found lie {decibels} dB "
        + "below the even ones (limit {limit} dB), and the correlation half a repetition on is "
        + "{strength} (limit {strength_limit})"
    case .secondExcitation:
      "the voice repeats every second cycle: between two excitations there is another of "
        + "{height} % of their height (limit {limit} %)"
    case .slowRepetition:
      "below the pitch range the voice repeats at {frequency} Hz with a strength of {strength} "
        + "(limit {strength_limit}), odd multiples {decibels} dB below the even ones (limit "
        + "{limit} dB)"
    }
  }

  private static func alternation(of what: String) -> String {
    "\(what) alternate by {found} % (limit {limit} %), which is {share} % of their change from "
      + "cycle to cycle (limit {share_limit} %, by chance 16 %), in {presence} % of the segment "
      + "(limit {presence_limit} %)"
  }
}

extension SignalType {
  /// A type with its evidence.
  package init(type: Int?, evidence: [Wording]) {
    self.init(type: type, reasons: evidence.map(\.message))
    sentences = evidence.map(\.sentence)
  }
}
