public import VoiceTypes

extension Signal {
  /// Extracts the samples whose centres are in `start ... end` (seconds), with the offset from a
  /// time in the part to a time in the whole, in seconds.
  public func part(from start: Double, to end: Double) -> (signal: Signal, offset: Double) {
    let indices = SampleGrid(of: self).indices(from: start, to: end)
    return (
      Signal(samples: Array(samples[indices]), sampleRate: sampleRate),
      Double(indices.lowerBound) * samplePeriod
    )
  }
}
