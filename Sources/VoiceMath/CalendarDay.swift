/// A day of the proleptic Gregorian calendar.
package struct CalendarDay: Sendable, Equatable {
  /// The astronomical year; 0 is 1 BC.
  package var year: Int

  /// 1 … 12.
  package var month: Int

  /// 1 … 31.
  package var day: Int

  /// Creates the day, or nil for a date that does not exist.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.days(ofMonth: month, year: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Converts a number of days since 1970-01-01.
  ///
  /// Years start on 1 March, so that the leap day is the last of its year (H. Hinnant,
  /// "chrono-compatible low-level date algorithms", civil_from_days).
  package init(sinceEpoch days: Int) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
  }

  /// Days since 1970-01-01, negative before.
  package var sinceEpoch: Int {
    let before = year - 1
    let leapDays =
      before.flooredDivision(by: 4).quotient - before.flooredDivision(by: 100).quotient
      + before.flooredDivision(by: 400).quotient
    let months = (1..<month).map { Self.days(ofMonth: $0, year: year) }.reduce(0, +)
    // 1970-01-01 is day 719 163 of the calendar.
    return before * 365 + leapDays + months + day - 719_163
  }

  /// Returns the number of days of a month of 1 … 12.
  package static func days(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }
}

extension Int {
  /// Returns the quotient rounded down and the nonnegative remainder.
  package func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
