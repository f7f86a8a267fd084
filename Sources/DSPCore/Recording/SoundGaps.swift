internal import VoiceMath
package import VoiceTypes

/// Silent gaps of a recording: inside a voice, after data loss or a noise gate, and constant runs
/// anywhere.
package enum SoundGaps {
  /// Level of a gap relative to the largest sample around it; −40 dB. An undriven vowel falls by 1
  /// to 3 dB per millisecond, and is driven again before it reaches this level.
  private static let silence = 0.01

  /// Maximum relative level of constant samples that count as a gap, which excludes clipping.
  private static let loud = 0.1

  /// Minimum level of a cycle relative to the median block of the voice: −20 dB [E].
  private static let cycleLevel = 0.1

  /// Block length for the largest sample, in seconds, and the number of blocks on either side.
  private static let block = 0.01
  private static let reach = 2

  /// Minimum ratio of the longest gap to the usual gap between pulses.
  private static let timesUsual = 3.0

  /// The longest gap inside a voice, in seconds; zero if every cycle has gaps as long.
  package static func longest(in signal: Signal, in stretch: ClosedRange<Double>) -> Double {
    let samples = signal.samples.span.extracting(cycles(of: signal, in: stretch))
    let width = max(1, Int((block * signal.sampleRate.value).rounded()))
    let starts = Array(stride(from: 0, to: samples.count, by: width))
    let peaks = Self.peaks(of: samples, width: width)
    var (run, longestRuns, last) = (0, [Double](), Double.nan)
    for (index, start) in starts.enumerated() {
      let around = peaks[max(0, index - reach)...min(peaks.count - 1, index + reach)]
      let peak = around.max() ?? 0
      var longest = 0
      for place in start..<min(samples.count, start + width) {
        let size = samples[place].magnitude
        let isSilent = size <= silence * peak || (samples[place] == last && size <= loud * peak)
        run = isSilent ? run + 1 : 0
        longest = max(longest, run)
        last = samples[place]
      }
      longestRuns.append(Double(longest) * signal.samplePeriod)
    }
    return outstanding(longestRuns)
  }

  /// The samples from the first to the last cycle of the voice in `stretch`; empty for silence. A
  /// pitch frame reaches half of its window beyond them, into a pause of digital silence.
  static func cycles(of signal: Signal, in stretch: ClosedRange<Double>) -> Range<Int> {
    let indices = SampleGrid(of: signal).indices(from: stretch.lowerBound, to: stretch.upperBound)
    let samples = signal.samples.span.extracting(indices)
    let width = max(1, Int((block * signal.sampleRate.value).rounded()))
    let least =
      cycleLevel * (Statistics.quantile(0.5, of: Self.peaks(of: samples, width: width)) ?? 0)
    guard let first = indices.first(where: { signal.samples[$0].magnitude > least }),
      let last = indices.last(where: { signal.samples[$0].magnitude > least })
    else { return indices.lowerBound..<indices.lowerBound }
    return first..<(last + 1)
  }

  private static func peaks(of samples: Span<Double>, width: Int) -> [Double] {
    stride(from: 0, to: samples.count, by: width).map { start in
      Rows.largestMagnitude(of: samples.extracting(start..<min(samples.count, start + width)))
    }
  }

  /// The longest gap, or zero if each block has one like it, as for pulses without a vocal tract.
  private static func outstanding(_ gaps: [Double]) -> Double {
    guard let longest = gaps.max() else { return 0 }
    let usual = gaps.sorted()[gaps.count / 2]
    return longest >= timesUsual * usual ? longest : 0
  }

  /// The longest constant run, in seconds; zero if shorter than `least`.
  package static func longestConstantRun(in signal: Signal, atLeast least: Double) -> Double {
    let samples = signal.samples.span
    let stride = max(1, Int(0.5 * least * signal.sampleRate.value))
    var (longest, index) = (0, 0)
    // A relevant run covers at least two probes.
    while index + stride < samples.count {
      guard samples[index] == samples[index + stride / 2], samples[index] == samples[index + stride]
      else {
        index += stride
        continue
      }
      let run = self.run(around: index, in: samples)
      longest = max(longest, run.count)
      index = max(index + stride, run.upperBound)
    }
    let seconds = Double(longest) * signal.samplePeriod
    return seconds >= least ? seconds : 0
  }

  /// The equal samples around an index.
  private static func run(around index: Int, in samples: Span<Double>) -> Range<Int> {
    var (first, end) = (index, index + 1)
    while first > 0, samples[first - 1] == samples[index] { first -= 1 }
    while end < samples.count, samples[end] == samples[index] { end += 1 }
    return first..<end
  }
}
