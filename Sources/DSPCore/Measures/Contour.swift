// F0 and amplitude as functions of time with one point per glottal cycle: no frame has smoothed
// them, so that a modulation keeps its extent at any rate.

import VoiceTypes

/// Values at ascending times.
struct Contour: Sendable, Equatable {
  /// The times of the points, in seconds.
  let times: [Double]

  /// The value at each time.
  let values: [Double]

  /// One over each accepted period, in hertz, at the middle of the period; time starts at the
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

  /// The amplitude at each pulse that has one; time is that of the recording.
  init(of amplitudes: PulseAmplitudes) {
    self.init(times: amplitudes.times, values: amplitudes.values)
  }

  /// A contour of points, ascending in time.
  init(times: [Double], values: [Double]) {
    self.times = times
    self.values = values
  }
}
