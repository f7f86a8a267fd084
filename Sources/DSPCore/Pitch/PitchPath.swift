// The best way through the candidates of all frames: strong ones, with few and small jumps.
// Boersma (1993), with the costs scaled to a time step of 10 ms.

import RealModule
import VoiceTypes

/// The candidates of every frame in one row, with the peak level of each frame.
package struct CandidateTable {
  package private(set) var candidates: [PitchCandidate] = []
  package private(set) var marks: [CandidateMark] = []
  private(set) var frameStarts: [Int] = [0]
  private(set) var intensities: [Double] = []

  var frameCount: Int { intensities.count }

  package init() {}

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

  /// Replaces a candidate by what refining it found.
  mutating func refine(_ place: Int, as candidate: PitchCandidate) {
    candidates[place] = candidate
    marks[place].isRefined = true
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
    // Of every candidate once: transitions are differences of these.
    let octaves = table.candidates.map(octaves)
    var totals = Array(repeating: 0.0, count: table.candidates.count)
    var origins = Array(repeating: 0, count: table.candidates.count)
    for place in table.places(ofFrame: 0) {
      totals[place] = localValue(place, 0, table, octaves)
    }
    for frame in 1..<max(1, table.frameCount) where frame < table.frameCount {
      for place in table.places(ofFrame: frame) {
        let local = localValue(place, frame, table, octaves)
        var best = -Double.infinity
        for origin in table.places(ofFrame: frame - 1) {
          let cost = transitionCost(from: octaves[origin], to: octaves[place])
          let total = totals[origin] - cost + local
          if total > best {
            best = total
            origins[place] = origin
          }
        }
        totals[place] = best
      }
    }
    return trace(back: origins, totals: totals, table: table)
  }

  private func trace(back origins: [Int], totals: [Double], table: CandidateTable) -> [Int] {
    let lastPlaces = table.places(ofFrame: table.frameCount - 1)
    var place = lastPlaces.lowerBound
    for other in lastPlaces where totals[other] > totals[place] { place = other }
    var chosen = Array(repeating: place, count: table.frameCount)
    for frame in stride(from: table.frameCount - 1, to: 0, by: -1) {
      place = origins[place]
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

  private func localValue(
    _ place: Int, _ frame: Int, _ table: CandidateTable, _ octaves: [Double?]
  ) -> Double {
    guard let height = octaves[place] else {
      return unvoicedValue(intensity: table.intensities[frame])
    }
    return table.candidates[place].strength
      - settings.octaveCost * (log2Ceiling - height)
  }

  /// The value of having no pitch: higher in a quiet frame.
  package func unvoicedValue(intensity: Double) -> Double {
    guard settings.silenceThreshold > 0 else { return settings.voicingThreshold }
    let quietness =
      2 - intensity * (1 + settings.voicingThreshold) / settings.silenceThreshold
    return settings.voicingThreshold + max(0, quietness)
  }

  private func transitionCost(from first: Double?, to second: Double?) -> Double {
    switch (first, second) {
    case (nil, nil): 0
    case (let first?, let second?): jumpCost * (second - first).magnitude
    default: voicingCost
    }
  }

  /// How many octaves a voiced candidate is above 1 Hz; nil for an unvoiced one.
  func octaves(of candidate: PitchCandidate) -> Double? {
    isVoiced(candidate.frequency) ? Double.log2(candidate.frequency) : nil
  }
}
