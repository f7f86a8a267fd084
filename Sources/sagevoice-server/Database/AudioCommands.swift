// Audio storage and payload form of a database, checked before a command starts.

import ArgumentParser
import CommandSupport
import Glibc
import Logging
import PostgresStore
import RecordStore

/// The local path of the audio folder.
struct AudioChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Folder of the audio files on this machine. Default: the folder stored in the database.
      """, valueName: "folder"), completion: .directory)
  var audioFolder: String?
}

extension DatabaseChoice {
  /// Checks the schema version and returns the audio store; a fault ends the command. With
  /// `isWaiting` it retries while the database is unavailable.
  func audioStore(
    for command: String, _ audio: AudioChoice, isWaiting: Bool = false
  ) throws -> any SoundStore {
    var pause: UInt32 = 1
    while true {
      switch Result(catching: { () throws(MigrationError) in try place(command) }) {
      case .success(.database) where audio.audioFolder != nil:
        Messages.logger.error(
          "the database stores the audio itself; `migrate --audio-folder` changes that")
        throw ExitStatus.cannotCreateOutput.exitCode
      case .success(let place): return place.store(at: audio.audioFolder)
      case .failure(let fault):
        Messages.logger.error("\(fault.description)")
        guard fault.passes else { throw ExitStatus.cannotCreateOutput.exitCode }
        guard isWaiting else { throw ExitStatus.inputOutputError.exitCode }
      }
      _ = sleep(pause)
      pause = min(2 * pause, Self.longestPause)
    }
  }

  /// Returns the job queue for a command; a fault ends the command. `isWaiting` is as in
  /// `audioStore(for:_:isWaiting:)`.
  func board(
    for command: String, as role: DatabaseRole, _ audio: AudioChoice, _ key: QueueKeyFile,
    isWaiting: Bool = false, sweepingEvery sweeping: Duration = .milliseconds(500)
  ) throws -> PostgresBoard {
    let sound = try audioStore(for: command, audio, isWaiting: isWaiting)
    return PostgresBoard(
      ConnectionPool(options(for: command, as: role)), sound: sound,
      form: try form(for: command, key), sweepingEvery: sweeping)
  }

  /// Returns the payload codec of the job queue.
  func form(for command: String, _ key: QueueKeyFile) throws -> BoardForm {
    let connection = try with(command) { $0 }
    do throws(StoreError) {
      return try BoardForm.of(connection, with: key.source.keys())
    } catch {
      Messages.logger.error("\(Self.message(for: error))")
      throw (error.isTransient ? ExitStatus.inputOutputError : .cannotCreateOutput).exitCode
    }
  }

  /// The message and the advice for a fault of the queue keys.
  private static func message(for fault: StoreError) -> String {
    let places = "--key-file or \(QueueKeyFile.variable.rawValue)"
    return switch fault {
    case .keyNeeded: "the job queue is encrypted; give its key with \(places)"
    case .notEncrypted:
      "the job queue is not encrypted; omit \(places), or run `migrate --encrypt-board`"
    case .wrongKey:
      "the job queue has another key; give the current one with \(places)"
    default: fault.description
    }
  }

  /// Maximum retry interval, in seconds [E].
  private static let longestPause: UInt32 = 30

  private func place(_ command: String) throws(MigrationError) -> SoundPlace {
    let connection = try Self.read { () throws(SQLError) in
      try PostgresConnection(options(for: command))
    }
    let last = try Migrator.checkFit(connection)
    if last > Migration.last {
      Messages.logger.notice(
        "the schema has step \(last), of a later version; the command continues")
    }
    return try Self.read { () throws(SQLError) in try SoundPlace.of(connection) }
  }

  private static func read<Value>(
    _ body: () throws(SQLError) -> Value
  ) throws(MigrationError) -> Value {
    do { return try body() } catch { throw .database(error) }
  }
}

struct TidyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tidy",
    abstract: "Delete audio of a database that no session refers to.",
    discussion: HelpText.discussion(
      """
      The command may run at any time. The login sees all tenants (superuser or BYPASSRLS).
      """,
      examples: [
        "sagevoice tidy --database postgresql:///voice"
      ]))

  @OptionGroup(title: HelpText.Title.database) var choice: DatabaseChoice

  @OptionGroup(title: HelpText.Title.database) var audio: AudioChoice

  func run() throws {
    let sound = try choice.audioStore(for: "tidy", audio)
    let connection = try choice.with("tidy") { $0 }
    do throws(SoundFault) {
      let count = try sound.removeUnnamed(in: connection)
      Messages.logger.notice("removed \(count)")
    } catch {
      Messages.logger.error("\(error.description)")
      throw ExitStatus.inputOutputError.exitCode
    }
  }
}
