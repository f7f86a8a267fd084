import VoiceTypes

/// Candidates of consecutive frames; parts from parallel analyses can be joined.
struct FrameCandidates: Sendable {
  /// Candidate refined as in Praat, with its index in the table.
  struct Refined: Sendable {
    var place: Int
    let candidate: PitchCandidate
  }

  /// The candidates, with the level of each frame.
  private(set) var table: CandidateTable

  /// The refined candidate of every frame, if any.
  private(set) var refined: [Refined?] = []

  /// Creates an empty list with a capacity of `count` frames.
  init(count: Int) {
    table = CandidateTable(frameCount: count)
    refined.reserveCapacity(count)
  }

  /// Joins the parts in order, with intensities relative to the peak of their signal.
  init(joining parts: [FrameCandidates], peak: Double) {
    self = parts.first ?? FrameCandidates(count: 0)
    for part in parts.dropFirst() {
      let offset = table.candidates.count
      refined += part.refined.map { known in
        known.map { Refined(place: $0.place + offset, candidate: $0.candidate) }
      }
      table.append(part.table)
    }
    table.divideIntensities(by: peak)
  }

  /// Appends a frame; `refined` is one refined candidate by index.
  mutating func append(
    _ frame: [PitchCandidate], marks: [CandidateMark], peak: Double,
    refined candidate: (index: Int, refined: PitchCandidate)?
  ) {
    refined.append(
      candidate.map { Refined(place: table.candidates.count + $0.index, candidate: $0.refined) })
    table.append(frame, marks: marks, intensity: peak)
  }
}
