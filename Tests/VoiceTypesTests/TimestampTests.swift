import Testing
import VoiceTypes

@Suite struct TimestampTests {
  static let right = [
    "2026-01-31", "2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31", "2026-01-31T09:30Z",
    "2026-01-31T09:30:00Z", "2026-01-31T23:59:59.999999Z", "2026-01-31T00:00:00+00:00",
    "2026-01-31T09:30:00.1-11:30", "2026-04-30T09:30:00+23:59",
  ]

  static let wrong = [
    "", " ", "2026", "2026-01", "2026-1-31", "26-01-31", "2026-00-10", "2026-13-10", "2026-01-00",
    "2026-01-32", "2026-04-31", "2026-02-29", "1900-02-29", "2100-02-29", "20260131",
    "2026-01-31T", "2026-01-31Z", "2026-01-31T09", "2026-01-31T09:30", "2026-01-31T09:30:00",
    "2026-01-31 09:30:00Z", "2026-01-31t09:30:00z", "2026-01-31T24:00:00Z", "2026-01-31T09:60Z",
    "2026-01-31T09:30:60Z", "2026-01-31T09:30:00.Z", "2026-01-31T09:30:00,5Z",
    "2026-01-31T09:30:00+1:00", "2026-01-31T09:30:00+0100", "2026-01-31T09:30:00+24:00",
    "2026-01-31T09:30:00Z ", " 2026-01-31", "2026-01-31\n", "-026-01-31", "+2026-01-31",
    "２０２６-01-31", "31.01.2026", "01/31/2026", "yesterday", "1767225600",
  ]

  @Test(arguments: right)
  func `a day, or a time with its zone, is valid`(text: String) {
    #expect(Timestamp.isValid(text))
  }

  @Test(arguments: wrong)
  func `other texts and nonexistent days are invalid`(text: String) {
    #expect(!Timestamp.isValid(text))
  }

  @Test func `the pattern agrees except for the length of months`() throws {
    let pattern = try Regex(Timestamp.pattern)
    let impossibleDays: Set = ["2026-04-31", "2026-02-29", "1900-02-29", "2100-02-29"]

    for text in Self.right + Self.wrong {
      let matches = text.wholeMatch(of: pattern) != nil
      #expect(matches == (Timestamp.isValid(text) || impossibleDays.contains(text)), "\(text)")
    }
  }
}
