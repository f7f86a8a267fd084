import Testing
import VoiceTypes

@Suite struct RecordedTimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, 0), ("1970-01-02T00:00Z", 86_400, 1),
    ("2000-03-01T00:00:00Z", 951_868_800, 11_017), ("2026-01-31T09:30:00Z", 1_769_851_800, 20_484),
    ("2026-01-31T23:30:00.25-02:00", 1_769_909_400, 20_484),
    ("2026-02-01T00:30:00+02:00", 1_769_898_600, 20_485),
    ("2024-02-29T12:00:00Z", 1_709_208_000, 19_782),
  ])
  func `a time is read with its zone and its own day`(text: String, seconds: Int64, day: Int64) {
    let time = RecordedTime(text)

    #expect(time?.seconds == seconds)
    #expect(time?.day == day)
    #expect(time?.text == text)
  }

  @Test(arguments: [
    "", "2026-01-31", "2026-01-31T09:30:00", "2026-01-31 09:30:00Z", "2026-1-31T09:30:00Z",
    "2025-02-29T09:30:00Z", "2026-13-01T09:30:00Z", "2026-00-01T09:30:00Z", "2026-04-31T00:00Z",
    "2026-01-31T24:00:00Z", "2026-01-31T09:60:00Z", "2026-01-31T09:30:60Z", "2026-01-31T09:30:00.Z",
    "2026-01-31T09:30:00+15:00", "2026-01-31T09:30:00Z ", "2026-01-31T09:30:00z",
    "0000-01-01T00:00Z",
    "٢٠٢٦-01-31T09:30:00Z",
  ])
  func `invalid times are refused`(text: String) {
    #expect(RecordedTime(text) == nil)
  }
}
