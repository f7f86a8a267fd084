import ArgumentParser
import BaselineService
import JobRunner
import RecordStore
import VoicePipeline
import VoiceTypes

struct BaselineCompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Hold new recordings against a baseline.",
    discussion: """
      Each measure of each new session: the value, the usual value, the change, and how it stands to \
      day-to-day variation. A change is told when the primary measure of one family lies beyond its \
      limit in the same direction in two consecutive sessions a day or more apart, or those of two \
      families in one session. Recordings of another device, format, preset or version are not \
      compared, with status 65, unless --allow-differences is given.

      With --user the newest session that the store has of a person is held against the newest baseline \
      that it is no part of, with the sessions in between.
      """)

  @Option(
    help: ArgumentHelp("The file of the baseline.", valueName: "baseline.json"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @OptionGroup var person: StoredPersonChoice

  @Flag(help: "Compare across devices, formats, presets and versions, and say so.")
  var allowDifferences = false

  @Option(help: "json, or text for a table.")
  var format: DocumentFormat = .json

  @OptionGroup var reference: LimitsChoice

  @OptionGroup var vowels: VowelOptions

  func validate() throws {
    guard (person.user == nil) == (baseline != nil) else {
      throw ValidationError("Give either a --baseline with files, or a --user of a store.")
    }
    guard person.user == nil || (vowels.files.isEmpty && !allowDifferences) else {
      throw ValidationError("With --user there are no files and no --allow-differences.")
    }
    guard person.user != nil || !vowels.files.isEmpty else {
      throw ValidationError("Missing expected argument '<files> ...'")
    }
  }

  func run() async throws {
    if let user = person.user {
      return try await perform { () async throws(CommandFault) in
        try deliver(stored(user))
      }
    }
    try await performOnRecordings { () async throws(CommandFault) in
      try deliver(await document())
    }
  }

  private func deliver(_ document: ComparisonDocument) throws(CommandFault) -> ExitStatus {
    if !vowels.quiet { note(document) }
    switch format {
    case .json: try CommandOutput.write(document.json.fileText)
    case .text: try CommandOutput.write(ComparisonReport.text(of: document))
    }
    return document.refusal == nil ? .success : .refused
  }

  /// How the newest session of a stored person stands.
  private func stored(_ user: String) throws(CommandFault) -> ComparisonDocument {
    let store = try person.open(.reading)
    let known = try Records.person(user, in: store)
    let minimums = try reference.minimums()
    let comparison = try Records.stored { () throws(StoreError) in
      try Records.follow(store, minimums).newestComparison(of: known)
    }
    guard let comparison else {
      throw CommandFault(
        status: .refused,
        messages: [
          "--user: there is no session of this person beside a baseline that it is no part of"
        ])
    }
    return comparison
  }

  private func document() async throws(CommandFault) -> ComparisonDocument {
    let baseline = baseline ?? ""
    let rule: ConditionRule = allowDifferences ? .mayDiffer : .mustAgree
    let file = try BaselineFile(at: baseline, for: "--baseline")
    let minimums = try reference.minimums()
    let measured = try await VowelIntake(options: vowels, device: vowels.device).vowels(
      usualF0: file.stored.baseline.usualF0)
    let result = BaselineComparison(
      with: file.stored.baseline, rule: rule, minimums: minimums
    ).compare(measured)
    guard let provenance = measured.first?.document.provenance else {
      throw CommandFault(status: .internalFault, messages: ["no recording was measured"])
    }
    let environment = RunEnvironment.system
    return ComparisonDocument(
      baseline: file.reference, differences: result.differences, rule: rule,
      outcome: result.outcome, notes: result.notes, provenance: provenance,
      run: ComparisonRun(
        comparisonID: environment.newID(), comparedAt: environment.timestamp()))
  }

  /// Recordings that are not used, and the reasons of a refusal.
  private func note(_ document: ComparisonDocument) {
    let sessions = document.refusal?.sessions ?? document.findings?.sessions.map(\.session) ?? []
    BaselineMessages.unusable(in: sessions).forEach(StandardStreams.note)
    BaselineMessages.faults(document.refusal?.reasons ?? []).forEach(StandardStreams.note)
  }
}
