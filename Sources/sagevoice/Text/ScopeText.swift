import CommandSupport
import VoiceTypes

/// The text of the segment and the pitch range.
enum ScopeText {
  /// Returns the measured segment, the excluded intervals and the pitch range.
  static func lines(of findings: Findings) -> [String] {
    let segment = findings.segment
    let range = findings.pitchRange
    let ends = [segment.start.value, segment.end.value].map { NumberText.fixed($0, 2) }
    let limits = [range.floor.value, range.ceiling.value].map { NumberText.fixed($0, 0) }
    return WrappedText.item(
      "Analysed: \(ends.joined(separator: "–")) s (\(words(segment.rule))); F0 search range "
        + "\(limits.joined(separator: "–")) Hz (\(words(findings.pitchRangeRule)))",
      indent: "") + leftOut(of: segment)
  }

  /// Returns the excluded intervals with their reasons.
  private static func leftOut(of segment: Segment) -> [String] {
    guard !segment.excluded.isEmpty else { return [] }
    let pieces = segment.excluded.map { piece in
      let ends = [piece.start, piece.end].map { NumberText.fixed($0.value, 2) }
      return "\(ends.joined(separator: "–")) s \(words(piece.reason))"
    }
    return WrappedText.item("Excluded: \(pieces.joined(separator: ", "))", indent: "")
  }

  private static func words(_ rule: SegmentRule) -> String {
    switch rule {
    case .steady: "steadiest segment"
    case .whole: "whole recording"
    case .given: "requested segment"
    }
  }

  private static func words(_ rule: PitchRangeRule) -> String {
    switch rule {
    case .fixed: "set by the preset"
    case .given: "requested"
    case .twoPass: "fitted to the voice"
    }
  }

  private static func words(_ reason: ExclusionReason) -> String {
    switch reason {
    case .unvoiced: "no regular voicing"
    case .shorterSound: "separate sound"
    case .onset: "onset"
    case .offset: "offset"
    case .lessSteady: "less stable"
    case .notChosen: "not requested"
    }
  }
}
