// Parts of the text report: octave ambiguity, signal type and scope of the measures.

import VoiceReport
import VoiceTypes

enum OctaveText {
  /// Returns both candidates, the decision, and each evidence value with its threshold.
  /// - Parameter median: The median F0 of the document, in Hz; nil without one.
  static func lines(of candidates: F0Candidates, median: Double?) -> [String] {
    let both = [candidates.low, candidates.high].map {
      Language.ofText.localized(NumberFormat.fixed($0.value, 1))
    }
    let evidence = candidates.evidence.map { evidence in
      let numbers = [evidence.value, evidence.limit].map {
        Language.ofText.localized(NumberFormat.short($0, 2)) + unit(evidence.sign)
      }
      return commandText(
        "octave.\(evidence.sign.rawValue)", ["found": numbers[0], "limit": numbers[1]])
    }
    let isLow = median.map { $0 * $0 < candidates.low.value * candidates.high.value } ?? true
    let chosen = both[isLow ? 0 : 1]
    // The second pass does not measure the voiced share at the higher F0.
    let isOfFirstPass = candidates.evidence.contains { $0.sign == .voicedAtHigh }
    let judge = candidates.decidedBy?.rawValue ?? "undecided"
    return WrappedText.item(
      commandText(
        isOfFirstPass ? "octave.first_pass" : "octave",
        [
          "low": both[0], "high": both[1],
          "decision": commandText("octave.by.\(judge)", ["chosen": chosen]),
          "evidence": evidence.joined(separator: ", "),
        ]), indent: "")
  }

  /// Returns the unit with a leading space; empty for a ratio.
  private static func unit(_ sign: OctaveEvidence.Sign) -> String {
    switch sign {
    case .evenOverOdd: " dB"
    case .periodAlternation, .amplitudeAlternation: " %"
    case .halfPeriodCorrelation, .secondExcitation, .voicedAtHigh, .zeroCrossingsAtHigh,
      .strengthAtLow:
      ""
    }
  }
}

enum SignalTypeText {
  /// Returns the type in words and one item per piece of evidence.
  static func lines(of findings: Findings) -> [String] {
    let found = findings.signalType
    guard found.type != nil else {
      return WrappedText.item(
        commandText(
          "signal_type.none",
          ["reason": Language.ofText.evidence(of: found).joined(separator: ", ")]),
        indent: "")
    }
    let type = Language.ofText.text(findings.typePhrase)
    return WrappedText.item(
      commandText("signal_type", ["type": type.prefix(1).lowercased() + type.dropFirst()]),
      indent: "")
      + Language.ofText.evidence(of: found).flatMap { WrappedText.item($0) }
  }
}

/// The text of the segment and the pitch range.
enum ScopeText {
  /// Returns the measured segment, the excluded intervals and the pitch range.
  static func lines(of findings: Findings, in document: ResultsDocument) -> [String] {
    let segment = findings.segment
    let range = findings.pitchRange
    let ends = [segment.start.value, segment.end.value].map {
      Language.ofText.localized(NumberFormat.fixed($0, 2))
    }
    let limits = [range.floor.value, range.ceiling.value].map { NumberFormat.fixed($0, 0) }
    let hasEstimate = findings.pitchRangeRule == .twoPass && document.missingF0 != nil
    return WrappedText.item(
      commandText(
        "scope",
        [
          "segment": ends.joined(separator: "–"), "range": limits.joined(separator: "–"),
          "segment_rule": commandText("segment.\(segment.rule.rawValue)"),
          "range_rule": commandText(
            "pitch_range.\(hasEstimate ? "estimate" : findings.pitchRangeRule.rawValue)"),
        ]), indent: "") + leftOut(of: document)
  }

  /// Returns the excluded intervals with their reasons.
  private static func leftOut(of document: ResultsDocument) -> [String] {
    let groups = document.excludedParts.map { reason, pieces in
      "\(extent(of: pieces)) (\(Language.ofText.text(reason)))"
    }
    guard !groups.isEmpty else { return [] }
    return WrappedText.item(
      commandText("scope.excluded", ["segments": groups.joined(separator: "; ")]), indent: "")
  }

  /// Maximum number of intervals that the text lists one by one.
  private static let mostListed = 6

  /// Returns the intervals; of many only their number and total duration.
  private static func extent(of pieces: [ExcludedSegment]) -> String {
    guard pieces.count <= mostListed else {
      let total = pieces.reduce(0) { $0 + $1.end.value - $1.start.value }
      return commandText(
        "scope.many",
        [
          "count": "\(pieces.count)",
          "seconds": Language.ofText.localized(NumberFormat.fixed(total, 2)),
        ])
    }
    let ends = pieces.map { piece in
      [piece.start, piece.end].map { Language.ofText.localized(NumberFormat.fixed($0.value, 2)) }
        .joined(separator: "–")
    }
    return "\(ends.joined(separator: ", ")) s"
  }
}
