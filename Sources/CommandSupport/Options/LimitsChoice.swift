package import ArgumentParser
package import BaselineService

/// Which limits a command compares with, and asks of recordings to meet.
package struct LimitsChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Reference limits, and minimums of recordings, in place of those that ship.",
      valueName: "limits.json"),
    completion: .file(extensions: ["json"]))
  package var limits: String?

  package init() {}

  /// What compares with the chosen limits.
  package func assessor() throws(CommandFault) -> Assessor { try LimitsFile.assessor(from: limits) }

  /// What the chosen limits ask of a recording.
  package func minimums() throws(CommandFault) -> [RecordingMinimum] {
    try LimitsFile.read(from: limits).minimums
  }
}
