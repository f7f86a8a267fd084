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
    commandName: "onboard",
    abstract: "Guide one person to a personal baseline, and through follow-up sessions.",
    discussion: """
      The steps of an onboarding in a terminal: what it is for, the profile, held vowels, a reading, the \
      baseline. FILES are taken as the recordings that are asked for, in order; where there are none the \
      terminal asks, and arecord records where it is installed. Everything is durable when the next step \
      begins: the same command goes on where it was ended. Without --user an anonymous id is made and \
      printed, under which a guest can come again, or be adopted with `records adopt`.

      --follow-up records another session of a person whose baseline is held, on another day than the \
      last one: the same recordings, their comparison with the baseline, and the day of the next session.

      The journey goes to standard output as JSON. Exit status 0 with a baseline, and with --follow-up \
      with a comparison; 65 without, and where a file that was given was not read.
      """)

  @OptionGroup var selection: StoreChoice

  @OptionGroup var choice: StoreCreationChoice

  @OptionGroup var author: ActorChoice

  @OptionGroup var limits: LimitsChoice

  @Option(help: ArgumentHelp("The person; a guest unless given.", valueName: "id"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "What the person told, with their consent; asked for unless given.",
      valueName: "person.json"),
    completion: .file(extensions: ["json"]))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "The reading; left out where there are files and this is not given.", valueName: "wav"),
    completion: .file(extensions: ["wav"]))
  var reading: String?

  @Option(
    help: ArgumentHelp(
      "Where recordings lie until they are analysed; STORE.spool unless given.",
      valueName: "folder"),
    completion: .directory)
  var spool: String?

  @Flag(help: "Record a follow-up session of a person whose baseline is held.")
  var followUp = false

  @Flag(help: "Keep no sound once its results are stored.")
  var deleteAudio = false

  @Flag(
    help: """
      Write a line per event to STORE/events.ndjson, for programs on this machine: steps and codes, no \
      values.
      """)
  var events = false

  @Argument(
    help: "WAV files of held vowels, in the order in which they are asked for.",
    completion: .file(extensions: ["wav"]))
  var files: [String] = []

  func validate() throws {
    if let user { try PersonOption.check(user) }
    if followUp, user == nil { throw ValidationError("--follow-up needs --user") }
    guard spool?.isEmpty != true else { throw ValidationError("--spool: name a folder.") }
  }

  func run() async throws {
    try await perform { () async throws(CommandFault) in
      let told = try profile.map { path throws(CommandFault) in
        try OptionFile(option: "--profile", kind: "a person").bytesOrInput(path)
      }
      let store = try selection.open(for: author, creating: choice.creation)
      var settings = RecordingRunner.Settings(jobs: Jobs.count(nil))
      settings.keepsAudio = !deleteAudio
      let log =
        events ? EventLog(of: store, timestamp: RunEnvironment.ofThisMachine.timestamp) : nil
      let runner = RecordingRunner(
        store: store, spool: spool ?? selection.folder + ".spool", settings,
        logger: WatchLogger.make(.quiet, .text), environment: .ofThisMachine,
        files: POSIXFileSystem(),
        events: log)
      do throws(RunnerFault) {
        try runner.start()
      } catch {
        throw CommandFault(status: .inputOutputError, messages: [error.description])
      }
      defer { runner.stop() }
      var walk = TerminalOnboarding(
        JourneyRun.Parts(
          runner: runner, store: store, minimums: try limits.minimums(),
          environment: .ofThisMachine,
          adopt: { guest, person throws(StoreError) in
            _ = try store.adopt(guest: guest, user: person)
          }, log: { note, user in log?.note(note, of: user) }),
        in: store, Recordings(vowels: files, reading: reading, runner), profile: told)
      let journey = try await walk.lead(user, for: followUp ? .followUp : .baseline)
      try CommandOutput.write(journey.json.fileText)
      if let unread = walk.unreadFiles(after: journey) { throw unread }
      let hasEnded = journey.position == .completed(.baselineHeld)
      return hasEnded && (!followUp || journey.followUp != nil) ? .success : .refused
    }
  }
}
