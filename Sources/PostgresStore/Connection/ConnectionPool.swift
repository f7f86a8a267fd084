// A connection for each thread that wants one at the same time, kept for the next one.

package import RecordStore
internal import Synchronization

/// Connections that are lent out. There are as many as threads that ask at a time: whoever bounds its
/// threads bounds them.
package final class ConnectionPool: Sendable {
  package let options: ConnectionOptions
  private let idle = Mutex<[PostgresConnection]>([])

  package init(_ options: ConnectionOptions) { self.options = options }

  /// Does something with a connection that nobody else has meanwhile.
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
  package func run(
    _ sql: String, _ parameters: [SQLValue] = []
  ) throws(SQLError) -> [SQLRow] {
    try with { connection throws(SQLError) in try connection.run(sql, parameters) }
  }

  /// One that was lost seldom is alone: the others are of the same server.
  private func giveBack(_ connection: PostgresConnection, after fault: SQLError) {
    let isLost = fault.endsConnection || !connection.isUsable
    idle.withLock { idle in
      if isLost { idle.removeAll() } else { idle.append(connection) }
    }
  }
}
