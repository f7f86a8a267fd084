package import VoiceTypes

/// The text report of a profile check, one line per finding.
package enum ProfileCheckText {
  /// Returns the stage, faults, missing fields and warnings.
  package static func text(of check: ProfileCheck) -> String {
    ([head(of: check)] + check.faults.map { "wrong    \($0)" }
      + check.missing.map { "missing  \($0)" } + check.warnings.map { "note     \($0)" }).report
  }

  private static func head(of check: ProfileCheck) -> String {
    guard check.faults.isEmpty else {
      return "the profile cannot be used as it is; put right what is wrong"
    }
    switch check.stage {
    case nil: return "the profile can be used; for a minimal person it names no device"
    case .minimal: return "the profile is that of a minimal person"
    case .complete: return "the profile is that of a complete person"
    }
  }
}
