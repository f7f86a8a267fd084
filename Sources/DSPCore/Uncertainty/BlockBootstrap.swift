import RealModule
internal import VoiceMath
public import VoiceTypes

/// Confidence intervals by a circular block bootstrap; the same seed gives the same bits.
///
/// Politis & Romano (1992), in LePage & Billard (eds.), Exploring the Limits of Bootstrap, 263–270.
/// Neighbouring periods and overlapping frames are correlated, so blocks are drawn, not single
/// items. The interval is the value ± Student's t times the standard deviation of the resamples:
/// with some 30 blocks, percentiles of the resamples have too little coverage.
public struct BlockBootstrap: Sendable {
  /// Default number of resamples; their standard deviation is within some 2 % of the limit.
  public static let usualResamples = 1000

  /// Minimum number of blocks, of 0.1 s each: those of the shortest segment of perturbation.
  public static let fewestBlocks = 5

  /// Block length: eleven periods of a low voice, and several times a frame.
  public static let blockLength: Seconds = 0.1

  /// The parameters of an interval, without the seed.
  static var choices: [NamedParameter] {
    [
      NamedParameter("interval_resamples", .count(usualResamples)),
      NamedParameter("interval_fewest_blocks", .count(fewestBlocks)),
      NamedParameter("interval_block_s", blockLength.value),
    ]
  }

  let seed: UInt64
  let resamples: Int

  /// Creates a bootstrap with a seed, which must derive from the recording only.
  public init(seed: UInt64, resamples: Int = BlockBootstrap.usualResamples) {
    precondition(resamples > 1, "a spread needs two resamples")
    self.seed = seed
    self.resamples = resamples
  }

  /// Items per block for a spacing of `step` seconds.
  static func blockLength(forStep step: Double) -> Int {
    max(1, Int((blockLength.value / step).rounded()))
  }

  /// The half width of the 95 % interval of each statistic of the sums of a table; nil with too few
  /// blocks, and for a statistic that some resample lacks.
  func halfWidths(
    of table: ContributionTable, blockLength: Int, stream: BootstrapStream,
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
      ResampleSums.write(rows, of: blocks.terms, into: &sums)
      for (index, statistic) in statistics.enumerated() { spreads[index].note(statistic(sums)) }
    }
    let factor = Self.halfWidthFactor(
      blocks: blockCount, blockLength: blockLength, items: table.rowCount)
    return spreads.map { spread in spread.deviation.map { factor * $0 } }
  }

  /// Calls `use` with the first rows of the blocks of each resample.
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

  /// The half-width factor: standard deviations of the resamples on either side.
  static func halfWidthFactor(blocks: Int, blockLength: Int, items: Int) -> Double {
    // A resample has whole blocks, not exactly as many items as the recording.
    let drawnShare = Double(blocks * blockLength) / Double(items)
    // The blocks differ from their own mean by less than from the true one.
    let smallSample = Double(blocks) / Double(blocks - 1)
    return StudentT(degreesOfFreedom: blocks - 1).expanded95
      * (drawnShare * smallSample).squareRoot()
  }
}

/// Running standard deviation: Welford (1962), Technometrics 4:419.
struct RunningSpread {
  private var count = 0.0
  private var mean = 0.0
  private var squares = 0.0
  private var isComplete = true

  /// Adds a number; nil or a non-finite number invalidates the deviation.
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
