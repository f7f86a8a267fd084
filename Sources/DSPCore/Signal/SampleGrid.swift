// Real times to sample indices. Praat rounds in three ways, and each place uses its own.

package import VoiceTypes

/// The sample positions of a signal, as times.
package struct SampleGrid {
  let firstTime: Double
  let period: Double
  let count: Int

  package init(of signal: Signal) {
    firstTime = signal.firstSampleTime
    period = signal.samplePeriod
    count = signal.samples.count
  }

  /// The end of the sound, in seconds.
  var duration: Double { Double(count) * period }

  /// The last index at or before `time`; may lie outside the signal.
  package func lowIndex(at time: Double) -> Int {
    Int(((time - firstTime) / period).rounded(.down))
  }

  /// The first index at or after `time`; may lie outside the signal.
  package func highIndex(at time: Double) -> Int {
    Int(((time - firstTime) / period).rounded(.up))
  }

  /// The index nearest to `time`, the later one of two; may lie outside the signal.
  package func nearestIndex(to time: Double) -> Int {
    Int(((time - firstTime) / period + 0.5).rounded(.down))
  }

  /// The time of sample `index`.
  package func time(of index: Int) -> Double { firstTime + Double(index) * period }

  /// The indices of the samples in `start ... end` that the signal has; empty if there are none.
  package func indices(from start: Double, to end: Double) -> Range<Int> {
    let first = max(0, highIndex(at: start))
    let last = min(count - 1, lowIndex(at: end))
    return first <= last ? first..<(last + 1) : 0..<0
  }
}
