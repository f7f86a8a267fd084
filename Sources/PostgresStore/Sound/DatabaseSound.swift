// Sound in rows of the database: nothing besides it has to be backed up, and all of it passes its network.

internal import RecordStore

/// The table of sound.
package struct DatabaseSound: SoundStore {
  package init() {}

  package func keep(
    _ bytes: [UInt8], as name: SoundName, in connection: PostgresConnection
  ) throws(SoundFault) {
    try connection.ask(
      """
      with held as materialized (select pg_advisory_xact_lock_shared(\(SoundLock.sql)))
      insert into sagevoice.audio (tenant, recording_sha, bytes)
      select $1, decode($2, 'hex'), $3 from held on conflict do nothing
      """, name.values + [.bytes(bytes)])
  }

  package func bytes(
    of name: SoundName, in connection: PostgresConnection
  ) throws(SoundFault) -> [UInt8]? {
    let rows = try connection.ask(
      "select bytes from sagevoice.audio where tenant = $1 and recording_sha = decode($2, 'hex')",
      name.values)
    do throws(SQLError) { return try rows.first?.bytes(0) } catch { throw .database(error) }
  }

  package func removeUnnamed(in connection: PostgresConnection) throws(SoundFault) -> Int {
    do throws(SQLError) {
      return try connection.transaction { () throws(SQLError) in
        try connection.run("select pg_advisory_xact_lock(\(SoundLock.sql))")
        // A statement of its own: it sees what those have put in who had the lock before.
        return try connection.run(
          """
          delete from sagevoice.audio a where not exists (
            select from sagevoice.session s
            where s.tenant = a.tenant and s.recording_sha = a.recording_sha) returning 1
          """
        ).count
      }
    } catch {
      throw .database(error)
    }
  }
}
