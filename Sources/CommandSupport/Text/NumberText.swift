// Numbers as people read them; those of documents never pass through here.

package import VoiceTypes

/// Numbers in reports and messages.
package enum NumberText {
  /// From here on a double has no digits behind the point that say anything.
  private static let wholeFrom = 1e15

  /// Smaller numbers than have a digit within so many places are nothing in every unit here.
  private static let mostPlaces = 8

  /// Decimal notation with a fixed number of places.
  package static func fixed(_ number: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < wholeFrom else { return number.description }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "−" : ""
    guard places > 0 else { return sign + padded }
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }

  /// The same with a plus before what is more than nothing, as changes are told.
  package static func signed(_ number: Double, _ places: Int) -> String {
    (number > 0 ? "+" : "") + fixed(number, places)
  }

  /// The same without zeros behind the point that say nothing.
  package static func short(_ number: Double, _ places: Int) -> String {
    let text = fixed(number, places)
    guard text.contains(".") else { return text }
    let kept = text.reversed().drop { $0 == "0" }.reversed()
    return String(kept.last == "." ? Array(kept.dropLast()) : Array(kept))
  }

  /// Digits of half an interval that say something (ISO/IEC Guide 98-3, 7.2.6), and of a number of
  /// which no interval is known.
  private static let intervalDigits = 2
  private static let digits = 3

  /// The places behind the point that a number of a measure bears.
  package static func places(
    of number: Double, _ measure: Measure, interval: ConfidenceInterval?
  ) -> Int {
    guard !measure.isCount else { return 0 }
    let half = interval.map { ($0.high - $0.low) / 2 } ?? 0
    return half > 0
      ? places(half, digits: intervalDigits) : places(number.magnitude, digits: digits)
  }

  /// The places behind the point of a number with so many digits.
  private static func places(_ number: Double, digits: Int) -> Int {
    guard number > 0 else { return 0 }
    var places = digits - 1
    var scaled = number
    while scaled >= 10, places > 0 { (scaled, places) = (scaled / 10, places - 1) }
    while scaled < 1, places < mostPlaces { (scaled, places) = (scaled * 10, places + 1) }
    return places
  }

  /// As it is typed on a command line: no more digits than it needs, and a sign that is on keyboards.
  package static func typed(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? number.description
  }

  /// From where to where a value of a measure lies, with its unit.
  package static func range(_ low: Double, _ high: Double, of measure: Measure) -> String {
    "\(fixed(low, 3)) to \(fixed(high, 3))\(unit(of: measure))"
  }

  /// The unit of a measure behind its number; nothing where it has none.
  package static func unit(of measure: Measure) -> String {
    measure.unit.isEmpty ? "" : " \(measure.unit)"
  }
}
