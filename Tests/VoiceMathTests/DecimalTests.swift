import Testing
import VoiceMath

@Suite struct DecimalTests {
  @Test(arguments: [
    (0.0, "0"), (1.0, "1"), (0.123456, "0.1235"), (123.456, "123.5"), (123_456.0, "123456"),
    (-0.5, "-0.5"), (0.000_012_34, "0.00001234"), (1e20, "1e+20"),
  ])
  func `four digits are enough for a sentence`(number: (value: Double, text: String)) {
    #expect(Decimal.text(number.value) == number.text)
  }

  @Test func `a value beyond a limit is not rounded to the limit`() {
    #expect(Decimal.text(1.04001, distinctFrom: [1.04]) == "1.04001")
    #expect(Decimal.text(1.04, distinctFrom: [1.04]) == "1.04")
  }

  @Test(arguments: [
    (2.0, 4, "2"), (2.5, 0, "3"), (0.12345, 4, "0.1235"), (-1.00004, 4, "-1"),
    (44_100.0, 0, "44100"),
    (1e300, 4, "1e+300"), (0.1, 3, "0.1"),
  ])
  func `places are at most as many as asked for, without zeros at the end`(
    number: (value: Double, places: Int, text: String)
  ) {
    #expect(Decimal.text(number.value, places: number.places) == number.text)
  }
}
