import RealModule
import VoiceTypes

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
