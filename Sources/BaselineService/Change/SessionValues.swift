// From the vowels of a session to its values (the article ChangeDetection): means, not medians. The
// variation that a change is held against is that of a mean; a median of three varies more, and
// finds less.

internal import VoiceMath
public import VoiceTypes

/// Rules for the vowels of a session.
public enum SessionValues {
  /// Usable vowels of a complete session.
  public static let completeVowels = 3

  /// From this many usable recordings on the first is left out: it is worse than those after it
  /// (jitter by 1.13, shimmer by 1.17, HNR by −1.3 dB; worked out from open recordings).
  public static let recordingsThatSpareTheFirst = 4

  /// The means over the usable vowels, on the scales of the measures.
  public static func means(of vowels: [Biomarkers]) -> [Measure: SessionValue] {
    var values: [Measure: SessionValue] = [:]
    for followed in ChangeMeasure.all {
      let transformed = vowels.compactMap { vowel in
        vowel[followed.measure].number.flatMap { followed.scale.transformed($0) }
      }
      values[followed.measure] = Statistics.mean(transformed).map {
        SessionValue(mean: $0, vowels: transformed.count)
      }
    }
    return values
  }
}
