// Part of a signal as a signal of its own.

public import VoiceTypes

extension Signal {
  /// The samples whose centres lie in `start ... end` (seconds), and the time that is lost before
  /// the first of them: add it to a time in the part to get a time in the whole.
  public func part(from start: Double, to end: Double) -> (signal: Signal, offset: Double) {
    let indices = SampleGrid(of: self).indices(from: start, to: end)
    return (
      Signal(samples: Array(samples[indices]), sampleRate: sampleRate),
      Double(indices.lowerBound) * samplePeriod
    )
  }
}
