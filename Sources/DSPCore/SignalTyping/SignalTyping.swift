// From evidence to a type. Titze (1995) tells apart: 1, nearly periodic; 2, with strong subharmonics
// or modulation, so that cycles have no single size; 3, without periodic structure; 4 (Sprecher et
// al. 2010), noise. Perturbation measures mean something on type 1 only.
//
// Alternation is asked for first: it lowers every measure of regularity, but what alternates
// regularly is not irregular. Then come the reasons why there is no pitch, then those why there is
// one but no undisturbed row of cycles.

public import VoiceTypes

/// Types a signal by its evidence.
public enum SignalTyping {
  /// The type, 1 … 4, and the numbers that decided it beside their limits.
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
