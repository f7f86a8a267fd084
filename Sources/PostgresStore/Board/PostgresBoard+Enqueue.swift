// Putting recordings in: sound, session, jobs and the first line of the history in one statement, so that there is
// no recording that nobody will analyse, and no job without a recording.

package import JobRunner
package import RecordStore
internal import VoicePipeline
internal import VoiceTypes

extension PostgresBoard {
  /// How often a session is looked for that another program is putting in at the same moment.
  private static let mostTries = 3

  package func enqueue(_ submission: BoardSubmission) throws(StoreError) -> BoardReceipt {
    for _ in 0..<Self.mostTries {
      if let receipt = try attempt(submission) { return receipt }
    }
    throw .away(PlainReason("another program puts in the same recording"))
  }

  private func attempt(_ submission: BoardSubmission) throws(StoreError) -> BoardReceipt? {
    let tiers = submission.wanted.sorted { $0.key.code < $1.key.code }
    let parameters: [SQLValue] = [
      .text(submission.tenant), .optional(submission.user?.text),
      .text(Fingerprint.sha256(of: submission.bytes)), .text(submission.name),
      .int(Int64(submission.bytes.count)), .bytes(submission.bytes),
      .ints(tiers.map(\.key.code)), .int(Int64(submission.priority)),
      .texts(tiers.map(\.value.engine)), .texts(tiers.map(\.value.settingsSHA256)),
      .int(Int64(submission.mostAttempts)),
    ]
    return try read { () throws(PostgresError) in
      try pool.with { connection throws(PostgresError) in
        try connection.transaction(of: submission.tenant) { () throws(PostgresError) in
          guard let row = try connection.run(BoardSQL.enqueue, parameters).first,
            let session = SessionID(try row.text(0))
          else { return nil }
          // Once for all that one transaction puts in; who listens asks the board.
          try connection.run("notify sagevoice_job")
          return BoardReceipt(session, isNew: try row.bool(1))
        }
      }
    }
  }
}

extension BoardSQL {
  /// $1 tenant, $2 person, $3 SHA-256, $4 name, $5 size, $6 bytes, $7 tiers, $8 priority, $9 engines,
  /// $10 hashes of settings, $11 attempts.
  ///
  /// All that is wanted of a recording is due at one moment, when its sound is there, so that one worker claims it
  /// together and fetches the sound once.
  ///
  /// No row where another program puts the same in, and has come to its end only after this began.
  static let enqueue = """
    with given as (select decode($3, 'hex') as sha),
    sound as (
      insert into sagevoice.audio (tenant, recording_sha, bytes) select $1, sha, $6 from given
      on conflict do nothing returning 1),
    new as (
      insert into sagevoice.session (tenant, user_hash, recording_sha, name, size_bytes)
      select $1, $2, sha, $4, $5 from given on conflict do nothing returning id),
    found as (
      select id from new union all
      select s.id from sagevoice.session s, given
      where s.tenant = $1 and s.recording_sha = given.sha and s.user_hash is not distinct from $2
      limit 1),
    moment as materialized (
      select clock_timestamp() as due from (select count(*) from sound) is_there),
    queued as (
      insert into sagevoice.job
        (tenant, session, recording_sha, config_hash, engine, tier, priority, run_at, max_attempts)
      select $1, found.id, given.sha, decode(w.config, 'hex'), w.engine, w.tier, $8, moment.due, $11
      from found, given, moment,
        unnest($7::bigint[], $9::text[], $10::text[]) w(tier, engine, config)
      where not exists (
        select from sagevoice.document d where d.tenant = $1 and d.session = found.id
          and d.tier = w.tier and d.engine = w.engine and d.config_hash = decode(w.config, 'hex'))
      on conflict do nothing),
    told as (
      insert into sagevoice.audit (tenant, session, action) select $1, id, 'submitted' from new)
    select id, exists (select from new) from found
    """
}
