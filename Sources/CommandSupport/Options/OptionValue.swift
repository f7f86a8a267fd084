// What options and arguments take, so that a refusal names the option, the value and what is allowed:
// the parser puts the first two before what is thrown here.

package import ArgumentParser
package import VoiceTypes

/// Values as they are written on a command line.
package enum OptionValue {
  /// A whole number.
  package static func wholeNumber(
    from least: Int, through most: Int? = nil
  ) -> @Sendable (String) throws -> Int {
    { text in
      guard let number = Int(text), number >= least, number <= most ?? number else {
        throw ValidationError(
          "it takes a whole number from \(least) \(most.map { "to \($0)" } ?? "up").")
      }
      return number
    }
  }

  /// A channel of a recording, counted from 1.
  @Sendable package static func channel(_ text: String) throws -> Int {
    switch text {
    case "left": return 1
    case "right": return 2
    default:
      guard let number = Int(text), number > 0 else {
        throw ValidationError("it takes the number of a channel from 1 up, left or right.")
      }
      return number
    }
  }

  /// A number of seconds.
  package static func seconds(in allowed: ClosedRange<Double>)
    -> @Sendable (String) throws -> Double
  {
    { text in
      guard let number = Double(text), allowed.contains(number) else {
        let ends = [allowed.lowerBound, allowed.upperBound].map(NumberText.typed)
        throw ValidationError("it takes seconds from \(ends[0]) to \(ends[1]).")
      }
      return number
    }
  }

  /// A number that is judged with others.
  @Sendable package static func number(_ text: String) throws -> Double {
    guard let number = Double(text), number.isFinite else {
      throw ValidationError("it takes a number.")
    }
    return number
  }

  /// What a random sequence begins with.
  @Sendable package static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else {
      throw ValidationError("it takes a whole number from 0 to \(UInt64.max).")
    }
    return seed
  }

  /// The lowest pitch floor that makes sense for a voice, and a bound on memory.
  private static let lowestFloor: Hertz = 10

  /// A range of frequencies, `LOW:HIGH` in hertz.
  @Sendable package static func pitchRange(_ text: String) throws -> PitchRange {
    let form = "it takes LOW:HIGH in hertz, such as 75:600."
    let ends = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard ends.count == 2, let low = ends[0], let high = ends[1], low.isFinite, high.isFinite
    else { throw ValidationError(form) }
    guard low >= lowestFloor.value else {
      throw ValidationError("the pitch floor must be at least \(lowestFloor); \(form)")
    }
    guard let range = PitchRange(floor: Hertz(low), ceiling: Hertz(high)) else {
      throw ValidationError("the pitch ceiling must be above the floor; \(form)")
    }
    return range
  }

  /// What is said of a recording's quality.
  @Sendable package static func verdict(_ text: String) throws -> Verdict {
    guard let verdict = Verdict(rawValue: text) else {
      throw ValidationError("it takes one of \(Verdict.words).")
    }
    return verdict
  }

}

extension Option {
  /// An option of numbers, with a default that the help shows.
  ///
  /// What follows is its value whatever it looks like, or a negative number would be an option that
  /// nobody knows.
  package init(
    wrappedValue: Value, help: ArgumentHelp,
    takes transform: @Sendable @escaping (String) throws -> Value
  ) where Value: CustomStringConvertible {
    var shown = help
    shown.abstract += " (default: \(wrappedValue))"
    self.init(
      wrappedValue: wrappedValue, parsing: .unconditional, help: shown, transform: transform)
  }

  /// An option of numbers without a default.
  package init<Number>(
    help: ArgumentHelp, takes transform: @Sendable @escaping (String) throws -> Number
  ) where Value == Number? {
    self.init(parsing: .unconditional, help: help, transform: transform)
  }
}
