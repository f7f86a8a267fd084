internal import VoiceTypes

extension GlottalPulses {
  /// The ascending times of all pulses of a signal, in seconds: the `known` pulses of one segment,
  /// and those that a search finds outside it.
  ///
  /// - Parameter overlap: The depth of the search in the segment, in seconds; some pulses there may
  ///   occur twice.
  static func find(
    in signal: Signal, pitch: PitchTrack, around known: [Double], of stretch: ClosedRange<Double>,
    overlap: Double, fallback: PulseFallback, workspace: inout AnalysisWorkspace
  ) -> [Double] {
    let outside = pitch.silenced(
      from: stretch.lowerBound + overlap, to: stretch.upperBound - overlap)
    let hasMore = outside.indices.contains { frame in
      outside[frame] > 0 && !stretch.contains(pitch.time(ofFrame: frame))
    }
    guard hasMore else { return known }
    let track = PitchTrack(
      frequencies: outside, strengths: pitch.strengths, firstFrameTime: pitch.firstFrameTime,
      timeStep: pitch.timeStep)
    let found = find(in: signal, pitch: track, fallback: fallback, workspace: &workspace)
    return (known + found).sorted()
  }
}

extension PitchTrack {
  /// The F0 of every frame, with 0 between two times.
  fileprivate func silenced(from start: Double, to end: Double) -> [Double] {
    frequencies.indices.map { frame in
      let time = time(ofFrame: frame)
      return time > start && time < end ? 0 : frequencies[frame]
    }
  }
}
