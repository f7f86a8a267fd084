import Testing
import VoiceReport

@Suite struct TicksTests {
  @Test(arguments: [
    (0.0...7.0, 8, ["0", "1", "2", "3", "4", "5", "6", "7"]),
    (0.0...1.0, 6, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
    (-0.4...0.4, 5, ["−0.4", "−0.2", "0.0", "0.2", "0.4"]),
    (-100.0...0.0, 6, ["−100", "−80", "−60", "−40", "−20", "0"]),
    (0.612...0.668, 6, ["0.62", "0.63", "0.64", "0.65", "0.66"]),
    (1234.0...5432.0, 5, ["2000", "3000", "4000", "5000"]),
  ])
  func `even ticks are round numbers with the places of their step`(
    range: ClosedRange<Double>, most: Int, labels: [String]
  ) {
    #expect(Ticks.even(in: range, atMost: most).labels == labels)
  }

  @Test(arguments: [
    (60.0...600.0, 3, ["100", "200", "500"]), (75.0...600.0, 4, ["100", "200", "300", "500"]),
    (110.0...121.0, 6, ["110", "112", "114", "116", "118", "120"]),
  ])
  func `ticks of ratios are 1, 2 and 5, or even ones in a narrow range`(
    range: ClosedRange<Double>, most: Int, labels: [String]
  ) {
    #expect(Ticks.ofRatios(in: range, atMost: most).labels == labels)
  }

  @Test(arguments: [1e-6, 1e-3, 0.37, 1, 4.2, 99, 1e4, 3.3e7], [3, 5, 8, 12])
  func `ticks are within the range, at least two and at most the limit`(span: Double, most: Int) {
    let range = 0.123 * span...1.123 * span
    let ticks = Ticks.even(in: range, atMost: most)

    #expect(ticks.values.allSatisfy { $0 >= range.lowerBound - 1e-9 * span })
    #expect(ticks.values.allSatisfy { $0 <= range.upperBound + 1e-9 * span })
    #expect((2...most).contains(ticks.values.count))
    #expect(Set(ticks.labels).count == ticks.values.count)
  }

  @Test func `an axis without a length has no ticks`() {
    #expect(Ticks.even(in: 1...1, atMost: 5).values == [])
    #expect(Ticks.ofRatios(in: 0...5, atMost: 5).values == [])
  }
}

@Suite struct ScaleTests {
  @Test func `differences have linear axes, ratios logarithmic ones`() {
    let even = Scale(.differences, of: 0...10, from: 100, to: 300)
    let ratios = Scale(.ratios, of: 100...400, from: 200, to: 0)

    #expect(even.place(of: 2.5) == 150)
    #expect((ratios.place(of: 200) - 100).magnitude < 1e-12)
    #expect(ratios.place(of: 100) == 200)
  }

  @Test func `positions are clamped at the ends on request`() {
    let scale = Scale(.differences, of: 0...1, from: 10, to: 20)

    #expect(scale.clampedPosition(of: -5) == 10)
    #expect(scale.clampedPosition(of: 9) == 20)
    #expect(scale.place(of: 2) == 30)
  }

  @Test func `a range has its margin and minimum width`() {
    #expect(Scale.range(of: [2, 4, 3], margin: 0.5, least: 1) == 1...5)
    #expect(Scale.range(of: [3], margin: 0.5, least: 2) == 2...4)
    #expect(Scale.range(of: [], margin: 0.5, least: 2) == nil)
  }

  @Test(arguments: [
    (1.005, 1, "1.0"), (-0.004, 2, "0.00"), (-1.5, 1, "−1.5"), (12_345.6, 0, "12346"),
    (0.5, 3, "0.500"), (1.25, 1, "1.3"), (-2.5, 0, "−3"), (0.05, 3, "0.050"),
    (119.99996, 4, "120.0000"), (1e15, 2, "1000000000000000.0"), (1e16, 0, "1e+16"),
  ])
  func `numbers have the requested number of decimals`(number: Double, places: Int, text: String) {
    #expect(NumberFormat.fixed(number, places) == text)
  }

  @Test func `an envelope keeps every peak`() {
    let values = [0.0, 5, 1, -7, 2, 2]

    #expect(Envelope(of: values[...], columns: 3).columns == [0...5, -7...1, 2...2])
    #expect(Envelope(of: values[..<2], columns: 4).columns == [nil, 0...0, nil, 5...5])
    #expect(
      Envelope(of: [(0.1, 3), (0.2, 4), (0.9, 1), (1.5, 9)], columns: 2).columns == [3...4, 1...1])
  }
}
