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
      "Measured: seconds \(ends.joined(separator: " to ")), \(words(segment.rule)); F0 looked for "
        + "between \(limits.joined(separator: " and ")) Hz, \(words(findings.pitchRangeRule))",
      indent: "") + leftOut(of: segment)
  }

  /// Returns the excluded intervals with their reasons.
  private static func leftOut(of segment: Segment) -> [String] {
    guard !segment.excluded.isEmpty else { return [] }
    let pieces = segment.excluded.map { piece in
      let ends = [piece.start, piece.end].map { NumberText.fixed($0.value, 2) }
      return "\(ends.joined(separator: "–")) \(words(piece.reason))"
    }
    return WrappedText.item("Left out, in seconds: \(pieces.joined(separator: ", "))", indent: "")
  }

  private static func words(_ rule: SegmentRule) -> String {
    switch rule {
    case .steady: "the steady stretch"
    case .whole: "the whole recording"
    case .given: "the stretch that was asked for"
    }
  }

  private static func words(_ rule: PitchRangeRule) -> String {
    switch rule {
    case .fixed: "the range of the preset"
    case .given: "as was asked"
    case .twoPass: "fitted to the voice"
    }
  }

  private static func words(_ reason: ExclusionReason) -> String {
    switch reason {
    case .unvoiced: "no voice"
    case .shorterSound: "a shorter sound"
    case .onset: "onset"
    case .offset: "offset"
    case .lessSteady: "less steady"
    case .notChosen: "not asked for"
    }
  }
}
