package import VoiceTypes

/// The text report of a profile check, one line per finding.
package enum ProfileCheckText {
  /// Returns the stage, faults, missing fields and warnings. `complete` requires the missing fields.
  package static func text(of check: ProfileCheck, complete: Bool = false) -> String {
    let faults = check.faults.map { fault in
      fault.code == .missing
        ? line("required", absent(fault)) : line("fault", fault.description)
    }
    return
      ([head(of: check)] + faults
      + check.missing.map { line(complete ? "required" : "missing", absent($0)) }
      + check.warnings.map { line("warning", $0) }).report
  }

  private static func line(_ label: String, _ finding: String) -> String {
    TextTable([.left(9)]).line([commandText("profile.\(label)"), finding])
  }

  private static func absent(_ field: ProfileFault) -> String {
    commandText("profile.absent", ["field": field.field, "allowed": field.allowed])
  }

  private static func head(of check: ProfileCheck) -> String {
    let stage = check.stage?.rawValue ?? "partial"
    return commandText("profile.head.\(check.faults.isEmpty ? stage : "invalid")")
  }
}
