package import ArgumentParser
package import BaselineService

/// The reference limits and recording minimums of a command.
package struct LimitsChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      File with reference limits and recording minimums. Default: the included limits.
      """, valueName: "limits.json"), completion: .file(extensions: ["json"]))
  package var limits: String?

  package init() {}

  /// Returns the assessor for the chosen limits.
  package func assessor() throws(CommandFault) -> Assessor { try LimitsFile.assessor(from: limits) }

  /// Returns the recording minimums of the chosen limits.
  package func minimums() throws(CommandFault) -> [RecordingMinimum] {
    try LimitsFile.read(from: limits).minimums
  }
}
