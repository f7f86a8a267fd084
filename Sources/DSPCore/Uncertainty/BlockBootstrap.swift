// How far a measure would move if the same voice were recorded again: by drawing the recording
// anew from its own blocks. Neighbouring periods and overlapping frames are alike, so single items
// must not be drawn; blocks keep the likeness inside them.
//
// Circular block bootstrap: Politis & Romano (1992), in LePage & Billard (eds.), Exploring the
// Limits of Bootstrap, 263–270. The interval is the value ± Student's t times the standard
// deviation of the resamples: with some 30 blocks, percentiles of the resamples cover too little.

import RealModule
internal import VoiceMath
public import VoiceTypes

/// Intervals by resampling blocks; the same seed gives the same bits.
public struct BlockBootstrap: Sendable {
  /// Their standard deviation is then within some 2 % of that of infinitely many.
  public static let usualResamples = 1000

  /// Fewer blocks, of 0.1 s each, do not tell how far blocks differ.
  public static let fewestBlocks = 8

  /// A block: eleven periods of a low voice, and several times as long as a frame.
  public static let blockLength: Seconds = 0.1

  /// What an interval follows from beside the seed, by name.
  static var choices: [NamedSetting] {
    [
      NamedSetting("interval_resamples", .count(usualResamples)),
      NamedSetting("interval_fewest_blocks", .count(fewestBlocks)),
      NamedSetting("interval_block_s", blockLength.value),
    ]
  }

  let seed: UInt64
  let resamples: Int

  /// Resamples with a seed, to be derived from the recording and nothing else.
  public init(seed: UInt64, resamples: Int = BlockBootstrap.usualResamples) {
    precondition(resamples > 1, "a spread needs two resamples")
    self.seed = seed
    self.resamples = resamples
  }

  /// The items in a block when they are `step` seconds apart.
  static func blockLength(forStep step: Double) -> Int {
    max(1, Int((blockLength.value / step).rounded()))
  }

  /// The half width of the 95 % interval of each statistic of the sums of a table; nil with too
  /// few blocks, and for a statistic that some resample does not have.
  func halfWidths(
    of table: TermTable, blockLength: Int, stream: BootstrapStream,
    statistics: [([Double]) -> Double?]
  ) -> [Double?] {
    let blockCount = Int((Double(table.rowCount) / Double(blockLength)).rounded())
    guard blockCount >= Self.fewestBlocks else { return statistics.map { _ in nil } }
    let blocks = table.circularSums(of: blockLength)
    var spreads = statistics.map { _ in RunningSpread() }
    let width = table.columnCount
    var sums = [Double](repeating: 0, count: width)
    eachDraw(of: blockCount, below: table.rowCount, stream: stream) { rows in
      var starts = rows.mutableSpan
      for index in starts.indices { starts[index] *= width }
      DrawnSums.write(rows, of: blocks.terms, into: &sums)
      for (index, statistic) in statistics.enumerated() { spreads[index].note(statistic(sums)) }
    }
    let factor = Self.reach(blocks: blockCount, blockLength: blockLength, items: table.rowCount)
    return spreads.map { spread in spread.deviation.map { factor * $0 } }
  }

  /// Calls `use` with the rows at which the blocks of each resample begin.
  func eachDraw(
    of count: Int, below rowCount: Int, stream: BootstrapStream, use: (inout [Int]) -> Void
  ) {
    var random = RandomIndices(seed: seed, stream: stream)
    var rows = [Int](repeating: 0, count: count)
    for _ in 0..<resamples {
      var drawn = rows.mutableSpan
      for index in drawn.indices { drawn[index] = random.next(below: rowCount) }
      use(&rows)
    }
  }

  /// Standard deviations of the resamples that an interval reaches to either side.
  static func reach(blocks: Int, blockLength: Int, items: Int) -> Double {
    // A resample holds whole blocks, not exactly as many items as the recording.
    let drawnShare = Double(blocks * blockLength) / Double(items)
    // The blocks differ from their own mean by less than from the true one.
    let smallSample = Double(blocks) / Double(blocks - 1)
    return StudentT(degreesOfFreedom: blocks - 1).expanded95
      * (drawnShare * smallSample).squareRoot()
  }
}

/// The standard deviation of numbers that come one by one: Welford (1962), Technometrics 4:419.
struct RunningSpread {
  private var count = 0.0
  private var mean = 0.0
  private var squares = 0.0
  private var isComplete = true

  /// Takes a number; without one there is no deviation any more.
  mutating func note(_ number: Double?) {
    guard let number, number.isFinite else {
      isComplete = false
      return
    }
    count += 1
    let distance = number - mean
    mean += distance / count
    squares += distance * (number - mean)
  }

  var deviation: Double? { isComplete ? (squares / (count - 1)).squareRoot() : nil }
}
