/// Interval of consecutive voiced frames, extended by half a frame step on either side, in seconds.
package struct VoicedInterval: Equatable {
  package let start: Double
  package let end: Double
}

extension PitchTrack {
  /// All voiced intervals of a signal from 0 to `duration` seconds.
  package func voicedIntervals(duration: Double) -> [VoicedInterval] {
    var intervals: [VoicedInterval] = []
    var after = 0.0
    while let next = voicedInterval(after: after, duration: duration) {
      intervals.append(next)
      after = next.end
    }
    return intervals
  }

  private func voicedInterval(after: Double, duration: Double) -> VoicedInterval? {
    var first = max(0, Int(((after - firstFrameTime) / timeStep).rounded(.up)))
    while first < frameCount && !isVoiced(first) { first += 1 }
    guard first < frameCount else { return nil }
    var last = first
    while isVoiced(last + 1) { last += 1 }

    let start = time(ofFrame: first) - 0.5 * timeStep
    guard start < duration - 0.5 * timeStep else { return nil }
    let end = min(duration, time(ofFrame: last) + 0.5 * timeStep)
    return end > after ? VoicedInterval(start: max(0, start), end: end) : nil
  }
}
