// How a reason names a length of voice that is too short.

import RealModule
import VoiceTypes

extension Unavailability {
  private static let hundredths = 100.0

  /// Less of something, such as "voice", than the definition of a measure needs.
  static func tooShort(needed: Seconds, found: Seconds, of thing: String) -> Unavailability {
    // Rounded down, so that what is found never reads as enough.
    let shown = Seconds((found.value * hundredths).rounded(.down) / hundredths)
    return Unavailability(
      ReasonText.tooShortOf, [.needed: "\(needed)", .things: thing, .found: "\(shown)"],
      needed: needed.value, found: found.value)
  }
}
