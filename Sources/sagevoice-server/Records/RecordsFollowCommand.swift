import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore

struct RecordsFollowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "follow", "Print the progress of recordings, one JSON line per step.",
    """
    The command prints the current state, then every change. With --session, the command ends \
    with the session, and waits if the session does not exist yet. Otherwise it runs until \
    Ctrl-C. `sagevoice schema update` describes the lines.
    """,
    examples: [
      "sagevoice records follow --store store",
      "sagevoice records follow --store store --session ID",
    ],
    status: "with --session 65 = refused, failed or deleted, 130 = interrupted before the end.")

  @OptionGroup(title: HelpText.Title.store) var selection: StoreChoice

  @Option(help: ArgumentHelp("Only this session.", valueName: "id"), transform: OptionValue.session)
  var session: SessionID?

  @Option(help: ArgumentHelp("Only sessions of this person.", valueName: "id"))
  var user: String?

  func validate() throws {
    if session != nil, user != nil {
      throw ValidationError("Give either --session or --user.")
    }
  }

  private var scope: ChangeFeed.Scope {
    if let session { return .session(session) }
    return user.map { .user($0) } ?? .all
  }

  func run() throws {
    try perform {
      let follower = ChangeFeed(of: try selection.open(), scope)
      let signals = WatchSignals { follower.stop() }
      defer { signals.cancel() }
      var fault: StreamError?
      let end = try follower.run(while: { !StandardStreams.isReaderGone() }) { line in
        do throws(StreamError) {
          try StandardStreams.write(line.lineBytes)
          return true
        } catch {
          fault = error
          return false
        }
      }
      if let fault { throw fault }
      return status(of: end)
    }
  }

  private func status(of end: ChangeFeed.End) -> ExitStatus {
    switch end {
    case .over(.analysed), .over(.duplicate): .success
    case .over: .refused
    case .stopped where StandardStreams.isReaderGone(): .readerGone
    case .stopped: session == nil ? .success : .interrupted
    }
  }
}
