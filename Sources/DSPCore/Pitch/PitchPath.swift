// The best way through the candidates of all frames: strong ones, with few and small jumps.
// Boersma (1993), with the costs scaled to a time step of 10 ms.

import RealModule
import VoiceTypes

/// The candidates of every frame in one row, with the peak level of each frame.
package struct CandidateTable {
  package private(set) var candidates: [PitchCandidate] = []
  package private(set) var marks: [CandidateMark] = []
  private(set) var frameStarts: [Int] = [0]
  /// The peak of each frame, over the one that all are compared with.
  private(set) var intensities: [Double] = []

  var frameCount: Int { intensities.count }

  /// Most voices leave about so many candidates in a frame [E]; what is not needed is not touched.
  private static let usualCandidates = 15

  /// An empty table, with room for `frameCount` usual frames.
  package init(frameCount: Int = 0) {
    candidates.reserveCapacity(frameCount * Self.usualCandidates)
    marks.reserveCapacity(frameCount * Self.usualCandidates)
    frameStarts.reserveCapacity(frameCount + 1)
    intensities.reserveCapacity(frameCount)
  }

  /// Adds a frame with a mark for every candidate.
  package mutating func append(
    _ frame: [PitchCandidate], marks: [CandidateMark], intensity: Double
  ) {
    precondition(frame.count == marks.count, "a mark for every candidate")
    candidates.append(contentsOf: frame)
    self.marks.append(contentsOf: marks)
    frameStarts.append(candidates.count)
    intensities.append(intensity)
  }

  /// Adds the frames of another table.
  mutating func append(_ other: CandidateTable) {
    let offset = candidates.count
    candidates += other.candidates
    marks += other.marks
    frameStarts += other.frameStarts.dropFirst().map { $0 + offset }
    intensities += other.intensities
  }

  /// Divides all intensities, which were levels so far, by `level`; none exceeds one.
  mutating func divideIntensities(by level: Double) {
    for frame in intensities.indices {
      intensities[frame] = level > 0 ? min(1, intensities[frame] / level) : 0
    }
  }

  /// Replaces a candidate by what refining it found.
  mutating func refine(_ place: Int, as candidate: PitchCandidate) {
    candidates[place] = candidate
    marks[place].isSettled = true
  }

  /// Where the candidates of frame `index` lie in the row.
  func places(ofFrame index: Int) -> Range<Int> { frameStarts[index]..<frameStarts[index + 1] }
}

/// Chooses one candidate per frame.
package struct PitchPath {
  /// The costs of transitions are stated for this time step, in seconds.
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

  /// The place of the chosen candidate of every frame; the earlier one of equals.
  package func choose(from table: CandidateTable) -> [Int] {
    guard table.frameCount > 0 else { return [] }
    // The way back from every candidate, as a place in the frame before. Sums are kept of one frame.
    var ways = [UInt16](repeating: 0, count: table.candidates.count)
    var (origins, reached): ([Origin], [Origin]) = ([], [])
    for frame in 0..<table.frameCount {
      let silence = unvoicedValue(intensity: table.intensities[frame])
      // All candidates without a pitch are worth the same.
      var toSilence: Way?
      for place in table.places(ofFrame: frame) {
        let candidate = table.candidates[place]
        let height = octaves(of: candidate)
        let way: Way
        if let height {
          let local = candidate.strength - settings.octaveCost * (log2Ceiling - height)
          way = wayToVoice(at: height, worth: local, from: origins)
        } else {
          way = toSilence ?? wayToSilence(worth: silence, from: origins)
          toSilence = way
        }
        ways[place] = UInt16(way.origin)
        reached.append(Origin(total: way.total, height: height ?? 0, isVoiced: height != nil))
      }
      swap(&origins, &reached)
      reached.removeAll(keepingCapacity: true)
    }
    return trace(back: ways, to: origins, table: table)
  }

  /// How a candidate is best reached: from which of the frame before, and what the path is worth up
  /// to it.
  private struct Way {
    var origin: Int
    var total: Double
  }

  /// A candidate of the frame before.
  private struct Origin {
    let total: Double
    let height: Double
    let isVoiced: Bool
  }

  private func wayToVoice(
    at height: Double, worth local: Double, from origins: [Origin]
  ) -> Way {
    guard !origins.isEmpty else { return Way(origin: 0, total: local) }
    var best = Way(origin: 0, total: -.infinity)
    for (place, origin) in origins.enumerated() {
      let jump = jumpCost * (height - origin.height).magnitude
      let total = origin.total - (origin.isVoiced ? jump : voicingCost) + local
      if total > best.total { best = Way(origin: place, total: total) }
    }
    return best
  }

  private func wayToSilence(worth local: Double, from origins: [Origin]) -> Way {
    guard !origins.isEmpty else { return Way(origin: 0, total: local) }
    var best = Way(origin: 0, total: -.infinity)
    for (place, origin) in origins.enumerated() {
      let total = origin.total - (origin.isVoiced ? voicingCost : 0) + local
      if total > best.total { best = Way(origin: place, total: total) }
    }
    return best
  }

  private func trace(
    back ways: [UInt16], to ends: [Origin], table: CandidateTable
  ) -> [Int] {
    var best = 0
    for end in ends.indices where ends[end].total > ends[best].total { best = end }
    var place = table.places(ofFrame: table.frameCount - 1).lowerBound + best
    var chosen = Array(repeating: place, count: table.frameCount)
    for frame in stride(from: table.frameCount - 1, to: 0, by: -1) {
      place = table.places(ofFrame: frame - 1).lowerBound + Int(ways[place])
      chosen[frame - 1] = place
    }
    return chosen
  }

  /// The place of the candidate that a path would probably choose after one that is `previous`
  /// octaves above 1 Hz; nil if that is unvoiced in any case.
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

  /// The value of having no pitch: higher in a quiet frame.
  package func unvoicedValue(intensity: Double) -> Double {
    guard settings.silenceThreshold > 0 else { return settings.voicingThreshold }
    let quietness =
      2 - intensity * (1 + settings.voicingThreshold) / settings.silenceThreshold
    return settings.voicingThreshold + max(0, quietness)
  }

  /// How many octaves a voiced candidate is above 1 Hz; nil for an unvoiced one.
  func octaves(of candidate: PitchCandidate) -> Double? {
    isVoiced(candidate.frequency) ? Double.log2(candidate.frequency) : nil
  }
}
