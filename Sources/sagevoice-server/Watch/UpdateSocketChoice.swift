import ArgumentParser
import CommandSupport
import JobRunner
import RecordStore
import VoicePipeline

/// The option of the Unix socket for updates.
struct UpdateSocketChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Path of a Unix socket for the lines of --updates. A client may first send {\"session\": \
      \"ID\"} or {\"user\": \"ID\"} to filter.
      """, valueName: "path"), completion: .file())
  var socket: String?

  func validate() throws {
    if socket?.isEmpty == true { throw ValidationError("--socket: give a path.") }
  }

  /// Opens the socket; nil without the option.
  /// - Parameter group: The group that may connect, in addition to this user.
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
