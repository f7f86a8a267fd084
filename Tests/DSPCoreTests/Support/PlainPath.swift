// The best path through all candidates by trying every path, for the search to match.

import DSPCore
import RealModule

/// Every term of the path's value, written from its definition.
struct PlainPath {
  let settings: PitchSettings
  let ceiling: Double
  let timeStep: Double
  let frames: [[PitchCandidate]]
  let intensities: [Double]

  /// The value of choosing these candidates, one index per frame.
  func value(of choice: [Int]) -> Double {
    let chosen = zip(frames, choice).map { $0[$1] }
    let local = zip(chosen, intensities).map { localValue($0, intensity: $1) }
    let costs = zip(chosen, chosen.dropFirst()).map { transitionCost($0.frequency, $1.frequency) }
    return local.reduce(0, +) - costs.reduce(0, +)
  }

  /// The choice with the largest value.
  func best() -> [Int] {
    let choices = frames.reduce([[]]) { shorter, frame in
      shorter.flatMap { path in frame.indices.map { path + [$0] } }
    }
    return choices.max { value(of: $0) < value(of: $1) } ?? []
  }

  /// The choice of the search under test, one index per frame.
  func searched() -> [Int] {
    var table = CandidateTable()
    for (frame, intensity) in zip(frames, intensities) {
      table.append(
        frame, marks: frame.map { _ in CandidateMark(lag: 0, isFinal: true) },
        intensity: intensity)
    }
    let path = PitchPath(settings: settings, ceiling: ceiling, timeStep: timeStep)
    var start = 0
    return zip(path.choose(from: table), frames).map { place, frame in
      defer { start += frame.count }
      return place - start
    }
  }

  private func isVoiced(_ frequency: Double) -> Bool { frequency > 0 && frequency < ceiling }

  private func localValue(_ candidate: PitchCandidate, intensity: Double) -> Double {
    guard isVoiced(candidate.frequency) else {
      let quiet =
        2 - intensity * (1 + settings.voicingThreshold) / settings.silenceThreshold
      return settings.voicingThreshold + max(0, quiet)
    }
    return candidate.strength
      - settings.octaveCost * Double.log2(ceiling / candidate.frequency)
  }

  private func transitionCost(_ first: Double, _ second: Double) -> Double {
    let perStep = 0.01 / timeStep
    switch (isVoiced(first), isVoiced(second)) {
    case (false, false): return 0
    case (true, true):
      return settings.octaveJumpCost * perStep * Double.log2(first / second).magnitude
    default: return settings.voicedUnvoicedCost * perStep
    }
  }
}

extension PitchCandidate {
  /// A candidate with these values.
  static func pitch(_ frequency: Double, strength: Double) -> PitchCandidate {
    var candidate = PitchCandidate.unvoiced
    candidate.frequency = frequency
    candidate.strength = strength
    return candidate
  }
}
