import VoiceTypes

extension SteadySegment {
  /// Everything but the stretch, in order and without a gap, in a recording of `duration`.
  func excluded(from track: PitchTrack, duration: Seconds) -> [ExcludedSegment] {
    // The steadiest window lies on the grid of the frames, half a step beyond the ends at most.
    let inner = min(withoutEnds.lowerBound, start)...max(withoutEnds.upperBound, end)
    let held =
      min(heldSound.lowerBound, inner.lowerBound)...max(heldSound.upperBound, inner.upperBound)
    let before = Self.sounds(in: track, from: 0, to: held.lowerBound)
    let after = Self.sounds(in: track, from: held.upperBound, to: duration.value)
    let ends: [(end: Double, reason: ExclusionReason?)] =
      before + [(held.lowerBound, .unvoiced), (inner.lowerBound, .onset), (start, .lessSteady)]
      + [(end, nil), (inner.upperBound, .lessSteady), (held.upperBound, .offset)]
      + after + [(duration.value, .unvoiced)]
    var time = 0.0
    return ends.compactMap { end, reason in
      defer { time = max(time, end) }
      guard let reason, end > time else { return nil }
      return ExcludedSegment(start: Seconds(time), end: Seconds(end), reason: reason)
    }
  }

  /// The ends of the voiced intervals between two times, each with the end of the gap before it.
  private static func sounds(
    in track: PitchTrack, from first: Double, to last: Double
  ) -> [(end: Double, reason: ExclusionReason?)] {
    var ends: [(end: Double, reason: ExclusionReason?)] = []
    for frame in 0..<track.frameCount where track.isVoiced(frame) {
      let middle = track.time(ofFrame: frame)
      guard middle > first, middle < last else { continue }
      if !track.isVoiced(frame - 1) {
        ends.append((max(first, middle - 0.5 * track.timeStep), .unvoiced))
      }
      if !track.isVoiced(frame + 1) {
        ends.append((min(last, middle + 0.5 * track.timeStep), .shorterSound))
      }
    }
    return ends
  }
}
