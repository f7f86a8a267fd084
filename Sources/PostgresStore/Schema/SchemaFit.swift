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
    return try read {
      let found = try version(connection)
      guard found >= known else { throw MigrationError.older(found: found, known: known) }
      guard found > known else { return found }
      let rows = try connection.run(
        "select max(needs) from sagevoice.migration where number > $1", [.int(Int64(known))])
      guard try rows.first?.int(0) ?? known <= known else {
        throw MigrationError.newer(found: found, known: known)
      }
      return found
    }
  }

  package static func checkFit(of options: ConnectionOptions) throws(MigrationError) -> Int {
    try checkFit(read { try PostgresConnection(options) })
  }
}
