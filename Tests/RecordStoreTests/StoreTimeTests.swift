import Testing

@testable import RecordStore

@Suite struct StoreTimeTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (951_782_400_125, "2000-02-29T00:00:00.125Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
  ])
  func `a time is formatted by ISO 8601 and parsed`(milliseconds: Int64, text: String) throws {
    let time = StoreTime(milliseconds: milliseconds)

    #expect(time.text == text)
    #expect(time.textToSeconds == "\(text.prefix { $0 != "." })Z")
    #expect(StoreTime(text) == time)
  }
}
