import RealModule
import VoiceTypes

/// Candidates of all frames in one row, with the peak level of each frame.
package struct CandidateTable {
  package private(set) var candidates: [PitchCandidate] = []
  package private(set) var marks: [CandidateMark] = []
  private(set) var frameStarts: [Int] = [0]
  /// The peak of each frame relative to the global peak.
  private(set) var intensities: [Double] = []

  var frameCount: Int { intensities.count }

  /// Expected candidates per frame for the initial capacity [E].
  private static let usualCandidates = 15

  /// Creates an empty table with a capacity of `frameCount` typical frames.
  package init(frameCount: Int = 0) {
    candidates.reserveCapacity(frameCount * Self.usualCandidates)
    marks.reserveCapacity(frameCount * Self.usualCandidates)
    frameStarts.reserveCapacity(frameCount + 1)
    intensities.reserveCapacity(frameCount)
  }

  /// Appends a frame with a mark for every candidate.
  package mutating func append(
    _ frame: [PitchCandidate], marks: [CandidateMark], intensity: Double
  ) {
    precondition(frame.count == marks.count, "one mark per candidate")
    candidates.append(contentsOf: frame)
    self.marks.append(contentsOf: marks)
    frameStarts.append(candidates.count)
    intensities.append(intensity)
  }

  /// Appends the frames of another table.
  mutating func append(_ other: CandidateTable) {
    let offset = candidates.count
    candidates += other.candidates
    marks += other.marks
    frameStarts += other.frameStarts.dropFirst().map { $0 + offset }
    intensities += other.intensities
  }

  /// Divides all intensities by `level` and limits them to one.
  mutating func divideIntensities(by level: Double) {
    for frame in intensities.indices {
      intensities[frame] = level > 0 ? min(1, intensities[frame] / level) : 0
    }
  }

  /// Replaces a candidate by its refined value.
  mutating func refine(_ place: Int, as candidate: PitchCandidate) {
    candidates[place] = candidate
    marks[place].isFinal = true
  }

  /// The indices of the candidates of frame `index`.
  func places(ofFrame index: Int) -> Range<Int> { frameStarts[index]..<frameStarts[index + 1] }
}

