// Putting recordings in: sound, session, jobs and the first line of the history in one transaction, so that there is
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
    throw .away(PlainReason("another program submits the same recording"))
  }

  private func attempt(_ submission: BoardSubmission) throws(StoreError) -> BoardReceipt? {
    let sha256 = form.name(ofSound: Fingerprint.sha256(of: submission.bytes))
    let name = SoundName(tenant: submission.tenant, sha256: sha256)
    let bytes = try form.kept(submission.bytes, as: name)
    let file = try form.kept(submission.name, of: name)
    return try pool.withSound { connection throws(SoundFault) in
      try connection.transactionWithSound(of: submission.tenant) { () throws(SoundFault) in
        try sound.keep(bytes, as: name, in: connection)
        do throws(SQLError) {
          return try Self.put(submission, called: file, naming: name, in: connection)
        } catch {
          throw .database(error)
        }
      }
    }
  }

  private static func put(
    _ submission: BoardSubmission, called name: String, naming sound: SoundName,
    in connection: PostgresConnection
  ) throws(SQLError) -> BoardReceipt? {
    let tiers = submission.wanted.sorted { $0.key.code < $1.key.code }
    let row = try connection.run(
      BoardSQL.enqueue,
      [
        .text(submission.tenant), .optional(submission.user?.text), .text(sound.sha256),
        .text(name), .int(Int64(submission.bytes.count)),
        .ints(tiers.map(\.key.code)), .int(Int64(submission.priority)),
        .texts(tiers.map(\.value.engine)), .texts(tiers.map(\.value.settingsSHA256)),
        .int(Int64(submission.mostAttempts)),
      ]
    ).first
    guard let row, let session = SessionID(try row.text(0)) else { return nil }
    // Once for all that one transaction puts in; who listens asks the board.
    try connection.run("notify sagevoice_job")
    return BoardReceipt(session, isNew: try row.bool(1))
  }
}

extension BoardSQL {
  /// $1 tenant, $2 person, $3 SHA-256, $4 name, $5 size, $6 tiers, $7 priority, $8 engines, $9 hashes of settings,
  /// $10 attempts.
  ///
  /// All that is wanted of a recording is due at one moment, so that one worker claims it together and fetches the
  /// sound once. No row where another program puts the same in, and has come to its end only after this began.
  static let enqueue = """
    with given as materialized (select decode($3, 'hex') as sha, clock_timestamp() as due),
    new as (
      insert into sagevoice.session (tenant, user_hash, recording_sha, name, size_bytes)
      select $1, $2, sha, $4, $5 from given on conflict do nothing returning id),
    found as (
      select id from new union all
      select s.id from sagevoice.session s, given
      where s.tenant = $1 and s.recording_sha = given.sha and s.user_hash is not distinct from $2
      limit 1),
    queued as (
      insert into sagevoice.job
        (tenant, session, recording_sha, config_hash, engine, tier, priority, run_at, max_attempts)
      select $1, found.id, given.sha, decode(w.config, 'hex'), w.engine, w.tier, $7, given.due, $10
      from found, given, unnest($6::bigint[], $8::text[], $9::text[]) w(tier, engine, config)
      where not exists (
        select from sagevoice.document d where d.tenant = $1 and d.session = found.id
          and d.tier = w.tier and d.engine = w.engine and d.config_hash = decode(w.config, 'hex'))
      on conflict do nothing),
    told as (
      insert into sagevoice.audit (tenant, session, action) select $1, id, 'submitted' from new)
    select id, exists (select from new) from found
    """
}
