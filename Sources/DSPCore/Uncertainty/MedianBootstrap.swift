// The median is no function of sums: a resample counts how often each value was drawn, and walks
// from the lowest value to the middle.

import VoiceTypes

extension BlockBootstrap {
  /// The half width of the 95 % interval of the median of the frames that have a value; nil with
  /// too few blocks.
  func halfWidthOfMedian(
    of frames: [Double?], blockLength: Int, stream: BootstrapStream
  ) -> Double? {
    let blockCount = Int((Double(frames.count) / Double(blockLength)).rounded())
    guard blockCount >= Self.fewestBlocks else { return nil }
    var tally = MedianTally(of: frames)
    var random = RandomIndices(seed: seed, stream: stream)
    var spread = RunningSpread()
    for _ in 0..<resamples {
      tally.clear()
      for _ in 0..<blockCount {
        tally.count(from: random.next(below: frames.count), length: blockLength)
      }
      spread.note(tally.median)
    }
    let reach = Self.reach(blocks: blockCount, blockLength: blockLength, items: frames.count)
    return spread.deviation.map { reach * $0 }
  }
}

/// How often each frame was drawn, in the order of their values.
private struct MedianTally {
  private let ordered: [Double]
  private let ranks: [Int?]
  private var counts: [Int]
  private var total = 0

  init(of frames: [Double?]) {
    let places = frames.indices.filter { frames[$0] != nil }
      .sorted { (frames[$0] ?? 0, $0) < (frames[$1] ?? 0, $1) }
    ordered = places.compactMap { frames[$0] }
    var ranks = [Int?](repeating: nil, count: frames.count)
    for (rank, place) in places.enumerated() { ranks[place] = rank }
    self.ranks = ranks
    counts = Array(repeating: 0, count: places.count)
  }

  mutating func clear() {
    for rank in counts.indices { counts[rank] = 0 }
    total = 0
  }

  /// Counts a block; the first frame follows the last.
  mutating func count(from start: Int, length: Int) {
    for step in 0..<length {
      guard let rank = ranks[(start + step) % ranks.count] else { continue }
      counts[rank] += 1
      total += 1
    }
  }

  /// The middle one of the drawn values, or the mean of the middle two.
  var median: Double? {
    guard total > 0 else { return nil }
    var (below, lower): (Int, Double?) = (0, nil)
    for (rank, count) in counts.enumerated() where count > 0 {
      below += count
      if lower == nil && below > (total - 1) / 2 { lower = ordered[rank] }
      if below > total / 2 { return lower.map { 0.5 * ($0 + ordered[rank]) } }
    }
    return nil
  }
}
