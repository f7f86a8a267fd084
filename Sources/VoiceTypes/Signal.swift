/// Mono signal: samples in −1 … 1 (16-bit samples divided by 32768) at a constant rate.
///
/// The signal spans 0 … `duration`. Sample `k` (from 0) covers the interval of sample periods `k …
/// k + 1`; its time is the centre, `(k + ½) / sampleRate`, as in Praat.
public struct Signal: Sendable, Equatable {
  /// Finite samples in full-scale units.
  public let samples: [Double]

  /// Samples per second, positive.
  public let sampleRate: Hertz

  /// Creates a signal. The caller checks that all samples are finite.
  public init(samples: [Double], sampleRate: Hertz) {
    precondition(sampleRate.value > 0, "a signal needs a positive sample rate")
    self.samples = samples
    self.sampleRate = sampleRate
  }

  /// Time between two samples, in seconds.
  public var samplePeriod: Double { 1 / sampleRate.value }

  /// Time of sample 0: half a sample period.
  public var firstSampleTime: Double { 0.5 * samplePeriod }

  /// Number of samples times the sample period.
  public var duration: Seconds { Seconds(Double(samples.count) / sampleRate.value) }

  /// Returns the centre of sample `index` (from 0), in seconds from the start.
  public func time(ofSample index: Int) -> Double {
    firstSampleTime + Double(index) * samplePeriod
  }
}
