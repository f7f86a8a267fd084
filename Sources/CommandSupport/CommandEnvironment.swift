import FoundationEssentials
import Synchronization

/// Captured output streams and environment variables of a command inside a test.
package final class CommandEnvironment: Sendable {
  /// The environment of the current command; nil for the process itself.
  @TaskLocal package static var current: CommandEnvironment?

  package let variables: [String: String]
  private let streams = Mutex((output: [UInt8](), errors: [UInt8]()))

  /// The error of every write to standard output; nil for a stream that accepts all.
  private let outputError: StreamError?

  /// Whether standard output counts as a terminal.
  let outputIsTerminal: Bool

  package init(
    variables: [String: String] = [:], outputError: StreamError? = nil,
    outputIsTerminal: Bool = false
  ) {
    (self.variables, self.outputError) = (variables, outputError)
    self.outputIsTerminal = outputIsTerminal
  }

  package var output: [UInt8] { streams.withLock { $0.output } }

  package var errors: [UInt8] { streams.withLock { $0.errors } }

  func write(_ bytes: [UInt8]) throws(StreamError) {
    if let outputError { throw outputError }
    streams.withLock { $0.output += bytes }
  }

  func writeError(_ bytes: [UInt8]) { streams.withLock { $0.errors += bytes } }

  static var allVariables: [String: String] {
    current?.variables ?? ProcessInfo.processInfo.environment
  }
}
