// What commands on records have in common.

import ArgumentParser
import CommandSupport
import RecordStore
import VoiceTypes

/// Steps of the commands on records, whose faults end the command.
enum Records {
  /// Does something with a store.
  static func stored<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(CommandFault) -> Value {
    do {
      return try body()
    } catch {
      throw CommandFault(error)
    }
  }

  /// A session that is there.
  static func session(
    _ id: SessionID, in store: RecordStore
  ) throws(CommandFault) -> StoredSession {
    let session = try stored { () throws(StoreError) in try store.existingSession(id) }
    guard let session else { throw CommandFault(.noSession(id)) }
    return session
  }

  /// A document of a session, which its reader calls `name`.
  static func json(_ bytes: [UInt8], of name: String) throws(CommandFault) -> JSONValue {
    do {
      return try JSONValue.parse(bytes)
    } catch {
      throw CommandFault(.damaged(path: name, problem: error.description))
    }
  }
}

extension SessionState: ExpressibleByArgument {}
