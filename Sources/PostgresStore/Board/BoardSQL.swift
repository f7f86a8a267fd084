// The statements of the board. Times are the database's; `now()` is when the statement began.
//
// Whoever has a token names no state: a job has one while it runs and at no other time (a check of the table).
// With the state the planner took the index of what runs, and with it all the rows that ended and were not
// vacuumed, in place of the key.

/// SQL of the board.
enum BoardSQL {
  /// $1 how many, $2 the lease in microseconds, $3 who, $4 where to begin for each priority from 0, $5 the version
  /// of who claims: what is wanted of a later one is left to it.
  ///
  /// A job that lost its worker comes alone: had it ended the worker, it would take the others with it.
  static let claim = """
    with own as materialized (select sagevoice.engine_order($5) as version),
    orphan as materialized (
      select id from sagevoice.job where state = 2 and run_at <= now()
        and sagevoice.engine_order(engine) <= (select version from own)
      order by id limit 1 for update skip locked),
    queued as materialized (
      select found.id from generate_series(9, 0, -1) priority cross join lateral (
        select id from sagevoice.job
        where state = 0 and priority = priority.priority and run_at <= now()
          and run_at >= 'epoch'::timestamptz
            + ($4::bigint[])[priority.priority + 1] * interval '1 microsecond'
          and sagevoice.engine_order(engine) <= (select version from own)
        order by run_at, id limit $1 for update skip locked) found
      where not exists (select from orphan) limit $1),
    claimed as (
      update sagevoice.job set state = 1, attempt = attempt + 1,
        lease_token = nextval('sagevoice.lease_token'),
        lease_until = now() + $2 * interval '1 microsecond', worker = $3
      where id = any (array(select id from orphan union all select id from queued))
      returning id, lease_token, tenant, session, recording_sha, tier, attempt, priority, run_at),
    counted as (
      update sagevoice.counter set value = value + 1
      where name = 'takeovers' and exists (select from orphan))
    select id, lease_token, tenant::text, session, encode(recording_sha, 'hex'), tier, attempt,
      priority, (extract(epoch from run_at) * 1000000)::bigint, exists (select from orphan),
      (extract(epoch from now()) * 1000000)::bigint
    from claimed
    """

  /// $1 the end of the oldest lease to look at, in microseconds since 1970. Gives when it looked, and whether the
  /// board is encrypted.
  static let sweep = """
    with expired as materialized (
      select id from sagevoice.job where state = 1 and lease_until < now()
        and lease_until >= 'epoch'::timestamptz + $1 * interval '1 microsecond'
      order by lease_until limit 1000 for update skip locked),
    ended as (
      update sagevoice.job set state = case when attempt < max_attempts then 2 else 3 end,
        lease_token = null, lease_until = null, run_at = now(),
        last_error = jsonb_build_object('code', 'worker_lost', 'count', attempt, 'worker', worker)
      where id = any (array(select id from expired)) returning tenant, session, tier, state, attempt),
    told as (
      insert into sagevoice.audit (tenant, session, action, detail)
      select tenant, session, 'quarantined',
        jsonb_build_object('code', 'worker_lost', 'tier', tier, 'attempts', attempt)
      from ended where state = 3),
    counted as (
      update sagevoice.counter set value = value + (select count(*) from ended)
      where name = 'lost_leases' and exists (select from expired))
    select (extract(epoch from now()) * 1000000)::bigint,
      exists (select from sagevoice.setting where name = 'board_keys')
    """

  /// $1 jobs, $2 their tokens, $3 the lease in microseconds.
  static let heartbeat = """
    update sagevoice.job set lease_until = now() + $3 * interval '1 microsecond'
    from unnest($1::bigint[], $2::bigint[]) given(id, token)
    where job.id = given.id and lease_token = given.token and lease_until > now()
    returning job.id, job.lease_token
    """

  /// $1 jobs, $2 their tokens, $3 documents, $4 engines, $5 hashes of settings.
  static let finish = """
    with given as (
      select * from unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::text[], $5::text[])
        given(id, token, bytes, engine, config)),
    done as (
      delete from sagevoice.job using given
      where job.id = given.id and lease_token = given.token and lease_until > now()
      returning job.id, lease_token, tenant, session, tier, attempt, given.bytes, given.engine,
        given.config),
    kept as (
      insert into sagevoice.document
        (tenant, session, tier, engine, config_hash, bytes, lease_token)
      select tenant, session, tier, engine, decode(config, 'hex'), bytes, lease_token from done
      on conflict do nothing),
    told as (
      insert into sagevoice.audit (tenant, session, action, detail)
      select tenant, session, 'analysed', jsonb_build_object('tier', tier, 'attempt', attempt,
        'document_sha256', encode(sha256(bytes), 'hex')) from done)
    select id, lease_token from done
    """

  /// $1 jobs, $2 tokens: those whose documents are kept.
  static let finished = """
    select given.id, given.token from unnest($1::bigint[], $2::bigint[]) given(id, token)
    where exists (select from sagevoice.document where lease_token = given.token)
    """

  /// $1 job, $2 token, $3 microseconds, $4 why.
  static let delay = """
    with ended as (
      update sagevoice.job set state = case when attempt < max_attempts then 0 else 3 end,
        lease_token = null, lease_until = null, run_at = now() + $3 * interval '1 microsecond',
        last_error = jsonb_build_object('code', $4::text, 'count', attempt)
      where id = $1 and lease_token = $2 and lease_until > now()
      returning id, tenant, session, tier, state, attempt),
    told as (
      insert into sagevoice.audit (tenant, session, action, detail)
      select tenant, session, 'quarantined',
        jsonb_build_object('code', $4::text, 'tier', tier, 'attempts', attempt)
      from ended where state = 3)
    select id from ended
    """

  /// $1 job, $2 token, $3 why.
  static let quarantine = """
    with ended as (
      update sagevoice.job set state = 3, lease_token = null, lease_until = null,
        last_error = jsonb_build_object('code', $3::text, 'count', attempt)
      where id = $1 and lease_token = $2 and lease_until > now()
      returning id, tenant, session, tier, attempt),
    told as (
      insert into sagevoice.audit (tenant, session, action, detail)
      select tenant, session, 'quarantined',
        jsonb_build_object('code', $3::text, 'tier', tier, 'attempts', attempt)
      from ended)
    select id from ended
    """

  /// $1 jobs, $2 tokens. One that was an orphan is one again.
  static let giveBack = """
    update sagevoice.job set state = case when attempt > 1 then 2 else 0 end, attempt = attempt - 1,
      lease_token = null, lease_until = null, run_at = now()
    from unnest($1::bigint[], $2::bigint[]) given(id, token)
    where job.id = given.id and lease_token = given.token and lease_until > now()
    """

  /// $1 which, $2 by how much.
  static let count = "update sagevoice.counter set value = value + $2 where name = $1"
}
