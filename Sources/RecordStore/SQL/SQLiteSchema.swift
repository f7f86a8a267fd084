// The tables of a store in SQLite. Their columns are those of PostgreSQL (`migration-0005-keeping.sql` and later steps).

/// The schema by versions.
enum SQLiteSchema {
  /// The steps of the schema. Later versions add steps and never change one.
  static let versions = [version1, version2, version3]

  /// UUIDs and JSON are text, times are milliseconds or microseconds since 1970, and hashes are hexadecimal digits. The
  /// audio of a store in a folder is a file, and its `bytes` are null.
  /// Times of retention (`retention_ms`, `aged_from_ms`, `announced_ms`, `found_ms`) are those of `RetentionClock`.
  private static let version1 = """
    create table store (
      tenant text not null primary key,
      secret blob not null,
      status blob,
      keys blob,
      retention_ms integer,
      clock_ms integer,
      latest_clock_ms integer
    ) strict;

    create table kept_session (
      place integer primary key autoincrement,
      tenant text not null,
      id text not null,
      header blob,
      state blob,
      user_hash text,
      recording_sha text,
      identity text,
      parent text,
      created_ms integer,
      is_guest integer,
      storage text,
      counts_as_first integer not null default 0,
      state_name text,
      tier text,
      verdict text,
      recording_name text,
      context text,
      reference text,
      aged_from_ms integer,
      unique (tenant, id)
    ) strict;
    create index kept_session_user on kept_session (tenant, user_hash, place);
    create index kept_session_recording on kept_session (tenant, recording_sha, place);
    create index kept_session_identity on kept_session (tenant, identity, place);
    create index kept_session_parent on kept_session (tenant, parent);
    create index kept_session_created on kept_session (tenant, created_ms);
    create index kept_session_reference on kept_session (tenant, reference, place);

    create table kept_document (
      tenant text not null,
      session text not null,
      name text not null,
      bytes blob,
      content_sha text not null,
      primary key (tenant, session, name),
      foreign key (tenant, session) references kept_session (tenant, id) on delete cascade
    ) strict;

    create table kept_line (
      tenant text not null,
      session text not null,
      number integer not null,
      at_microseconds integer not null,
      actor text not null,
      action text not null,
      detail text not null,
      previous text not null,
      hash text not null,
      primary key (tenant, session, number),
      foreign key (tenant, session) references kept_session (tenant, id) on delete cascade
    ) strict;

    create table tenant_line (
      tenant text not null,
      number integer not null,
      at_microseconds integer not null,
      login text not null,
      actor text,
      user_hash text,
      action text not null,
      detail text not null,
      previous text not null,
      hash text not null,
      primary key (tenant, number)
    ) strict;

    create table purged (
      tenant text not null,
      session text not null,
      created_ms integer,
      purged_ms integer,
      reason text,
      last_number integer,
      last_hash text,
      primary key (tenant, session)
    ) strict;

    create table kept_version (
      tenant text not null,
      user_hash text not null,
      kind text not null check (kind in ('person', 'baseline')),
      number integer not null,
      bytes blob not null,
      primary key (tenant, user_hash, kind, number)
    ) strict;

    create table kept_person_document (
      tenant text not null,
      user_hash text not null,
      name text not null,
      bytes blob not null,
      primary key (tenant, user_hash, name)
    ) strict;

    create table failed_file (
      number integer primary key autoincrement,
      tenant text not null,
      session text,
      name text not null,
      sha256 text not null,
      report blob not null,
      bytes blob not null,
      failed_ms integer not null,
      aged_from_ms integer
    ) strict;
    create index failed_file_session on failed_file (tenant, session);

    create table stranded_file (
      number integer primary key autoincrement,
      tenant text not null,
      session text,
      path text,
      report blob not null
    ) strict;

    create table changed_file (
      number integer primary key autoincrement,
      tenant text not null,
      owner text not null
    ) strict;

    create table retention_notice (
      tenant text not null,
      session text not null,
      what text not null check (what in ('session', 'audio')),
      announced_ms integer not null,
      is_untold integer not null default 0,
      primary key (tenant, session, what)
    ) strict;

    create table idle_guest (
      tenant text not null,
      user_hash text not null,
      found_ms integer not null,
      primary key (tenant, user_hash)
    ) strict;
    """

  /// The job queue, and derived values for follow-ups.
  private static let version2 = """
    alter table kept_session add column follow_up_values blob;
    create index tenant_line_user on tenant_line (tenant, user_hash) where user_hash is not null;

    create table job (
      number integer primary key autoincrement,
      tenant text not null,
      session text not null,
      stage integer not null check (stage between 0 and 2),
      tiers text not null,
      engine integer not null,
      priority integer not null default 0 check (priority between 0 and 9),
      due_ms integer not null,
      attempts integer not null default 0,
      most_attempts integer not null check (most_attempts between 1 and 100),
      token integer,
      lease_end_ms integer,
      worker text,
      fault text,
      unique (tenant, session),
      foreign key (tenant, session) references kept_session (tenant, id) on delete cascade,
      check ((token is null) = (lease_end_ms is null))
    ) strict;
    create index job_due on job (tenant, priority desc, stage, due_ms, number) where token is null;
    create index job_lease on job (tenant, lease_end_ms) where token is not null;

    create table job_file (
      tenant text not null,
      session text not null,
      name text not null check (name in ('recording', 'sidecar')),
      bytes blob not null,
      primary key (tenant, session, name),
      foreign key (tenant, session) references job (tenant, session) on delete cascade
    ) strict;
    """

  /// The claimed files of inboxes. The stem is that of recordings only.
  private static let version3 = """
    create table inbox_file (
      number integer primary key autoincrement,
      tenant text not null,
      inbox text not null,
      name text not null,
      stem text,
      stamp text not null,
      session text not null,
      unique (tenant, inbox, name, session)
    ) strict;
    create index inbox_file_stem on inbox_file (tenant, inbox, stem) where stem is not null;
    """
}
