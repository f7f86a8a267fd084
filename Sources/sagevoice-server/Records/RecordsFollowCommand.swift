import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore

struct RecordsFollowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Print what happens to recordings, a line of JSON per step.",
    discussion: """
      First what the store says now, then every change: of one session until its recording has \
      come to its end, of a person or of all until Ctrl-C. Of all, what the store says now is told \
      of those that have not come to their end. A session that the store does not know yet is \
      waited for. The lines are those of `sagevoice watch --updates`; `sagevoice schema update` \
      describes them. Nothing is written, and no writer waits.

      Exit status: with --session 0 when there are results, 65 when the recording was refused, \
      failed or purged, 130 when it was interrupted before that; otherwise 0 when interrupted.
      """)

  @OptionGroup var selection: StoreChoice

  @Option(
    help: ArgumentHelp("The recording of this session alone.", valueName: "id"),
    transform: OptionValue.session)
  var session: SessionID?

  @Option(help: ArgumentHelp("The recordings of this person.", valueName: "id"))
  var user: String?

  func validate() throws {
    if session != nil, user != nil {
      throw ValidationError("--session and --user: name one of them.")
    }
  }

  private var scope: StoreFollower.Scope {
    if let session { return .session(session) }
    return user.map { .user($0) } ?? .all
  }

  func run() throws {
    try perform { () throws(CommandFault) in
      let follower = StoreFollower(of: try selection.open(), scope)
      let signals = WatchSignals { follower.stop() }
      defer { signals.cancel() }
      var fault: StreamError?
      let end = try Records.stored { () throws(StoreError) in
        try follower.run(while: { !StandardStreams.isReaderGone() }) { line in
          do throws(StreamError) {
            try StandardStreams.write(line.bytes)
            return true
          } catch {
            fault = error
            return false
          }
        }
      }
      if let fault { throw CommandFault(fault) }
      return status(of: end)
    }
  }

  private func status(of end: StoreFollower.End) -> ExitStatus {
    switch end {
    case .over(.analysed), .over(.duplicate): .success
    case .over: .refused
    case .stopped where StandardStreams.isReaderGone(): .readerGone
    case .stopped: session == nil ? .success : .interrupted
    }
  }
}
