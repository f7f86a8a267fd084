// One connection per concurrent thread, reused.

package import RecordStore
internal import Synchronization

/// A connection pool. It holds as many connections as threads that use one at a time; the caller
/// bounds their number.
package final class ConnectionPool: Sendable {
  package let options: ConnectionOptions
  private let idle = Mutex<[PostgresConnection]>([])

  package init(_ options: ConnectionOptions) { self.options = options }

  /// Runs `body` with a connection that no other thread uses.
  package func with<Value>(
    _ body: (PostgresConnection) throws(SQLError) -> Value
  ) throws(SQLError) -> Value {
    let kept = idle.withLock { $0.popLast() }
    let connection = if let kept { kept } else { try PostgresConnection(options) }
    do throws(SQLError) {
      let value = try body(connection)
      idle.withLock { $0.append(connection) }
      return value
    } catch {
      giveBack(connection, after: error)
      throw error
    }
  }

  /// Runs one statement.
  package func run(_ sql: String, _ parameters: [SQLValue] = []) throws(SQLError) -> [SQLRow] {
    try with { connection throws(SQLError) in try connection.run(sql, parameters) }
  }

  /// After the loss of one connection the others to the same server are closed too.
  private func giveBack(_ connection: PostgresConnection, after fault: SQLError) {
    let isLost = fault.endsConnection || !connection.isUsable
    idle.withLock { idle in
      if isLost { idle.removeAll() } else { idle.append(connection) }
    }
  }
}
