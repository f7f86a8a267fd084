// Session values are means of the vowels, not medians (the article ChangeDetection). The reference
// variation is that of a mean; a median of three varies more and has less power.

internal import VoiceMath
public import VoiceTypes

/// Rules for the vowels of a session.
public enum SessionValues {
  /// Number of usable vowels in a complete session.
  public static let completeVowels = 3

  /// Returns the mean of every tracked measure over the usable vowels, on the scale of the measure.
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
