package import VoiceTypes

/// Result of a match search.
package struct WaveformMatch {
  /// The time of the match, in seconds.
  package var time: Double
  /// Normalised correlation with the template; −1 without a maximum.
  package var correlation: Double
  /// The largest magnitude in the window one sample after the match.
  package var peak: Double
}

/// Matcher of period-long windows of a signal.
package struct WaveformMatcher {
  let signal: Signal
  let grid: SampleGrid
  let fallback: PulseFallback
  private var screen: PulseScreen

  package init(signal: Signal, fallback: PulseFallback, transforms: TransformPool) {
    self.signal = signal
    self.fallback = fallback
    screen = PulseScreen(transforms: transforms)
    grid = SampleGrid(of: signal)
  }

  /// The best match of the window of one `period` around `time`, with the window centre in `range`,
  /// which is entirely before or after `time`.
  package mutating func bestMatch(
    around time: Double, period: Double, within range: ClosedRange<Double>
  ) -> WaveformMatch {
    let half = 0.5 * period
    let template = grid.nearestIndex(to: time - half)...grid.nearestIndex(to: time + half)
    let starts =
      grid.lowIndex(
        at: range.lowerBound - half)...grid.highIndex(
        at: range.upperBound - half)
    let search = search(starts, template: template)

    guard let start = search.bestStart else {
      return WaveformMatch(time: time, correlation: -1, peak: 0)
    }
    var position = Double(start)
    var correlation = search.best
    let curvature = (search.best - search.before) + (search.best - search.after)
    if curvature != 0 {
      let slope = 0.5 * (search.after - search.before)
      position += slope / curvature
      correlation += 0.5 * slope * slope / curvature
    }
    let peak = largestMagnitude(from: start + 1, count: template.count)
    let found = time + (position - Double(template.lowerBound)) * grid.period
    if fallback == .stepOnePeriod && !range.contains(found) {
      let last = search.last ?? self.correlation(of: template, at: starts.upperBound)
      return WaveformMatch(
        time: onePeriod(from: time, within: range),
        correlation: max(search.best, last), peak: peak)
    }
    return WaveformMatch(time: found, correlation: correlation, peak: peak)
  }

  /// The geometric mean of the range, one period from `time`.
  private func onePeriod(from time: Double, within range: ClosedRange<Double>) -> Double {
    let distance = ((range.lowerBound - time) * (range.upperBound - time)).squareRoot()
    return range.upperBound < time ? time - distance : time + distance
  }

  /// Maximum of a correlation row with its neighbours.
  private struct Search {
    var bestStart: Int?
    var best = -1.0
    var before = 0.0
    var after = 0.0
    /// The last correlation; nil if not computed.
    var last: Double?
  }

  /// Evaluates the correlation around the screened start, or everywhere if the screen is
  /// inconclusive.
  private mutating func search(
    _ starts: ClosedRange<Int>, template: ClosedRange<Int>
  ) -> Search {
    let samples = signal.samples
    let inside = template.clamped(to: 0...(samples.count - 1))
    let window = samples.span.extracting(inside)
    let energy = Rows.product(of: window, and: window)
    guard
      let best = screen.bestStart(
        in: samples, template: template, starts: starts, energy: energy)
    else { return scan(starts, template: template) }
    func correlation(at start: Int) -> Double {
      let there = samples.span.extracting(start..<(start + window.count))
      return PairedProducts.correlation(of: window, energy: energy, with: there)
    }
    return Search(
      bestStart: best, best: correlation(at: best), before: correlation(at: best - 1),
      after: correlation(at: best + 1))
  }

  private func correlation(of template: ClosedRange<Int>, at start: Int) -> Double {
    let samples = signal.samples.span
    let window = samples.extracting(template)
    return PairedProducts.correlation(
      of: window, energy: Rows.product(of: window, and: window),
      with: samples.extracting(start..<(start + window.count)))
  }

  /// Slides a window over `starts` and returns the highest local maximum.
  ///
  /// As in Praat, the row of correlations begins with zeros, and the last correlation never wins. A
  /// falling negative start therefore counts as a maximum.
  private func scan(_ starts: ClosedRange<Int>, template: ClosedRange<Int>) -> Search {
    var correlator = WindowCorrelator(
      samples: signal.samples, template: template, firstStart: starts.lowerBound)
    var search = Search()
    var (first, second, third) = (0.0, 0.0, 0.0)
    for start in starts {
      (first, second) = (second, third)
      third = correlator.next()
      if second > search.best && second >= first && second >= third {
        search.best = second
        search.bestStart = start - 1
        search.before = first
        search.after = third
      }
    }
    search.last = third
    return search
  }

  private func largestMagnitude(from start: Int, count: Int) -> Double {
    let samples = signal.samples.span
    let inside = max(0, start)..<max(0, start, min(samples.count, start + count))
    return Rows.largestMagnitude(of: samples.extracting(inside))
  }
}
