import VoiceTypes

extension BlockBootstrap {
  /// The half width of the 95 % interval of the median of the frames that have a value; nil with
  /// too few blocks.
  func halfWidthOfMedian(
    of frames: [Double?], blockLength: Int, stream: BootstrapStream
  ) -> Double? {
    let blockCount = Int((Double(frames.count) / Double(blockLength)).rounded())
    guard blockCount >= Self.fewestBlocks else { return nil }
    var tally = MedianTally(of: frames, blockLength: blockLength)
    var spread = RunningSpread()
    eachDraw(of: blockCount, below: frames.count, stream: stream) { starts in
      tally.count(blocksAt: starts)
      spread.note(tally.median)
    }
    let reach = Self.halfWidthFactor(
      blocks: blockCount, blockLength: blockLength, items: frames.count)
    return spread.deviation.map { reach * $0 }
  }
}

/// Draw counts of the frames, in the order of their values. The median is no function of sums, so a
/// resample counts how often each value was drawn.
private struct MedianTally {
  private let ordered: [Double]
  /// The rank of each frame, with the first ones repeated after the last, because a block may wrap
  /// around. Frames without a value share the rank after all others.
  private let places: [Int]
  private let blockLength: Int
  private var counts: [Int]
  /// Number of drawn frames, including those without a value.
  private var drawn = 0

  init(of frames: [Double?], blockLength: Int) {
    let byValue = frames.indices.filter { frames[$0] != nil }
      .sorted { (frames[$0] ?? 0, $0) < (frames[$1] ?? 0, $1) }
    ordered = byValue.compactMap { frames[$0] }
    var places = [Int](repeating: byValue.count, count: frames.count)
    for (place, frame) in byValue.enumerated() { places[frame] = place }
    self.places = (0..<(frames.count + blockLength)).map { places[$0 % frames.count] }
    self.blockLength = blockLength
    counts = Array(repeating: 0, count: byValue.count + 1)
  }

  /// Counts the blocks of one resample.
  mutating func count(blocksAt starts: [Int]) {
    let (places, length) = (places, blockLength)
    drawn = starts.count * length
    var tally = counts.mutableSpan
    for place in tally.indices { tally[place] = 0 }
    for start in starts {
      for frame in start..<(start + length) { tally[places[frame]] += 1 }
    }
  }

  /// The middle drawn value, or the mean of the middle two.
  var median: Double? {
    let counts = counts.span
    let total = drawn - counts[ordered.count]
    guard total > 0 else { return nil }
    // The cumulative count passes the half only at a drawn value, so other values need no test.
    var (place, through) = (0, counts[0])
    func go(beyond half: Int) {
      while through <= half {
        place += 1
        through += counts[place]
      }
    }
    go(beyond: (total - 1) / 2)
    let lower = ordered[place]
    go(beyond: total / 2)
    return 0.5 * (lower + ordered[place])
  }
}
