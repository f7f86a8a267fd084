// Where a watch tells other programs of this machine of its recordings.

import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline

/// The socket that a watch listens on, if any.
struct UpdateSocketChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Tell programs of this machine of every step too: the lines of --updates, over a Unix socket \
      at this path, after what the store says. The first line of a program may choose: \
      {"session": "ID"} or {"user": "ID"}.
      """, valueName: "path"),
    completion: .file())
  var socket: String?

  func validate() throws {
    if socket?.isEmpty == true { throw ValidationError("--socket: give a path.") }
  }

  /// Listens; nil where no socket was asked for.
  /// - Parameter group: Which group may connect besides this user.
  func open(on store: RecordStore, for group: UserGroup?) throws(CommandFault) -> UpdateSocket? {
    guard let socket else { return nil }
    var settings = UpdateSocket.Settings()
    settings.group = group?.number
    do throws(SocketFault) {
      return try UpdateSocket(
        at: socket, of: store, settings, elapsed: RunEnvironment.ofThisMachine.elapsed)
    } catch {
      throw CommandFault(status: .cannotCreateOutput, messages: ["--socket: \(error)"])
    }
  }
}
