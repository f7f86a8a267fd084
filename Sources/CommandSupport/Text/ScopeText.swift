import VoiceReport
import VoiceTypes

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
