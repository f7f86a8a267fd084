/// What stands on standard error besides the messages that end a command.
package enum Verbosity: Sendable {
  case usual
  /// Nothing but what needs attention: what `--quiet` asks for.
  case quiet
}
