package import VoiceTypes

/// The text report of a profile check, one line per finding.
package enum ProfileCheckText {
  /// Returns the stage, faults, missing fields and warnings.
  package static func text(of check: ProfileCheck) -> String {
    ([head(of: check)] + check.faults.map { "Invalid  \($0)" }
      + check.missing.map { "Missing  \($0)" } + check.warnings.map { "Note     \($0)" }).report
  }

  private static func head(of check: ProfileCheck) -> String {
    guard check.faults.isEmpty else {
      return "The profile is invalid. Correct the invalid fields."
    }
    switch check.stage {
    case nil: return "The profile is valid. A minimal person also needs a device."
    case .minimal: return "The profile is valid, but not complete."
    case .complete: return "The profile is complete."
    }
  }
}
