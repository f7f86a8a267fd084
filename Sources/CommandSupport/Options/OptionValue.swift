// The argument parser adds the option and the value to the messages of these parsers.

package import ArgumentParser
import VoiceReport
package import VoiceTypes

/// Parsers of command line values.
package enum OptionValue {
  package static func wholeNumber(
    from least: Int, through most: Int? = nil
  ) -> @Sendable (String) throws -> Int {
    { text in
      guard let number = Int(text), number >= least, number <= most ?? number else {
        throw ValidationError(
          "expected a whole number from \(least) \(most.map { "to \($0)" } ?? "up").")
      }
      return number
    }
  }

  /// Parses a channel number, counted from 1, or `left` or `right`.
  @Sendable package static func channel(_ text: String) throws -> Int {
    switch text {
    case "left": return 1
    case "right": return 2
    default:
      guard let number = Int(text), number > 0 else {
        throw ValidationError("expected left, right or a number from 1.")
      }
      return number
    }
  }

  package static func seconds(in allowed: ClosedRange<Double>)
    -> @Sendable (String) throws -> Double
  {
    { text in
      guard let number = Double(text), allowed.contains(number) else {
        let ends = [allowed.lowerBound, allowed.upperBound].map(NumberFormat.typed)
        throw ValidationError("expected seconds from \(ends[0]) to \(ends[1]).")
      }
      return number
    }
  }

  /// Parses a finite number; the caller checks its range.
  @Sendable package static func number(_ text: String) throws -> Double {
    guard let number = Double(text), number.isFinite else {
      throw ValidationError("expected a number.")
    }
    return number
  }

  /// Parses the sound pressure level of 0 dB full scale.
  @Sendable package static func calibration(_ text: String) throws -> Decibels {
    let allowed = AnalysisSettings.calibrations
    guard let number = Double(text), allowed.contains(number) else {
      let ends = [allowed.lowerBound, allowed.upperBound].map(NumberFormat.typed)
      throw ValidationError("expected decibels from \(ends[0]) to \(ends[1]).")
    }
    return Decibels(number)
  }

  /// Parses the seed of a random sequence.
  @Sendable package static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else {
      throw ValidationError("expected a whole number from 0 to \(UInt64.max).")
    }
    return seed
  }

  /// Minimum pitch floor for a voice. It also limits memory.
  private static let lowestFloor: Hertz = 10

  /// Parses a frequency range, `LOW:HIGH` in hertz.
  @Sendable package static func pitchRange(_ text: String) throws -> PitchRange {
    let form = "expected LOW:HIGH in hertz, such as 75:600."
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

  @Sendable package static func verdict(_ text: String) throws -> Verdict {
    guard let verdict = Verdict(rawValue: text) else {
      throw ValidationError("expected one of \(Verdict.words).")
    }
    return verdict
  }

}

extension Option {
  /// Creates an option of numbers with a default, which the help shows.
  ///
  /// The parser accepts any next argument as the value, so that a negative number is not an unknown
  /// option.
  package init(
    wrappedValue: Value, help: ArgumentHelp,
    takes transform: @Sendable @escaping (String) throws -> Value
  ) where Value: CustomStringConvertible {
    var shown = help
    shown.abstract += " (default: \(wrappedValue))"
    self.init(
      wrappedValue: wrappedValue, parsing: .unconditional, help: shown, transform: transform)
  }

  /// Creates an option of numbers without a default.
  package init<Number>(
    name: NameSpecification = .long, help: ArgumentHelp,
    takes transform: @Sendable @escaping (String) throws -> Number
  ) where Value == Number? {
    self.init(name: name, parsing: .unconditional, help: help, transform: transform)
  }
}
