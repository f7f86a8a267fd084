// The pulses of a whole recording where those of one stretch are known: only what lies beside the stretch
// is searched.

internal import VoiceTypes

extension GlottalPulses {
  /// The times of all pulses of a signal, in seconds, ascending: those that are `known` of a stretch, and
  /// those that the voiced frames of `pitch` have beside it.
  ///
  /// - Parameter overlap: How far into the stretch pulses are looked for, in seconds; some that lie there
  ///   come twice.
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
  /// The F0 of every frame, 0 for those between two times.
  fileprivate func silenced(from start: Double, to end: Double) -> [Double] {
    frequencies.indices.map { frame in
      let time = time(ofFrame: frame)
      return time > start && time < end ? 0 : frequencies[frame]
    }
  }
}
