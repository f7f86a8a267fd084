-- The board: what is to be analysed, by whom at the moment, and what came of it where nothing did.
--
-- state 0 queued, 1 running, 2 orphaned (its lease ran out; it is claimed again, by itself), 3 quarantined.

set local role sagevoice_owner;

create sequence sagevoice.lease_token;

create table sagevoice.job (
  id bigint generated always as identity primary key,
  tenant sagevoice.tenant_name not null,
  session uuid not null,
  recording_sha bytea not null,
  config_hash bytea not null check (octet_length(config_hash) = 32),
  engine text not null,
  tier smallint not null,
  state smallint not null default 0 check (state between 0 and 3),
  priority smallint not null default 0 check (priority between 0 and 9),
  run_at timestamptz not null default clock_timestamp(),
  attempt smallint not null default 0,
  max_attempts smallint not null default 5 check (max_attempts between 1 and 100),
  lease_token bigint,
  lease_until timestamptz,
  worker text,
  last_error jsonb,
  created_at timestamptz not null default clock_timestamp(),
  unique (tenant, session, config_hash, engine, tier),
  foreign key (tenant, session) references sagevoice.session,
  check ((state = 1) = (lease_token is not null and lease_until is not null))
) with (
  fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200,
  autovacuum_vacuum_cost_delay = 0
);

create index job_queued on sagevoice.job (priority desc, run_at, id) where state = 0;
create index job_running on sagevoice.job (lease_until) where state = 1;
create index job_orphaned on sagevoice.job (id) where state = 2;
create index job_quarantined on sagevoice.job (id) where state = 3;

-- What happened seldom enough to be counted in a row.
create table sagevoice.counter (name text primary key, value bigint not null default 0);
insert into sagevoice.counter (name) values ('takeovers'), ('lost_leases'), ('late_writes');
