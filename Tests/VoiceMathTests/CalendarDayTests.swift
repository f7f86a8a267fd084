import Testing
import VoiceMath

@Suite struct CalendarDayTests {
  // Days since 1970-01-01 as `date +%s` counts them, over 86 400.
  @Test(arguments: [
    (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2026, 11, 22, 20_779),
    (1900, 3, 1, -25_508), (2400, 2, 29, 157_113),
  ])
  func `a day has its number, and the number its day`(
    day: (year: Int, month: Int, day: Int, number: Int)
  ) throws {
    let found = try #require(CalendarDay(year: day.year, month: day.month, day: day.day))

    #expect(found.sinceEpoch == day.number)
    #expect(CalendarDay(sinceEpoch: day.number) == found)
  }

  @Test func `days follow each other through eight hundred years`() {
    var last = CalendarDay(sinceEpoch: -150_001)
    for number in -150_000...150_000 {
      let day = CalendarDay(sinceEpoch: number)
      let isNext =
        (day.year, day.month, day.day) == (last.year, last.month, last.day + 1)
        || (day.year, day.month, day.day) == (last.year, last.month + 1, 1)
        || (day.year, day.month, day.day) == (last.year + 1, 1, 1)
      guard isNext, day.sinceEpoch == number else {
        Issue.record("\(day) after \(last)")
        return
      }
      last = day
    }
  }

  @Test(arguments: [
    (2025, 2, 29), (1900, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 4, 31), (2026, 1, 0),
  ])
  func `nonexistent days are refused`(day: (year: Int, month: Int, day: Int)) {
    #expect(CalendarDay(year: day.year, month: day.month, day: day.day) == nil)
  }

  @Test func `a quotient is rounded down`() {
    #expect((-1).flooredDivision(by: 1000) == (-1, 999))
    #expect((-1000).flooredDivision(by: 1000) == (-1, 0))
    #expect(1999.flooredDivision(by: 1000) == (1, 999))
  }
}
