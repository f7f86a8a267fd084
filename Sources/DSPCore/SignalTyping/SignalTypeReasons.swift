// Messages of a signal type: each states a value and its limit.

import RealModule
import VoiceTypes

extension SignalTypeEvidence {
  /// Jitter without alternation and slow change, in percent.
  var irregularJitterPercent: Double? {
    guard let jitterLocalPercent, let jitterOverTwoPercent else { return jitterLocalPercent }
    return min(jitterLocalPercent, jitterOverTwoPercent)
  }

  /// Whether the repetition is too weak for any pitch.
  var hardlyRepeats: Bool {
    voicedRatio < SignalTypeLimits.mostlyVoiced || meanStrength < SignalTypeLimits.leastStrength
  }

  /// Whether the signal repeats well below its range, every second cycle.
  var slowlyAlternates: Bool {
    guard let slowRepetition else { return false }
    return slowRepetition.voicedRatio >= SignalTypeLimits.voicedRatio
      && slowRepetition.meanStrength >= SignalTypeLimits.goodStrength
      && slowRepetition.evenOverOddDecibels >= SignalTypeLimits.evenOverOddDecibels
  }

  /// The reasons against a reliable pitch.
  var irregularities: [Wording] {
    var reasons: [Wording] = []
    if voicedRatio < SignalTypeLimits.leastVoicedRatio {
      reasons.append(voicingSentence(SignalTypeLimits.leastVoicedRatio))
    }
    if meanStrength < SignalTypeLimits.leastStrength { reasons.append(strengthSentence) }
    if let jitter = irregularJitterPercent, jitter >= SignalTypeLimits.jitterPercent {
      reasons.append(
        EvidenceText.jitterWithoutAlternation.filled([
          .found: jitter.text(1), .limit: SignalTypeLimits.jitterPercent.text(0),
        ]))
    }
    if let cpps, cpps < SignalTypeLimits.leastCPPS {
      reasons.append(
        EvidenceText.cepstralPeak.filled([
          .found: cpps.text(1), .needed: SignalTypeLimits.leastCPPS.text(0),
        ]))
    }
    return reasons
  }

  /// The reason against comparable cycles, unless they alternate.
  var mismatches: [Wording] {
    comparablePairRatio < SignalTypeLimits.leastPairRatio
      ? [pairSentence(SignalTypeLimits.leastPairRatio)] : []
  }

  /// The interruptions of an otherwise regular sequence of cycles.
  var interruptions: [Wording] {
    var reasons: [Wording] = []
    if voicedRatio < SignalTypeLimits.voicedRatio {
      reasons.append(voicingSentence(SignalTypeLimits.voicedRatio))
    }
    if comparablePairRatio < SignalTypeLimits.pairRatio {
      reasons.append(pairSentence(SignalTypeLimits.pairRatio))
    }
    if brokenRatio > 1 - SignalTypeLimits.voicedRatio { reasons.append(breakSentence) }
    if octaveJumps > 0 {
      reasons.append(EvidenceText.jumps.filled([.count: "\(octaveJumps)"]))
    }
    return reasons
  }

  /// The passed checks of a regular signal.
  var regularity: [Wording] {
    var reasons = [
      voicingSentence(SignalTypeLimits.voicedRatio), strengthSentence,
      pairSentence(SignalTypeLimits.pairRatio),
      EvidenceText.noAlternation.filled(),
      voiceBreaks > 0 ? breakSentence : EvidenceText.noBreak.filled(),
    ]
    if let jitterLocalPercent {
      reasons.append(
        EvidenceText.jitter.filled([
          .found: jitterLocalPercent.text(2), .limit: SignalTypeLimits.jitterPercent.text(0),
        ]))
    }
    if let f0OutsidePeakSearch {
      let search = CepstralPeakProminence.peakSearch
      reasons.append(
        EvidenceText.outsidePeakSearch.filled([
          .frequency: f0OutsidePeakSearch.text(1), .low: search.lowerBound.value.text(0),
          .high: search.upperBound.value.text(0),
        ]))
    }
    if meanStrength < SignalTypeLimits.goodStrength {
      reasons.append(
        EvidenceText.readWithCare.filled([.limit: SignalTypeLimits.goodStrength.text(1)]))
    }
    return reasons
  }

  private func voicingSentence(_ limit: Double) -> Wording {
    EvidenceText.voicing.filled([
      .share: (100 * voicedRatio).text(1), .needed: (100 * limit).text(0),
    ])
  }

  private var strengthSentence: Wording {
    EvidenceText.strength.filled([
      .strength: meanStrength.text(3), .needed: SignalTypeLimits.leastStrength.text(1),
    ])
  }

  private var breakSentence: Wording {
    EvidenceText.breaks.filled([
      .share: (100 * brokenRatio).text(1), .count: "\(voiceBreaks)",
      .limit: (100 * (1 - SignalTypeLimits.voicedRatio)).text(0),
    ])
  }

  private func pairSentence(_ limit: Double) -> Wording {
    EvidenceText.similarCycles.filled([
      .share: (100 * comparablePairRatio).text(1), .needed: (100 * limit).text(0),
    ])
  }
}

extension SignalType {
  /// The undetermined type of a voice outside the pitch range of the analysis.
  init(of tested: RangeReading, voicedIn other: RangeReading) {
    let f0 = other.medianF0 ?? 0
    self.init(
      type: nil,
      evidence: [
        EvidenceText.outsidePitchRange.filled([
          .range: tested.range.text, .otherF0: "\(f0.text(1)) \(Hertz.symbol)",
          .otherRange: other.range.text,
        ])
      ])
  }
}

extension PitchRange {
  fileprivate var text: String {
    "\(floor.value.text(0))–\(ceiling.value.text(0)) \(Hertz.symbol)"
  }
}

extension Double {
  /// Formats the number with at most `places` decimal places.
  func text(_ places: Int) -> String {
    let scale = Double.pow(10, places)
    let rounded = (self * scale).rounded() / scale
    return Int(exactly: rounded).map { String($0) } ?? rounded.description
  }
}
