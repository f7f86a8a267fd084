import ArgumentParser
import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes
import WAVIngest

struct BaselineEstablishCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "establish",
    abstract: "Create a baseline from recordings.",
    discussion: HelpText.discussion(
      """
      The status of the baseline is initial (one or two sessions; in JSON `onboarding`), \
      provisional or established (six sessions). A provisional baseline has three sessions of \
      three usable vowels on three days within 30 days. Recordings without recorded_at and \
      session_id count as one session. Unusable recordings are excluded and listed with advice. \
      Recordings that differ by 5 semitones or more in F0 are refused without --one-person.

      `sagevoice records baseline --user ID` does the same in a store.
      """,
      examples: [
        "sagevoice baseline establish --profile anna.json a*.wav -o base.json",
        "sagevoice baseline establish --profile anna.json --sessions table.csv *.wav",
      ],
      status: """
        65 = no baseline, or a row of --sessions is invalid; 73 = the output file exists.
        """))

  @Option(
    help: ArgumentHelp("Profile of the speaker (JSON).", valueName: "profile.json"),
    completion: .file(extensions: ["json"]))
  var profile: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("File to write. Default: standard output.", valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var output: String?

  @Flag(help: "Overwrite an existing output file.")
  var force = false

  @Flag(help: "Accept recordings with different F0 as one person.")
  var onePerson = false

  @Option(
    help: ArgumentHelp(
      "Former baseline that the new one replaces. The file stays unchanged.",
      valueName: "old.json"),
    completion: .file(extensions: ["json"]))
  var parent: String?

  @Flag(help: "Include the sessions of the baseline of --parent.")
  var keepSessions = false

  @Option(help: "Context of the recordings, stored in the baseline.")
  var context = BaselineEstablishment.usualContext

  @Option(otherwise: .json)
  var format: DocumentFormat

  @OptionGroup(title: HelpText.Title.comparison) var reference: LimitsChoice

  @OptionGroup var vowels: VowelOptions

  func validate() throws {
    guard !keepSessions || parent != nil else {
      throw ValidationError("--keep-sessions needs --parent.")
    }
    guard !force || output != nil else {
      throw ValidationError("--force takes effect with --output only.")
    }
    guard !vowels.files.isEmpty else {
      throw ValidationError("Missing expected argument '<files> ...'")
    }
    try OptionFile.requireOneStandardInput(
      vowels.readers + [profile, parent, reference.limits])
    guard !context.isEmpty else { throw ValidationError("--context: expected a text.") }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let (document, status) = try await document()
      if !vowels.messages.quiet { note(document) }
      try deliver(document)
      return document.rejection == nil ? status : .refused
    }
  }

  private func document() async throws(CommandFault) -> (BaselineDocument, ExitStatus) {
    let profile = try ProfileFile.read(from: profile, vowels.messages.verbosity)
    let minimums = try reference.minimums()
    let old = try parent.map { path throws(CommandFault) in
      try BaselineFile(at: path, for: "--parent")
    }
    try checkOutput(keeps: old)
    let (measured, provenance, status) = try await VowelAnalysis(
      options: vowels, device: vowels.device ?? profile.deviceModel
    ).vowels()
    let (outcome, notes) = BaselineEstablishment(
      of: BaselinePerson(profile, demographic: VoiceDemographic(of: profile)), context: context,
      amending: old.map { $0.amended(keepingSessions: keepSessions) }, minimums: minimums,
      voices: onePerson ? .allowMismatch : .rejectMismatch
    ).establish(from: measured)
    let environment = RunEnvironment.ofThisMachine
    let document = BaselineDocument(
      outcome: outcome, notes: notes, provenance: provenance,
      run: BaselineRun(
        baselineID: environment.newID(), establishedAt: environment.timestamp()))
    return (document, status)
  }

  /// Throws if the output file is the parent baseline, or exists without `--force`.
  private func checkOutput(keeps old: BaselineFile?) throws(CommandFault) {
    guard let output else { return }
    if let old, let there = try? InputBytes.read(path: output, limit: OptionFile.usualMostBytes),
      ContentHash.sha256(of: there) == old.sha256
    {
      throw CommandFault(
        status: .wrongUsage,
        messages: ["--output: this is the parent baseline; name another file"])
    }
    guard force || !OutputFolder.holds(output) else {
      throw CommandFault(
        status: .cannotCreateOutput,
        messages: [
          "--output: the file exists; name another, or give --force to overwrite it"
        ])
    }
  }

  /// Prints the number of sessions, unused recordings and the reasons of a rejection.
  private func note(_ document: BaselineDocument) {
    BaselineMessages.sessions(of: document).forEach(StandardStreams.note)
    BaselineMessages.unusable(in: document.sessions).forEach(StandardStreams.note)
    BaselineMessages.faults(document.rejection?.reasons ?? []).forEach(StandardStreams.note)
  }

  private func deliver(_ document: BaselineDocument) throws(CommandFault) {
    let json = document.json.fileText
    if let output, document.baseline != nil {
      // The file may have appeared during the analysis.
      try checkOutput(keeps: nil)
      try CommandOutput.write(json, to: output, for: .ownerOnly)
    }
    switch format {
    case .json where output != nil && document.baseline != nil: break
    case .json: try CommandOutput.write(json)
    case .text: try CommandOutput.write(BaselineReport.text(of: document))
    }
  }
}
