// The candidates of a stretch of frames, and how stretches that were looked at side by side become
// one.

import VoiceTypes

/// What was found in consecutive frames.
struct FrameCandidates: Sendable {
  /// A candidate refined as Praat does, and its place in the table.
  struct Refined: Sendable {
    var place: Int
    let candidate: PitchCandidate
  }

  /// The candidates, with the level of each frame.
  private(set) var table: CandidateTable

  /// Of every frame the candidate that was refined, if any was.
  private(set) var refined: [Refined?] = []

  /// What is known of the peak of the whole signal; only the first stretch looks for it.
  var globalPeak: GlobalPeak

  /// Nothing yet, with room for `count` frames.
  init(of signal: Signal, count: Int) {
    globalPeak = GlobalPeak(of: signal)
    table = CandidateTable(frameCount: count)
    refined.reserveCapacity(count)
  }

  /// All frames in order, with intensities relative to the peak of `signal`.
  init(joining parts: [FrameCandidates], of signal: Signal) {
    self = parts.first ?? FrameCandidates(of: signal, count: 0)
    for part in parts.dropFirst() {
      let offset = table.candidates.count
      refined += part.refined.map { known in
        known.map { Refined(place: $0.place + offset, candidate: $0.candidate) }
      }
      table.append(part.table)
    }
    table.divideIntensities(by: globalPeak.magnitude(in: signal))
  }

  /// Adds a frame; `refined` is one of its candidates by index, refined.
  mutating func append(
    _ frame: [PitchCandidate], marks: [CandidateMark], peak: Double,
    refined candidate: (index: Int, refined: PitchCandidate)?
  ) {
    refined.append(
      candidate.map { Refined(place: table.candidates.count + $0.index, candidate: $0.refined) })
    table.append(frame, marks: marks, intensity: peak)
  }
}
