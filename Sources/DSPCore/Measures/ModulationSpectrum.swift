import RealModule
import VoiceMath
import VoiceTypes

/// Mean modulation power of a contour by rate, averaged over windows. A power law around the
/// strongest rate models the random wander of a voice, which is stronger at slower rates.
struct ModulationSpectrum {
  /// Half width of a peak: one and a half times the reciprocal of the window.
  private static let peakHalfWidthHz = 1.5 / TremorSettings.window.value

  private let windows: [ModulationWindow]
  private let rates: [Double]
  private let powers: [Double]

  /// Computes the spectrum over at least one window.
  init(of windows: [ModulationWindow]) {
    let first = TremorSettings.slowest.value
    let step = TremorSettings.searchStep.value
    let count = Int(((TremorSettings.fastest.value - first) / step).rounded()) + 1
    var sums = [Double](repeating: 0, count: count)
    for window in windows {
      for (index, power) in window.powers(fromHz: first, stepHz: step, count: count).enumerated() {
        sums[index] += power
      }
    }
    self.windows = windows
    rates = (0..<count).map { first + Double($0) * step }
    powers = sums.map { $0 / Double(windows.count) }
  }

  /// The index of the most prominent rate, and its power ratio to the background; nil without a
  /// peak.
  var strongest: (peak: Int, powerRatio: Double)? {
    let everywhere = PowerLaw(rates: rates, powers: powers)
    let peaks = rates.indices.dropFirst().dropLast().filter {
      powers[$0] > powers[$0 - 1] && powers[$0] >= powers[$0 + 1]
    }
    guard
      let peak = peaks.max(by: {
        powers[$0] / everywhere.power(at: rates[$0]) < powers[$1] / everywhere.power(at: rates[$1])
      })
    else { return nil }
    let around = rates.indices.filter { (rates[$0] - rates[peak]).magnitude > Self.peakHalfWidthHz }
    let background = PowerLaw(rates: around.map { rates[$0] }, powers: around.map { powers[$0] })
    return (peak, powers[peak] / background.power(at: rates[peak]))
  }

  /// The extent at a rate, averaged over the windows.
  func extent(atHz rate: Double) -> Double {
    windows.reduce(0) { $0 + $1.fit(atHz: rate).extent } / Double(windows.count)
  }

  /// The rate of the peak at an index in hertz, refined between its neighbours.
  func rate(ofPeak peak: Int) -> Double {
    BrentMaximum(from: rates[peak - 1], to: rates[peak + 1]) { rate in
      windows.reduce(0) { $0 + $1.fit(atHz: rate).power }
    }.position
  }
}

/// Power law power = c · rate^k: the exponent from least squares of the logarithms, the factor from
/// the mean of the powers, which is robust against single weak rates.
private struct PowerLaw {
  /// Floor of a power before the logarithm.
  private static let leastPower = 1e-300

  private let exponent: Double
  private let factor: Double

  init(rates: [Double], powers: [Double]) {
    let logarithms = Contour(
      times: rates.map { Double.log($0) },
      values: powers.map { Double.log(max($0, Self.leastPower)) })
    let exponent = LinearTrend(of: logarithms)?.slope ?? 0
    self.exponent = exponent
    factor =
      Statistics.mean(zip(rates, powers).map { $1 / Double.pow($0, exponent) }) ?? 0
  }

  func power(at rate: Double) -> Double { factor * Double.pow(rate, exponent) }
}
