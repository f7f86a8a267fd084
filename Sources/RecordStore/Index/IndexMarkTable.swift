// The SQL of the table with the mark of the index, all of it.

internal import GRDB

/// One row, or none where nothing is known.
enum IndexMarkTable {
  /// The table, as of version 4 of the index.
  static let creation = """
    CREATE TABLE mark (
      one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
      sequence INTEGER NOT NULL,
      hash TEXT NOT NULL,
      length INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      changed_ns INTEGER NOT NULL
    ) STRICT;
    """

  static func mark(in database: Database) throws -> IndexMark? {
    guard let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT * FROM mark"))
    else { return nil }
    return IndexMark(
      head: AuditHead(sequence: row["sequence"], hash: row["hash"], length: row["length"]),
      folder: FolderState(
        inode: UInt64(bitPattern: row["inode"] as Int64), changedNanoseconds: row["changed_ns"]))
  }

  private static let moving = """
    INSERT OR REPLACE INTO mark (one, sequence, hash, length, inode, changed_ns)
    VALUES (1, ?, ?, ?, ?, ?)
    """

  /// Moves the mark, unless it is no longer where it was found.
  static func move(_ move: IndexMarkMove, in database: Database) throws {
    guard try mark(in: database) == move.from else { return }
    let to = move.to
    try database.cachedStatement(sql: moving).execute(
      arguments: [
        to.head.sequence, to.head.hash, to.head.length, Int64(bitPattern: to.folder.inode),
        to.folder.changedNanoseconds,
      ])
  }

  static func remove(from database: Database) throws {
    try database.execute(sql: "DELETE FROM mark")
  }
}
