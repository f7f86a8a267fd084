public import VoiceTypes

/// Classification of a signal by its evidence.
///
/// Titze (1995) distinguishes type 1, nearly periodic; type 2, with strong subharmonics or
/// modulation; and type 3, without periodic structure. Type 4 (Sprecher et al. 2010) is noise.
/// Perturbation measures are valid for type 1 only.
///
/// Alternation is tested first: it lowers every measure of regularity, but regular alternation is
/// not irregular. Reasons against a pitch follow, then reasons against an undisturbed sequence of
/// cycles.
public enum SignalTyping {
  /// Returns the type, 1 … 4, with the decisive values and their limits.
  public static func classify(_ evidence: SignalTypeEvidence) -> SignalType {
    guard evidence.voicedRatio > 0 || evidence.slowlyAlternates else {
      return SignalType(type: 4, evidence: [EvidenceText.unpitched.filled()])
    }
    let irregular = evidence.irregularities
    let alternating = evidence.alternations
    if !alternating.isEmpty && (irregular.isEmpty || evidence.slowlyAlternates) {
      return SignalType(type: 2, evidence: alternating)
    }
    if !irregular.isEmpty || !evidence.mismatches.isEmpty {
      return SignalType(
        type: evidence.hardlyRepeats ? 4 : 3, evidence: irregular + evidence.mismatches)
    }
    let interruptions = evidence.interruptions
    return interruptions.isEmpty
      ? SignalType(type: 1, evidence: evidence.regularity)
      : SignalType(type: 2, evidence: interruptions)
  }
}
