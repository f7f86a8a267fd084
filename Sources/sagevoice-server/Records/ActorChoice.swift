import ArgumentParser
import CommandSupport
import RecordStore

/// The actor of a command in the audit logs.
struct ActorChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Who does this, for the audit logs; SAGEVOICE_ACTOR or the login name unless given.",
      valueName: "name"),
    transform: OptionValue.actor)
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
