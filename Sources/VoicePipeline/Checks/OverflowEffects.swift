import VoiceTypes
import WAVIngest

extension RecordingQuality {
  /// Texts of the checks with findings that integer overflow causes.
  private static let textsOfOverflow: [CheckID: CheckText] = [
    .dcOffset: .offsetOfOverflow, .signalToNoise: .noiseOfOverflow, .rumble: .rumbleOfOverflow,
  ]

  /// Returns `checks`, with the findings that integer overflow causes as `unknown`. Their advice
  /// about devices and rooms would mislead.
  static func withoutEffectsOfOverflow(_ checks: [QualityCheck]) -> [QualityCheck] {
    guard checks.contains(where: { $0.sentence?.id == CheckText.overflow.rawValue }) else {
      return checks
    }
    return checks.map { check in
      guard check.verdict == .warn || check.verdict == .fail, let id = check.check,
        let text = textsOfOverflow[id]
      else { return check }
      return QualityCheck(
        id: id, verdict: .unknown, value: nil, unit: check.unit, limit: check.limit,
        saying: text.filled())
    }
  }
}
