import ArgumentParser
import CommandSupport
import JobRunner
import Logging
import Onboarding
import RecordStore
import VoicePipeline
import VoiceTypes

struct OnboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "onboard", "Guide a person to a baseline and through follow-up sessions.",
    """
    The steps are explanation, profile, sustained vowels, reading and baseline. FILES are the \
    recordings of the vowels, in the order of recording. Without FILES, the command asks at the \
    terminal, and records with arecord if this program is installed. Every step is stored at once, \
    and the same command resumes an interrupted run. Without --user, the command creates a guest \
    and prints the ID. Without a terminal, the result is a JSON document.
    """,
    examples: [
      "sagevoice onboard --store store --create",
      "sagevoice onboard --store store --user anna --profile anna.json a*.wav",
      "sagevoice onboard --store store --user anna --follow-up",
    ], status: "65 = no baseline or no comparison, or a file was not used.")

  @OptionGroup var selection: CreatedStoreChoice
  @OptionGroup(title: HelpText.Title.comparison) var limits: LimitsChoice

  @Option(help: ArgumentHelp("ID of the person. Default: a new guest.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "Profile of the person with consent (JSON). Default: ask at the terminal.",
      valueName: "person.json"), completion: .file(extensions: ["json"]))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "WAV file of the reading. With FILES and without --reading, the reading is skipped.",
      valueName: "wav"), completion: .file(extensions: ["wav"]))
  var reading: String?

  @Option(
    help: ArgumentHelp(
      "Folder for recordings that wait for analysis. Default: STORE.spool.", valueName: "folder"),
    completion: .directory)
  var spool: String?

  @Flag(
    help: """
      Record a follow-up session of a person with a baseline, on a later day than the last \
      session. Needs --user.
      """)
  var followUp = false

  @OptionGroup var language: LanguageOption
  @OptionGroup var head: HeaderOption

  @Flag(help: "Delete audio after its results are stored.")
  var deleteAudio = false

  @Flag(help: "Append a line per event to STORE/events.ndjson, without values.")
  var events = false

  @Argument(
    help: "WAV files of sustained vowels, in the order of recording.",
    completion: .file(extensions: ["wav"]))
  var files: [String] = []

  func validate() throws {
    if let user { try PersonOption.check(user) }
    try OptionFile.requireOneStandardInput([profile, limits.limits])
    try OptionFile.refuseStandardInput(reading, for: "--reading")
    for file in files { try OptionFile.refuseStandardInput(file, for: "FILES") }
    if followUp, user == nil { throw ValidationError("--follow-up needs --user.") }
    guard spool?.isEmpty != true else { throw ValidationError("--spool: name a folder.") }
  }

  func run() async throws {
    try await Language.$ofText.withValue(language.chosen) { try await onboard() }
  }

  private func onboard() async throws {
    try await perform {
      try checkFiles()
      let person = try profile.map { path in
        try OptionFile(option: "--profile", kind: "a person").bytes(at: path)
      }
      let store = try selection.open()
      var settings = RecordingRunner.Settings(jobs: Jobs.count(nil))
      settings.keepsAudio = !deleteAudio
      settings.reportHeader = try head.entries()
      let log =
        events
        ? EventLog(
          at: EventLog.path(in: selection.folder), of: store,
          timestamp: RunEnvironment.ofThisMachine.timestamp) : nil
      let runner = RecordingRunner(
        store: store, spool: spool ?? selection.folder + ".spool", settings,
        logger: WatchLogger.make(.quiet, .text), environment: .ofThisMachine,
        files: POSIXFileSystem(),
        events: log)
      do throws(RunnerFault) {
        try runner.start()
      } catch {
        throw CommandFault(error.isInUse ? .cannotOpenInput : .inputOutputError, error.description)
      }
      defer { runner.stop() }
      var walk = TerminalOnboarding(
        OnboardingRun.Parts(
          runner: runner, store: store, minimums: try limits.minimums(),
          environment: .ofThisMachine,
          adopt: { guest, person throws(StoreError) in
            _ = try store.adopt(guest: guest, user: person)
          }, log: { entry, user in try? log?.append(entry, of: user) }),
        in: store, Recordings(vowels: files, reading: reading, runner), profile: person)
      let journey = try await walk.lead(user, for: followUp ? .followUp : .baseline)
      // At a terminal the texts on standard error suffice.
      if DocumentFormat.byOutput(otherwise: .json) == .json {
        try CommandOutput.write(journey.json.fileText)
      }
      if let unread = walk.unreadFiles(after: journey) { throw unread }
      let hasEnded = journey.position == .completed(.baselineHeld)
      return hasEnded && (!followUp || journey.followUp != nil) ? .success : .refused
    }
  }

  /// Throws for a given recording that does not exist, before anything is stored.
  private func checkFiles() throws {
    for file in files + [reading].compactMap(\.self) {
      let facts: FileFacts?
      do throws(FileSystemError) {
        facts = try POSIXFileSystem().facts(following: file)
      } catch {
        throw CommandFault(.cannotOpenInput, error.description)
      }
      guard facts != nil else {
        throw CommandFault(.cannotOpenInput, "\(file): the file does not exist")
      }
    }
  }
}
