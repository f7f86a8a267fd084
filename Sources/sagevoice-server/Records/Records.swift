import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

/// Common steps of `records` commands. Faults end the command.
enum Records {
  /// Runs `body` and maps its store errors.
  static func stored<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(CommandFault) -> Value {
    do {
      return try body()
    } catch {
      throw CommandFault(error)
    }
  }

  /// Returns an existing session, or throws.
  static func session(
    _ id: SessionID, in store: RecordStore
  ) throws(CommandFault) -> StoredSession {
    let session = try stored { () throws(StoreError) in try store.existingSession(id) }
    guard let session else { throw CommandFault(.noSession(id)) }
    return session
  }

  /// Parses a document of a session; error messages call it `name`.
  static func json(_ bytes: [UInt8], of name: String) throws(CommandFault) -> JSONValue {
    do {
      return try JSONValue.parse(bytes)
    } catch {
      throw CommandFault(.damaged(path: name, problem: error.description))
    }
  }
}

extension SessionState: ExpressibleByArgument {
  /// The word of the text format for `filed`.
  private static let complete = "complete"

  package init?(argument: String) {
    self.init(rawValue: argument == Self.complete ? Self.filed.rawValue : argument)
  }

  package static var allValueStrings: [String] {
    allCases.map(\.rawValue).filter { $0 != Self.filed.rawValue } + [complete]
  }
}
