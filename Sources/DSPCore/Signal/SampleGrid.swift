// Praat rounds times to sample indices in three ways; each caller uses its own.

package import VoiceTypes

/// Sample times of a signal.
package struct SampleGrid {
  let firstTime: Double
  let period: Double
  let count: Int

  package init(of signal: Signal) {
    firstTime = signal.firstSampleTime
    period = signal.samplePeriod
    count = signal.samples.count
  }

  /// The end of the signal, in seconds.
  var duration: Double { Double(count) * period }

  /// The last index at or before `time`; possibly outside the signal.
  package func lowIndex(at time: Double) -> Int {
    Int(((time - firstTime) / period).rounded(.down))
  }

  /// The first index at or after `time`; possibly outside the signal.
  package func highIndex(at time: Double) -> Int {
    Int(((time - firstTime) / period).rounded(.up))
  }

  /// The index nearest to `time`, the later one of two; possibly outside the signal.
  package func nearestIndex(to time: Double) -> Int {
    Int(((time - firstTime) / period + 0.5).rounded(.down))
  }

  /// The time of sample `index`, in seconds.
  package func time(of index: Int) -> Double { firstTime + Double(index) * period }

  /// The indices of the signal's samples in `start ... end`; possibly empty.
  package func indices(from start: Double, to end: Double) -> Range<Int> {
    let first = max(0, highIndex(at: start))
    let last = min(count - 1, lowIndex(at: end))
    return first <= last ? first..<(last + 1) : 0..<0
  }
}
