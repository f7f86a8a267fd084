/// Mono samples under a header of two channels: channel 2 is channel 1 half a sample later.
enum SplitMono {
  /// Fewest frames of a decision [E].
  private static let fewestFrames = 1000

  /// Largest error of the midpoint of two samples of channel 1 as a prediction of channel 2,
  /// relative to that of either sample [E]. Mono recordings have 0.05 in the median, two
  /// microphones 0.8 or more.
  private static let largestError = 0.4

  /// Largest difference between the errors of both samples, as a ratio [E]. Two microphones pass
  /// only with a delay of 0.49 to 0.51 samples.
  private static let largestAsymmetry = 0.05

  /// Largest difference of the powers of the channels, as a ratio [E].
  private static let largestPowerDifference = 0.02

  /// Whether the samples of `channel` and those of the other of two channels alternate in one.
  static func isFound(
    _ samples: [Double], of channel: Int, in bytes: [UInt8], _ layout: WAVLayout
  ) throws(IngestError) -> Bool {
    let other = try SampleDecoder.decode(
      MonoPayload(bytes, layout, channel: 3 - channel), as: layout)
    return channel == 1 ? isFound(samples, other) : isFound(other, samples)
  }

  /// Whether two channels are the alternating samples of one.
  private static func isFound(_ first: [Double], _ second: [Double]) -> Bool {
    guard first.count >= fewestFrames, first.count == second.count else { return false }
    var (before, after, between, firstPower, secondPower) = (0.0, 0.0, 0.0, 0.0, 0.0)
    func add(_ difference: Double, to sum: inout Double) { sum += difference * difference }
    for index in 1..<first.count {
      let (left, middle, right) = (first[index - 1], second[index - 1], first[index])
      add(middle - left, to: &before)
      add(middle - right, to: &after)
      add(middle - (left + right) / 2, to: &between)
      add(left, to: &firstPower)
      add(middle, to: &secondPower)
    }
    return before > 0 && between <= largestError * before
      && (after - before).magnitude <= largestAsymmetry * before
      && (secondPower - firstPower).magnitude <= largestPowerDifference * firstPower
  }
}
