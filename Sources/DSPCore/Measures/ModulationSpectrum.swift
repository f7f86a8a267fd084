// How strong each rate is in a contour, averaged over windows, and how strong it would be if the
// contour only wandered. Every voice wanders, more so the slower; a power law through the rates
// around the strongest one stands for that.

import RealModule
import VoiceMath
import VoiceTypes

/// The mean power of the modulations of a contour, rate by rate.
struct ModulationSpectrum {
  /// Rates closer to a peak than this belong to it: one and a half times one over the window.
  private static let peakHalfWidthHz = 1.5 / TremorSettings.window.value

  private let windows: [ModulationWindow]
  private let rates: [Double]
  private let powers: [Double]

  /// The spectrum over some windows, at least one.
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

  /// The place of the rate that stands out most, and by which factor; nil if none is stronger than both
  /// its neighbours.
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

  /// The mean over the windows of the extent at a rate.
  func extent(atHz rate: Double) -> Double {
    windows.reduce(0) { $0 + $1.fit(atHz: rate).extent } / Double(windows.count)
  }

  /// The rate of the peak at a place, between those of its neighbours: a search, for peaks that count.
  func rate(ofPeak peak: Int) -> Double {
    BrentMaximum(from: rates[peak - 1], to: rates[peak + 1]) { rate in
      windows.reduce(0) { $0 + $1.fit(atHz: rate).power }
    }.position
  }
}

/// power = c · rate^k: the exponent from the line of least squares through the logarithms, the
/// factor from the mean of the powers, which single weak rates do not pull down.
private struct PowerLaw {
  /// Stands for a power of nothing, whose logarithm does not exist.
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
