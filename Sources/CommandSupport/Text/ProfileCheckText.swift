package import VoiceTypes

/// The text report of a profile check, one line per finding.
package enum ProfileCheckText {
  /// Returns the stage, faults, missing fields and warnings.
  package static func text(of check: ProfileCheck) -> String {
    func lines(_ label: String, _ findings: [String]) -> [String] {
      findings.map { TextTable([.left(9)]).line([commandText("profile.\(label)"), $0]) }
    }
    return
      ([head(of: check)] + lines("fault", check.faults.map(\.description))
      + lines("missing", check.missing.map { "\($0.field): \($0.allowed)" })
      + lines("warning", check.warnings)).report
  }

  private static func head(of check: ProfileCheck) -> String {
    let stage = check.stage?.rawValue ?? "partial"
    return commandText("profile.head.\(check.faults.isEmpty ? stage : "invalid")")
  }
}
