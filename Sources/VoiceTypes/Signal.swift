// A mono recording as numbers, with Praat's time convention, so that times in a document can be
// laid over Praat's.

/// A mono sound: samples in −1 … 1 (16-bit samples divided by 32768) at a constant rate.
///
/// The sound lasts from 0 to `duration`; sample `k` (from 0) stands for the interval
/// `k … k + 1` sample periods and lies at its centre, `(k + ½) / sampleRate`.
public struct Signal: Sendable, Equatable {
  /// The samples, in full-scale units; finite.
  public let samples: [Double]

  /// Samples per second; positive.
  public let sampleRate: Hertz

  /// Wraps samples that were checked for finiteness by whoever read them.
  public init(samples: [Double], sampleRate: Hertz) {
    precondition(sampleRate.value > 0, "a signal needs a positive sample rate")
    self.samples = samples
    self.sampleRate = sampleRate
  }

  /// The time between two samples, in seconds.
  public var samplePeriod: Double { 1 / sampleRate.value }

  /// The time of sample 0, half a sample period after the start.
  public var firstSampleTime: Double { 0.5 * samplePeriod }

  /// Number of samples times the sample period.
  public var duration: Seconds { Seconds(Double(samples.count) / sampleRate.value) }

  /// The centre of sample `index` (from 0), in seconds from the start.
  public func time(ofSample index: Int) -> Double {
    firstSampleTime + Double(index) * samplePeriod
  }
}
