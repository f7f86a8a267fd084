import VoiceTypes

/// F0 or amplitude over time, with one point per glottal cycle. No frame smooths it, so a
/// modulation has its full extent at any rate.
struct Contour: Sendable, Equatable {
  /// Times of the points, in seconds, ascending.
  let times: [Double]

  let values: [Double]

  /// Reciprocal of each accepted period, in hertz, at the middle of the period; time starts at the
  /// first pulse.
  init(frequenciesOf periods: PeriodSequence) {
    var times: [Double] = []
    var values: [Double] = []
    var start = 0.0
    for (index, length) in periods.intervals.enumerated() {
      if periods.isPeriod(index) {
        times.append(start + 0.5 * length)
        values.append(1 / length)
      }
      start += length
    }
    self.init(times: times, values: values)
  }

  /// Amplitude at each pulse that has one; time is that of the recording.
  init(of amplitudes: PulseAmplitudes) {
    self.init(times: amplitudes.times, values: amplitudes.values)
  }

  init(times: [Double], values: [Double]) {
    self.times = times
    self.values = values
  }
}
