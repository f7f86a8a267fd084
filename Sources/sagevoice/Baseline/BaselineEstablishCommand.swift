import ArgumentParser
import BaselineService
import CommandSupport
import VoicePipeline
import VoiceTypes
import WAVIngest

struct BaselineEstablishCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "establish",
    abstract: "Make a baseline from recordings, or say why they make none.",
    discussion: """
      onboarding from one or two sessions, provisional from three complete ones (three usable vowels \
      each) on three days within thirty, established from six. Recordings that cannot be used are \
      left out and named with what to do; where the others make a baseline, the status is 0. \
      A row of --sessions with a fault leaves out its recording, with status 65. \
      Recordings whose F0 lies five semitones or more from that of the others are named and make none, \
      unless --one-person says that they are of one. Of an irregular voice (signal type 2 or 3) what it \
      supports is followed. Without --output the baseline goes to standard output; a rejection always \
      does, with status 65, and then no file is written. A file that is there is kept, with status 73, \
      unless --force is given.

      `sagevoice records baseline --user ID` does the same with the recordings that a store has of a person.
      """)

  @Option(
    help: ArgumentHelp(
      "Whose baseline it is.", valueName: "profile.json"),
    completion: .file(extensions: ["json"]))
  var profile: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, whole or not at all.", valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var output: String?

  @Flag(help: "Write over a file that is there.")
  var force = false

  @Flag(help: "All recordings are of one person, however far apart their F0 lies.")
  var onePerson = false

  @Option(
    help: ArgumentHelp(
      "The baseline that this one takes the place of; it stays as it is.",
      valueName: "old.json"),
    completion: .file(extensions: ["json"]))
  var parent: String?

  @Flag(help: "Make the sessions of the parent part of the new baseline.")
  var keepSessions = false

  @Option(help: "On what occasion the recordings were made.")
  var context = BaselineEstablishment.usualContext

  @Option(help: "json, or text for a table.")
  var format: DocumentFormat = .json

  @OptionGroup var reference: LimitsChoice

  @OptionGroup var vowels: VowelOptions

  func validate() throws {
    guard !keepSessions || parent != nil else {
      throw ValidationError("--keep-sessions needs a --parent whose sessions are kept.")
    }
    guard !force || output != nil else {
      throw ValidationError("--force takes effect with --output only.")
    }
    guard !vowels.files.isEmpty else {
      throw ValidationError("Missing expected argument '<files> ...'")
    }
    guard !context.isEmpty else { throw ValidationError("--context takes a text.") }
  }

  func run() async throws {
    try await performOnRecordings { () async throws(CommandFault) in
      let (document, status) = try await document()
      if !vowels.quiet { note(document) }
      try deliver(document)
      return document.rejection == nil ? status : .refused
    }
  }

  private func document() async throws(CommandFault) -> (BaselineDocument, ExitStatus) {
    let profile = try ProfileFile.read(from: profile, vowels.quiet ? .quiet : .usual)
    let minimums = try reference.minimums()
    let old = try parent.map { path throws(CommandFault) in
      try BaselineFile(at: path, for: "--parent")
    }
    try checkOutput(keeps: old)
    let (measured, status) = try await VowelAnalysis(
      options: vowels, device: vowels.device ?? profile.deviceModel
    ).vowels()
    let (outcome, notes) = BaselineEstablishment(
      of: BaselinePerson(profile, demographic: VoiceDemographic(of: profile)), context: context,
      amending: old.map { $0.amended(keepingSessions: keepSessions) }, minimums: minimums,
      voices: onePerson ? .allowMismatch : .rejectMismatch
    ).establish(from: measured)
    guard let provenance = measured.first?.document.provenance else {
      throw CommandFault(status: .internalFault, messages: ["no recording was measured"])
    }
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
        messages: ["--output: this is the parent, which is kept; name another file"])
    }
    guard force || !OutputFolder.holds(output) else {
      throw CommandFault(
        status: .cannotCreateOutput,
        messages: [
          "--output: there is such a file, which is kept; name another, or give --force to write "
            + "over it"
        ])
    }
  }

  /// Prints unused recordings and the reasons of a rejection.
  private func note(_ document: BaselineDocument) {
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
