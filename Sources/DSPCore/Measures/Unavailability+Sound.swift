// Reasons that lie in the sound itself: too short, too silent, too narrow.

import VoiceTypes

extension Unavailability {
  private static let millisecondsPerSecond = 1000.0

  /// The sound has no energy to measure.
  static let digitalSilence = Unavailability(
    .lowSNR, "the analysed stretch is digital silence; there is no energy to measure")

  /// The sound is shorter than the analysis needs.
  static func tooShort(needed: Seconds, found: Seconds) -> Unavailability {
    // Rounded apart, so that what is found never reads as enough.
    let (needed, found) = (needed.value, found.value)
    let enough = Seconds((needed * millisecondsPerSecond).rounded(.up) / millisecondsPerSecond)
    let had = Seconds((found * millisecondsPerSecond).rounded(.down) / millisecondsPerSecond)
    return Unavailability(
      .tooShort, "needs \(enough), found \(had)", needed: needed, found: found)
  }

  /// No place in the sound has as much of it around as the analysis needs.
  static func tooShort(
    needed: Seconds, found: Seconds, around place: String
  ) -> Unavailability {
    let reason = tooShort(needed: needed, found: found)
    return Unavailability(
      .tooShort, "\(reason.message) of sound around \(place)", needed: reason.needed,
      found: reason.found)
  }

  /// The sample rate is too low for the frequencies that a measure compares.
  static func bandwidthLimited(needed: Hertz, found: Hertz) -> Unavailability {
    Unavailability(
      .bandwidthLimited, "needs frequencies up to \(needed), the sample rate carries \(found)",
      needed: needed.value, found: found.value)
  }
}

extension Unavailability {
  /// The sample rate carries no spectrum of a voice.
  static func rateTooLow(_ rate: Hertz) -> Unavailability {
    Unavailability(
      .bandwidthLimited,
      "needs a sample rate of at least \(Voice.lowestRate), the recording has \(rate)",
      needed: Voice.lowestRate.value, found: rate.value)
  }
}
