// The best way through the candidates of all frames: strong ones, with few and small jumps.
// Boersma (1993), with the costs scaled to a time step of 10 ms.

import RealModule
import VoiceTypes

/// The candidates of every frame in one row, with the peak level of each frame.
package struct CandidateTable {
  package private(set) var candidates: [PitchCandidate] = []
  private(set) var frameStarts: [Int] = [0]
  private(set) var intensities: [Double] = []

  var frameCount: Int { intensities.count }

  package init() {}

  package mutating func append(_ frame: [PitchCandidate], intensity: Double) {
    candidates.append(contentsOf: frame)
    frameStarts.append(candidates.count)
    intensities.append(intensity)
  }

  /// Where the candidates of frame `index` lie in the row.
  func places(ofFrame index: Int) -> Range<Int> { frameStarts[index]..<frameStarts[index + 1] }
}

/// Chooses one candidate per frame.
package struct PitchPath {
  /// The costs of transitions are stated for this time step, in seconds.
  private static let costTimeStep = 0.01

  private let settings: PitchSettings
  private let ceiling: Double
  private let jumpCost: Double
  private let voicingCost: Double

  package init(settings: PitchSettings, ceiling: Double, timeStep: Double) {
    let correction = Self.costTimeStep / timeStep
    self.settings = settings
    self.ceiling = ceiling
    jumpCost = settings.octaveJumpCost * correction
    voicingCost = settings.voicedUnvoicedCost * correction
  }

  /// The place of the chosen candidate of every frame; the earlier one of equals.
  package func choose(from table: CandidateTable) -> [Int] {
    guard table.frameCount > 0 else { return [] }
    var totals = Array(repeating: 0.0, count: table.candidates.count)
    var origins = Array(repeating: 0, count: table.candidates.count)
    for place in table.places(ofFrame: 0) { totals[place] = localValue(place, 0, table) }
    for frame in 1..<max(1, table.frameCount) where frame < table.frameCount {
      for place in table.places(ofFrame: frame) {
        let local = localValue(place, frame, table)
        var best = -Double.infinity
        for origin in table.places(ofFrame: frame - 1) {
          let cost = transitionCost(
            from: table.candidates[origin].frequency, to: table.candidates[place].frequency)
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

  private func isVoiced(_ frequency: Double) -> Bool { frequency > 0 && frequency < ceiling }

  private func localValue(_ place: Int, _ frame: Int, _ table: CandidateTable) -> Double {
    let candidate = table.candidates[place]
    guard isVoiced(candidate.frequency) else {
      return unvoicedValue(intensity: table.intensities[frame])
    }
    return candidate.strength
      - settings.octaveCost * octaves(from: candidate.frequency, to: ceiling)
  }

  /// The value of having no pitch: higher in a quiet frame.
  package func unvoicedValue(intensity: Double) -> Double {
    guard settings.silenceThreshold > 0 else { return settings.voicingThreshold }
    let quietness =
      2 - intensity * (1 + settings.voicingThreshold) / settings.silenceThreshold
    return settings.voicingThreshold + max(0, quietness)
  }

  private func transitionCost(from first: Double, to second: Double) -> Double {
    switch (isVoiced(first), isVoiced(second)) {
    case (false, false): 0
    case (true, true): jumpCost * octaves(from: first, to: second).magnitude
    default: voicingCost
    }
  }

  private func octaves(from first: Double, to second: Double) -> Double {
    Double.log(second / first) / Double.log(2)
  }
}
