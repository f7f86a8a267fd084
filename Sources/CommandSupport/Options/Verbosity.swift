import ArgumentParser

/// The extent of messages on standard error.
package enum Verbosity: Sendable {
  case usual
  /// Only messages that need attention (`--quiet`).
  case quiet
}

/// The option of messages on standard error.
package struct QuietOption: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: "Suppress notices and progress on standard error. Messages that end the command remain.")
  package var quiet = false

  package init() {}

  package var verbosity: Verbosity { quiet ? .quiet : .usual }
}
