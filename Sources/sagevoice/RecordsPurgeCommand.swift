import ArgumentParser
import RecordStore

struct RecordsPurgeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Remove sessions for good, and leave a tombstone for each.",
    discussion: """
      A tombstone says that a session was there, when it was made and purged, and why, and nothing of \
      the person. --user removes the person's kept baselines too, --all all of them and all recordings \
      that failed. Bytes are unlinked, not overwritten. The purged sessions are printed, the oldest \
      first.
      """)

  @OptionGroup var selection: StoreChoice

  @Option(help: ArgumentHelp("Sessions made more than so many days ago.", valueName: "days"))
  var olderThan: Int?

  @Option(help: ArgumentHelp("All sessions of this person.", valueName: "id"))
  var user: String?

  @Flag(help: "All sessions; needs --yes or --dry-run.")
  var all = false

  @Flag(help: "Only print what would be purged.")
  var dryRun = false

  @Flag(help: "Purge --all without asking; nothing is ever asked on standard input.")
  var yes = false

  @Option(
    help: ArgumentHelp(
      "Why, for the tombstones; it must not tell who the person is.", valueName: "text"))
  var reason: String?

  private static let mostDays = 100_000

  func validate() throws {
    let chosen = [olderThan != nil, user != nil, all].count { $0 }
    guard chosen == 1 else {
      throw ValidationError("Choose one of --older-than, --user and --all.")
    }
    guard !all || yes || dryRun else {
      throw ValidationError("--all removes every session; confirm it with --yes, or see --dry-run.")
    }
    guard user != "" else { throw ValidationError("--user takes an id.") }
    guard (0...Self.mostDays).contains(olderThan ?? 0) else {
      throw ValidationError("--older-than takes days from 0 to \(Self.mostDays).")
    }
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let store = try selection.open(dryRun ? .reading : .writing)
      let purged = try Records.stored { () throws(StoreError) in try purge(store) }
      try CommandOutput.write(purged.map { $0.text + "\n" }.joined())
      let sessions = purged.count == 1 ? "1 session" : "\(purged.count) sessions"
      StandardStreams.note(dryRun ? "\(sessions) would be purged" : "\(sessions) purged")
      return .success
    }
  }

  private func purge(_ store: RecordStore) throws(StoreError) -> [SessionID] {
    let mode: PurgeMode = dryRun ? .dryRun : .forGood
    if let user {
      return try store.purge(user: user, reason: reason ?? "asked for the person", mode)
    }
    if let olderThan {
      return try store.purge(
        .olderThan(SystemClock().now().adding(days: -olderThan)),
        reason: reason ?? "older than \(olderThan) days", mode)
    }
    return try store.purge(.all, reason: reason ?? "all sessions", mode)
  }
}
