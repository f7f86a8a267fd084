internal import RealModule
public import VoiceTypes

extension ChangeMeasure {
  /// Smallest change between two days, 1.96·√(2·(σ²_session + σ²_recording/k)) for k = 1 and 3
  /// vowels; nil if the within-person variation is unknown.
  public var smallestChange: SmallestChange? {
    variation.map { variation in
      let change = { (vowels: Int) in
        scale.value(1.96 * (2 * variation.varianceOfMean(of: vowels)).squareRoot())
      }
      return SmallestChange(
        scale: scale, recording: change(1), session: change(SessionValues.completeVowels))
    }
  }
}
