import ArgumentParser
import CommandSupport
import Glibc
import RecordStore

/// The actor of a command in the history of the store.
struct ActorChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Name of the user for the history. Default: SAGEVOICE_ACTOR or the login name.
      """, valueName: "name"), transform: OptionValue.actor)
  var actor: AuditActor?

  /// The actor from the option, the environment or the effective user, in this order.
  var chosen: AuditActor {
    actor ?? EnvironmentVariable.actor.value.flatMap { AuditActor($0) } ?? .user
  }

  func validate() throws {
    guard actor == nil, let name = EnvironmentVariable.actor.value else { return }
    guard AuditActor(name) != nil else {
      throw ValidationError("SAGEVOICE_ACTOR: \(OptionValue.actorForm)")
    }
  }
}

extension AuditActor {
  /// The effective user of the process.
  static var user: AuditActor {
    let userID = geteuid()
    // The record is valid until the next call: commands call this once, before they start a thread.
    // The zero-terminated name is copied at once.
    let login = unsafe getpwuid(userID).map { unsafe String(cString: $0.pointee.pw_name) }
    return AuditActor(login: login, userID: userID)
  }
}
