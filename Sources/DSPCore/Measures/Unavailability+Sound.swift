import VoiceTypes

extension Unavailability {
  private static let millisecondsPerSecond = 1000.0

  /// The signal has no energy.
  static let digitalSilence = Unavailability(ReasonText.digitalSilence)

  /// The signal is shorter than the analysis needs.
  static func tooShort(needed: Seconds, found: Seconds) -> Unavailability {
    tooShort(.tooShort, needed: needed, found: found)
  }

  private static func tooShort(
    _ text: ReasonText, needed: Seconds, found: Seconds, at place: String? = nil
  ) -> Unavailability {
    // Rounded apart, so that the found duration never reads as sufficient.
    let (needed, found) = (needed.value, found.value)
    let enough = Seconds((needed * millisecondsPerSecond).rounded(.up) / millisecondsPerSecond)
    let had = Seconds((found * millisecondsPerSecond).rounded(.down) / millisecondsPerSecond)
    var values: [SentenceParameter: String] = [.needed: "\(enough)", .found: "\(had)"]
    values[.place] = place
    return Unavailability(text, values, needed: needed, found: found)
  }

  /// No position in the signal has the needed duration around it.
  static func tooShort(
    needed: Seconds, found: Seconds, around place: String
  ) -> Unavailability {
    tooShort(.tooShortAround, needed: needed, found: found, at: place)
  }

  /// The sample rate is too low for the frequency bands of a measure.
  static func bandwidthLimited(needed: Hertz, found: Hertz) -> Unavailability {
    Unavailability(
      ReasonText.rateTooLowForBand, [.needed: "\(needed)", .found: "\(found)"],
      needed: needed.value, found: found.value)
  }
}

extension Unavailability {
  /// The sample rate is too low for a voice spectrum.
  static func rateTooLow(_ rate: Hertz) -> Unavailability {
    Unavailability(
      ReasonText.rateTooLow, [.needed: "\(Voice.lowestRate)", .found: "\(rate)"],
      needed: Voice.lowestRate.value, found: rate.value)
  }
}

extension Unavailability {
  private static let hundredths = 100.0

  /// Less of an item, such as "voice", than the definition of a measure needs.
  static func tooShort(needed: Seconds, found: Seconds, of thing: String) -> Unavailability {
    // Rounded down, so that the found duration never reads as sufficient.
    let shown = Seconds((found.value * hundredths).rounded(.down) / hundredths)
    return Unavailability(
      ReasonText.tooShortOf, [.needed: "\(needed)", .things: thing, .found: "\(shown)"],
      needed: needed.value, found: found.value)
  }
}
