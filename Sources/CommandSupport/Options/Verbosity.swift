/// The extent of messages on standard error.
package enum Verbosity: Sendable {
  case usual
  /// Only messages that need attention (`--quiet`).
  case quiet
}
