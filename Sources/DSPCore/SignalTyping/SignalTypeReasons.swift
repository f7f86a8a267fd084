// The sentences behind a type: each names a number and the limit it is held against.

import RealModule

extension SignalTypeEvidence {
  /// Jitter that neither alternation nor slow change explains, in percent.
  var irregularJitterPercent: Double? {
    guard let jitterLocalPercent, let jitterOverTwoPercent else { return jitterLocalPercent }
    return min(jitterLocalPercent, jitterOverTwoPercent)
  }

  /// Whether there is too little repetition for any pitch.
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

  /// Why the signal has no pitch that could be relied on.
  var irregularities: [String] {
    var reasons: [String] = []
    if voicedRatio < SignalTypeLimits.leastVoicedRatio {
      reasons.append(voicingSentence(SignalTypeLimits.leastVoicedRatio))
    }
    if meanStrength < SignalTypeLimits.leastStrength { reasons.append(strengthSentence) }
    if let jitter = irregularJitterPercent, jitter >= SignalTypeLimits.jitterPercent {
      reasons.append(
        "periods differ by \(jitter.text(1)) % without alternating (limit "
          + "\(SignalTypeLimits.jitterPercent.text(0)) %)")
    }
    if let cpps, cpps < SignalTypeLimits.leastCPPS {
      reasons.append(
        "the cepstral peak stands out by \(cpps.text(1)) dB (needed "
          + "\(SignalTypeLimits.leastCPPS.text(0)) dB)")
    }
    return reasons
  }

  /// Why cycles cannot be compared, unless they alternate.
  var mismatches: [String] {
    comparablePairRatio < SignalTypeLimits.leastPairRatio
      ? [pairSentence(SignalTypeLimits.leastPairRatio)] : []
  }

  /// What interrupts a row of cycles that would be regular otherwise.
  var interruptions: [String] {
    var reasons: [String] = []
    if voicedRatio < SignalTypeLimits.voicedRatio {
      reasons.append(voicingSentence(SignalTypeLimits.voicedRatio))
    }
    if comparablePairRatio < SignalTypeLimits.pairRatio {
      reasons.append(pairSentence(SignalTypeLimits.pairRatio))
    }
    if brokenRatio > 1 - SignalTypeLimits.voicedRatio { reasons.append(breakSentence) }
    if octaveJumps > 0 {
      reasons.append("jumps of F0 by half an octave or more: \(octaveJumps) (allowed 0)")
    }
    return reasons
  }

  /// What was checked of a regular signal.
  var regularity: [String] {
    var reasons = [
      voicingSentence(SignalTypeLimits.voicedRatio), strengthSentence,
      pairSentence(SignalTypeLimits.pairRatio),
      "no alternation of cycles, no jump of F0",
      voiceBreaks > 0 ? breakSentence : "no voice break",
    ]
    if let jitterLocalPercent {
      reasons.append(
        "jitter (local) is \(jitterLocalPercent.text(2)) % (limit "
          + "\(SignalTypeLimits.jitterPercent.text(0)) %)")
    }
    if meanStrength < SignalTypeLimits.goodStrength {
      reasons.append(
        "mean strength is below \(SignalTypeLimits.goodStrength.text(1)): read perturbation "
          + "with care")
    }
    return reasons
  }

  private func voicingSentence(_ limit: Double) -> String {
    "\((100 * voicedRatio).text(1)) % of frames have a pitch (needed \((100 * limit).text(0)) %)"
  }

  private var strengthSentence: String {
    "mean strength of the pitch is \(meanStrength.text(3)) (needed "
      + "\(SignalTypeLimits.leastStrength.text(1)))"
  }

  private var breakSentence: String {
    "voice breaks make up \((100 * brokenRatio).text(1)) % of the segment, \(voiceBreaks) in number "
      + "(limit \((100 * (1 - SignalTypeLimits.voicedRatio)).text(0)) %)"
  }

  private func pairSentence(_ limit: Double) -> String {
    "\((100 * comparablePairRatio).text(1)) % of neighbouring cycles are similar enough to compare "
      + "(needed \((100 * limit).text(0)) %)"
  }
}

extension Double {
  /// The number with at most `places` digits after the point.
  func text(_ places: Int) -> String {
    let scale = Double.pow(10, places)
    let rounded = (self * scale).rounded() / scale
    return Int(exactly: rounded).map { String($0) } ?? rounded.description
  }
}
