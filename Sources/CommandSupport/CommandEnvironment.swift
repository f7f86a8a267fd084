// The streams and variables of a command: those of the process, or those of a test.

import FoundationEssentials
import Synchronization

/// The captured streams and the variables of a command that runs inside a test.
package final class CommandEnvironment: Sendable {
  /// The environment of the running command; nil for the process itself.
  @TaskLocal package static var current: CommandEnvironment?

  /// Environment variables.
  package let variables: [String: String]

  private let streams = Mutex((output: [UInt8](), errors: [UInt8]()))

  package init(variables: [String: String] = [:]) { self.variables = variables }

  /// The bytes of standard output so far.
  package var output: [UInt8] { streams.withLock { $0.output } }

  /// The bytes of standard error so far.
  package var errors: [UInt8] { streams.withLock { $0.errors } }

  func write(_ bytes: [UInt8]) { streams.withLock { $0.output += bytes } }

  func writeError(_ bytes: [UInt8]) { streams.withLock { $0.errors += bytes } }

  /// The variables of the running command.
  static var allVariables: [String: String] {
    current?.variables ?? ProcessInfo.processInfo.environment
  }
}