/// Viterbi search of one candidate per frame: strong ones, with few and small jumps. Boersma
/// (1993), with the costs scaled to a time step of 10 ms.
package struct PitchPath {
  /// The time step of the transition costs, in seconds.
  static let costTimeStep = 0.01

  private let settings: PitchSettings
  private let ceiling: Double
  private let log2Ceiling: Double
  private let jumpCost: Double
  private let voicingCost: Double

  package init(settings: PitchSettings, ceiling: Double, timeStep: Double) {
    let correction = Self.costTimeStep / timeStep
    self.settings = settings
    self.ceiling = ceiling
    log2Ceiling = Double.log2(ceiling)
    jumpCost = settings.octaveJumpCost * correction
    voicingCost = settings.voicedUnvoicedCost * correction
  }

  /// The index of the chosen candidate of every frame; the earlier one of equals.
  package func choose(from table: CandidateTable) -> [Int] {
    guard table.frameCount > 0 else { return [] }
    // The back-pointer of every candidate, as an index in the previous frame. Sums are stored for
    // one frame only.
    var backPointers = [UInt16](repeating: 0, count: table.candidates.count)
    var (origins, reached): ([PathState], [PathState]) = ([], [])
    for frame in 0..<table.frameCount {
      let silence = unvoicedValue(intensity: table.intensities[frame])
      // All unvoiced candidates have the same value.
      var toSilence: BackPointer?
      for place in table.places(ofFrame: frame) {
        let candidate = table.candidates[place]
        let height = octaves(of: candidate)
        let way: BackPointer
        if let height {
          let local = candidate.strength - settings.octaveCost * (log2Ceiling - height)
          way = wayToVoice(at: height, worth: local, from: origins)
        } else {
          way = toSilence ?? wayToSilence(worth: silence, from: origins)
          toSilence = way
        }
        backPointers[place] = UInt16(way.origin)
        reached.append(PathState(total: way.total, height: height ?? 0, isVoiced: height != nil))
      }
      swap(&origins, &reached)
      reached.removeAll(keepingCapacity: true)
    }
    return trace(back: backPointers, to: origins, table: table)
  }

  /// Back-pointer to the best previous candidate, with the total value of the path.
  private struct BackPointer {
    var origin: Int
    var total: Double
  }

  /// State of a candidate of the previous frame.
  private struct PathState {
    let total: Double
    let height: Double
    let isVoiced: Bool
  }

  private func wayToVoice(
    at height: Double, worth local: Double, from origins: [PathState]
  ) -> BackPointer {
    guard !origins.isEmpty else { return BackPointer(origin: 0, total: local) }
    var best = BackPointer(origin: 0, total: -.infinity)
    for (place, origin) in origins.enumerated() {
      let jump = jumpCost * (height - origin.height).magnitude
      let total = origin.total - (origin.isVoiced ? jump : voicingCost) + local
      if total > best.total { best = BackPointer(origin: place, total: total) }
    }
    return best
  }

  private func wayToSilence(worth local: Double, from origins: [PathState]) -> BackPointer {
    guard !origins.isEmpty else { return BackPointer(origin: 0, total: local) }
    var best = BackPointer(origin: 0, total: -.infinity)
    for (place, origin) in origins.enumerated() {
      let total = origin.total - (origin.isVoiced ? voicingCost : 0) + local
      if total > best.total { best = BackPointer(origin: place, total: total) }
    }
    return best
  }

  private func trace(
    back backPointers: [UInt16], to ends: [PathState], table: CandidateTable
  ) -> [Int] {
    var best = 0
    for end in ends.indices where ends[end].total > ends[best].total { best = end }
    var place = table.places(ofFrame: table.frameCount - 1).lowerBound + best
    var chosen = Array(repeating: place, count: table.frameCount)
    for frame in stride(from: table.frameCount - 1, to: 0, by: -1) {
      place = table.places(ofFrame: frame - 1).lowerBound + Int(backPointers[place])
      chosen[frame - 1] = place
    }
    return chosen
  }

  /// The index of the candidate that a path would probably choose after a pitch of `previous`
  /// octaves above 1 Hz; nil without a voiced candidate.
  func likeliestVoiced(of frame: [PitchCandidate], after previous: Double?) -> Int? {
    var best: (place: Int, merit: Double)?
    for place in frame.indices {
      guard let height = octaves(of: frame[place]) else { continue }
      let jump = previous.map { jumpCost * ($0 - height).magnitude } ?? 0
      let merit = frame[place].strength - settings.octaveCost * (log2Ceiling - height) - jump
      if merit > best?.merit ?? -.infinity { best = (place, merit) }
    }
    return best?.place
  }

  private func isVoiced(_ frequency: Double) -> Bool { frequency > 0 && frequency < ceiling }

  /// Whether no path through a voiced candidate of a frame is the best one: no strength exceeds one,
  /// and a path changes its voicing at most twice for a frame.
  func isSurelyUnvoiced(intensity: Double) -> Bool {
    unvoicedValue(intensity: intensity) > 1 + 2 * voicingCost
  }

  /// The value of the unvoiced candidate: higher in a quiet frame.
  package func unvoicedValue(intensity: Double) -> Double {
    guard settings.silenceThreshold > 0 else { return settings.voicingThreshold }
    let quietness =
      2 - intensity * (1 + settings.voicingThreshold) / settings.silenceThreshold
    return settings.voicingThreshold + max(0, quietness)
  }

  /// The height of a voiced candidate in octaves above 1 Hz; nil for an unvoiced one.
  func octaves(of candidate: PitchCandidate) -> Double? {
    isVoiced(candidate.frequency) ? Double.log2(candidate.frequency) : nil
  }
}

// Praat manual, "Voice 1. Voice breaks": "fraction of locally unvoiced frames".

extension CandidateTable {
  /// Whether each frame is voiced before path finding: loud enough, with a strong enough candidate.
  func locallyVoiced(settings: PitchSettings, ceiling: Double) -> [Bool] {
    (0..<frameCount).map { frame in
      intensities[frame] >= settings.silenceThreshold
        && candidates[places(ofFrame: frame)].contains { candidate in
          candidate.frequency > 0 && candidate.frequency < ceiling
            && candidate.strength >= settings.voicingThreshold
        }
    }
  }
}
