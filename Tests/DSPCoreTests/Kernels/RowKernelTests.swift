// Kernels over rows compared with plain loops.

import DSPCore
import Testing

// Sums of some ten products of order one.
private let roundingTolerance = 1e-13

@Suite struct RowKernelTests {
  @Test(arguments: [1, 2, 3, 7, 8, 9, 256, 513], [-2, -0.1, 0, 0.4, 2])
  func `a split counts the smaller values and finds the neighbours`(count: Int, threshold: Double) {
    let values = TestSignal.uniformNoise(count: count, seed: 1)

    let split = ThresholdPartition(of: values, at: threshold)

    let below = values.filter { $0 < threshold }
    #expect(split.below == below.count)
    #expect(ThresholdPartition.count(of: values, below: threshold) == below.count)
    #expect(split.largestBelow == below.max() ?? -.infinity)
    #expect(split.smallestAbove == values.filter { $0 >= threshold }.min() ?? .infinity)
  }

  @Test(arguments: [1, 2, 3, 10, 101, 512])
  func `the median equals the middle of the sorted values on reused storage`(count: Int) {
    var selector = MedianSelector()
    for seed in UInt64(1)...40 {
      // Every fourth row is coarse, with many equal values; every fifth lies elsewhere.
      let noise = TestSignal.gaussianNoise(count: count, seed: seed)
      let values = noise.map { value in
        let scaled = seed % 4 == 0 ? (2 * value).rounded() : value
        return seed % 5 == 0 ? 1e6 * scaled - 1e8 : scaled
      }

      let middle = selector.middle(of: values)

      let sorted = values.sorted()
      #expect(middle.lower == sorted[(count - 1) / 2])
      #expect(middle.upper == sorted[count / 2])
    }
  }

  @Test(arguments: [[0], [0, 8, 3], [1, 2, 3, 4, 5, 6, 7]])
  func `a weighted sum of rows equals the plain one`(starts: [Int]) {
    let table = TestSignal.uniformNoise(count: 40, seed: 3)
    let weights = TestSignal.uniformNoise(count: starts.count, seed: 4)
    var sums = Array(repeating: 0.0, count: 24)

    WeightedRows.write(
      zip(starts, weights).map { WeightedRows.Term(start: $0, weight: $1) }, of: table,
      into: &sums)

    let plain = sums.indices.map { index in
      zip(starts, weights).reduce(0) { $0 + $1.1 * table[$1.0 + index] }
    }
    #expect(largestDifference(sums, plain) < roundingTolerance)
  }

  @Test(arguments: [2, 9, 64, 65, 200], [-1, 0, 0.3])
  func `counting slopes in lanes equals counting one by one`(count: Int, slope: Double) {
    let row = TestSignal.gaussianNoise(count: count, seed: 5)
    var counter = SlopeCounter(count: count)
    var counts = Array(repeating: Int32(0), count: count)

    // The second count starts from the order that the first one left.
    counter.count(atMost: 2, in: row, into: &counts)
    counter.count(atMost: slope, in: row, into: &counts)

    #expect(counts == slopeCounts(atMost: slope, in: row))
  }

  @Test func `counting slopes across changing rows equals counting one by one`() {
    let rows = [
      TestSignal.gaussianNoise(count: 100, seed: 5),
      TestSignal.gaussianNoise(count: 100, seed: 6).map { $0.rounded() },
      Array(repeating: 0.5, count: 100),
      TestSignal.gaussianNoise(count: 100, seed: 7).map { $0.rounded() },
    ]
    var counter = SlopeCounter(count: 100)
    var counts = Array(repeating: Int32(0), count: 100)

    for (row, slope) in zip(rows, [0.25, 0, 0, -0.5]) {
      counter.count(atMost: slope, in: row, into: &counts)

      #expect(counts == slopeCounts(atMost: slope, in: row))
    }
  }

  private func slopeCounts(atMost slope: Double, in row: [Double]) -> [Int32] {
    row.indices.map { point in
      let slopes = row.indices.filter { $0 != point }.map {
        (row[$0] - row[point]) / Double($0 - point)
      }
      return Int32(slopes.count { $0 <= slope })
    }
  }

  @Test(arguments: [0, 7, 31])
  func `selected slopes have the ranks of sorted slopes`(point: Int) {
    let row = TestSignal.gaussianNoise(count: 32, seed: 6)
    var slopes = PointSlopes(count: 32)

    slopes.write(of: row, from: point)
    let (below, count) = slopes.collect(after: -0.1, through: 0.2)

    let sorted = row.indices.filter { $0 != point }
      .map { (row[$0] - row[point]) / Double($0 - point) }.sorted()
    let chosen = sorted.filter { $0 > -0.1 && $0 <= 0.2 }
    #expect(below == sorted.count { $0 <= -0.1 })
    #expect(count == chosen.count)
    for (rank, slope) in chosen.enumerated() {
      #expect(abs(slopes.collected(rank: rank) - slope) < roundingTolerance)
    }
    #expect(abs(slopes.median() - sorted[15]) < roundingTolerance)
  }

  @Test(arguments: [1, 8, 13, 100])
  func `a tapered frame has no mean before the window and zeros after it`(count: Int) {
    let stretch = TestSignal.uniformNoise(count: count, seed: 7).map { $0 + 3 }
    let window = TestSignal.uniformNoise(count: count, seed: 8)
    var frame = Array(repeating: 9.0, count: count + 5)
    var target = frame.mutableSpan

    Taper.write(stretch.span, window: window.span, into: &target)

    let mean = stretch.reduce(0, +) / Double(count)
    let plain = zip(stretch, window).map { ($0 - mean) * $1 } + Array(repeating: 0, count: 5)
    #expect(largestDifference(frame, plain) < roundingTolerance)
  }
}
