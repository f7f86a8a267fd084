import RealModule
internal import VoiceMath
public import VoiceTypes

/// H1–H2: level difference of the first two harmonics, cycle by cycle. It is high for a breathy
/// voice with a long open phase, and low for a pressed voice.
///
/// Source: Praat manual, "Voice report" (H1–H2 since version 6.4.33): the Fourier transform of
/// exactly one period, whose first two bins are the first two harmonics.
public struct FirstHarmonics: Sendable, Equatable {
  /// Minimum samples per period, for a second bin below Nyquist.
  private static let leastSamples = 5

  /// H1–H2 of every accepted period, in decibels and in order.
  public let differences: [Double]

  /// The mean over these periods, in decibels.
  public var mean: Measured {
    Statistics.mean(differences).map { Measured($0) }
      ?? .unavailable(.tooFewPeriods(needed: 1, found: 0))
  }

  /// Measures between ascending pulse times, in seconds; `limits` selects the periods.
  public init(of signal: Signal, pulses: [Double], limits: PeriodLimits) {
    let grid = SampleGrid(of: signal)
    differences = zip(pulses, pulses.dropFirst()).compactMap { start, end in
      guard limits.allows(end - start) else { return nil }
      // From the first sample at or after one pulse to the last before the next.
      let first = max(0, grid.highIndex(at: start))
      let last = min(signal.samples.count, grid.highIndex(at: end))
      guard last - first >= Self.leastSamples else { return nil }
      return Self.difference(in: signal.samples.span.extracting(first..<last))
    }
  }

  /// 10 log10 of the energy of bin 1 over that of bin 2; nil if either is zero.
  private static func difference(in period: Span<Double>) -> Double? {
    let lines = SpectralLines.magnitudes(
      of: period, spacing: 2 * .pi / Double(period.count), count: 2)
    let (firstEnergy, secondEnergy) = (lines[0] * lines[0], lines[1] * lines[1])
    guard firstEnergy > 0, secondEnergy > 0 else { return nil }
    return 10 * Double.log10(firstEnergy / secondEnergy)
  }
}

extension FirstHarmonics: FeatureExtractor {
  /// The mean H1–H2.
  public static let measures: [Measure] = [.h1H2]

  /// The pulses.
  public static let intermediates: Set<Voice.Intermediate> = [.cycles]

  /// The minimum samples per period; the period limits are those of the voice report.
  public static func choices(in settings: AnalysisSettings) -> [NamedParameter] {
    [NamedParameter("h1_h2_least_samples", .count(leastSamples))]
  }

  /// Measures the cycles of a voice.
  public init(of voice: Voice, workspace: inout AnalysisWorkspace) {
    self.init(
      of: voice.part, pulses: voice.pulses, limits: .voiceReport(for: voice.scope.reportRange))
  }

  /// The value in decibels.
  public func value(of measure: Measure, in voice: Voice) -> Measured { mean }
}
