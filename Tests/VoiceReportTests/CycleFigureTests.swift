// The shown cycles give the values of jitter and shimmer.

import DSPCore
import Testing
import VoicePipeline
import VoiceReport
import VoiceTypes

@Suite struct CycleFigureTests {
  /// Sums in another order.
  private static let tolerance = 1e-9

  private func difference(_ curve: CycleCurve, from found: Measured) throws -> Double {
    let shown = try #require(curve.percent)
    let measured = 100 * (try #require(found.number))
    return (shown - measured).magnitude / measured
  }

  @Test func `the drawn cycles give the jitter and shimmer of the analysis`() throws {
    var compared = 0
    for drawn in Drawn.all {
      guard let analysis = drawn.examined.analysis, analysis.voice.hasCycles else { continue }
      let cycles = analysis.voice.cycles
      guard cycles.jitter.local.number != nil, cycles.shimmer.local.number != nil else { continue }
      let periods = CycleCurve.periods(of: cycles, offset: analysis.offset)
      let amplitudes = CycleCurve.amplitudes(of: cycles, offset: analysis.offset)

      #expect(try difference(periods, from: cycles.jitter.local) < Self.tolerance)
      #expect(try difference(amplitudes, from: cycles.shimmer.local) < Self.tolerance)
      compared += 1
    }
    #expect(compared >= 5)
  }

  @Test func `the figure shows jitter and shimmer of the document`() throws {
    let drawn = try #require(Drawn.all.first { $0.name == "coswara_21_a.wav" })
    let analysis = try #require(drawn.examined.analysis)
    let biomarkers = try #require(drawn.examined.document.findings?.biomarkers)
    let cycles = analysis.voice.cycles

    let jitter = try #require(biomarkers[.jitterLocal].number)
    let shimmer = try #require(biomarkers[.shimmerLocal].number)
    let shown = CycleCurve.periods(of: cycles, offset: analysis.offset)
    #expect((try #require(shown.percent) - jitter).magnitude < Self.tolerance * jitter)
    let heights = CycleCurve.amplitudes(of: cycles, offset: analysis.offset)
    #expect((try #require(heights.percent) - shimmer).magnitude < Self.tolerance * shimmer)
    let text = drawn.scene(.cycles).labels.map(\.text).joined(separator: " ")
    #expect(text.contains("Jitter (local): \(NumberFormat.fixed(jitter, 3)) %"))
  }

  @Test func `sums over cycles equal plain sums`() {
    let values = [1.0, 3, 2, 10]
    let compares = [true, true, false, false]
    let curve = CycleCurve(
      cycles: zip(values, compares).enumerated().map { index, cycle in
        CycleCurve.Cycle(
          time: Double(index), value: cycle.0, comparesWithNext: cycle.1, counts: index < 3)
      })

    #expect(curve.meanDifference == 1.5)
    #expect(curve.mean == 2)
    #expect(curve.percent == 75)
    #expect((0..<4).map { curve.isCompared($0) } == [true, true, true, false])
  }
}
