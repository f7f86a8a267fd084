// Compatibility of a program with the schema of a database. During an upgrade the schema may be of a later or an
// earlier version.

internal import RecordStore

extension Migrator {
  /// Checks whether this version can work with a database.
  /// - Returns: The number of its last step, possibly a later compatible one.
  @discardableResult
  package static func checkFit(
    _ connection: PostgresConnection, with steps: [Migration] = Migration.all
  ) throws(MigrationError) -> Int {
    let known = steps.last?.number ?? 0
    let (found, needed) = try read { () throws(SQLError) in
      let found = try version(connection)
      return (found, found > known ? try need(connection, behind: known) : 0)
    }
    guard found >= known else { throw .older(found: found, known: known) }
    guard needed <= known else { throw .newer(found: found, known: known) }
    return found
  }

  /// Checks with a new connection.
  package static func checkFit(of options: ConnectionOptions) throws(MigrationError) -> Int {
    try checkFit(read { () throws(SQLError) in try PostgresConnection(options) })
  }

  /// The greatest `needs` of later steps.
  private static func need(
    _ connection: PostgresConnection, behind known: Int
  ) throws(SQLError) -> Int {
    let rows = try connection.run(
      "select max(needs) from sagevoice.migration where number > $1", [.int(Int64(known))])
    return try rows.first?.int(0) ?? known
  }
}
