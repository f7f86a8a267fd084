-- The job queue of a store: a row per recording that waits for its next step. The queue of earlier versions ("board") gets
-- other names, and its owner reads it, until the program has moved its recordings into the stores of their tenants.

set local role sagevoice_owner;

alter table sagevoice.job rename to board_job;
revoke all on sagevoice.person, sagevoice.session, sagevoice.audio, sagevoice.document, sagevoice.audit,
  sagevoice.board_job, sagevoice.result, sagevoice.counter, sagevoice.setting
  from sagevoice_ingest, sagevoice_worker, sagevoice_clinic;
revoke all on sequence sagevoice.lease_token from sagevoice_worker;
alter table sagevoice.person no force row level security;
alter table sagevoice.session no force row level security;
alter table sagevoice.audio no force row level security;
alter table sagevoice.document no force row level security;
alter table sagevoice.audit no force row level security;
alter table sagevoice.board_job no force row level security;

create table sagevoice.job (
  number bigint not null generated always as identity,
  tenant sagevoice.tenant_name not null,
  session uuid not null,
  -- 0 quick document, 1 comprehensive document, 2 finalize.
  stage smallint not null check (stage between 0 and 2),
  tiers text not null,
  engine bigint not null,
  priority smallint not null default 0 check (priority between 0 and 9),
  due_ms bigint not null,
  attempts integer not null default 0,
  most_attempts integer not null check (most_attempts between 1 and 100),
  token bigint,
  lease_end_ms bigint,
  worker text,
  fault text,
  primary key (tenant, session),
  foreign key (tenant, session) references sagevoice.kept_session on delete cascade,
  check ((token is null) = (lease_end_ms is null))
) with (
  fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200,
  autovacuum_vacuum_cost_delay = 0
);
create index job_due on sagevoice.job (tenant, priority desc, stage, due_ms, number) where token is null;
create index job_lease on sagevoice.job (tenant, lease_end_ms) where token is not null;

-- The recording and the sidecar of a job.
create table sagevoice.job_file (
  tenant sagevoice.tenant_name not null,
  session uuid not null,
  name text not null check (name in ('recording', 'sidecar')),
  bytes bytea not null,
  primary key (tenant, session, name),
  foreign key (tenant, session) references sagevoice.job on delete cascade
);
alter table sagevoice.job_file alter column bytes set storage external;

alter table sagevoice.job enable row level security;
alter table sagevoice.job force row level security;
alter table sagevoice.job_file enable row level security;
alter table sagevoice.job_file force row level security;

-- A job is seen by a reader of its session.
create policy clinic on sagevoice.job to sagevoice_clinic
  using (tenant = sagevoice.own_tenant() and exists (select from sagevoice.kept_session s
    where s.tenant = job.tenant and s.id = job.session))
  with check (tenant = sagevoice.own_tenant() and exists (select from sagevoice.kept_session s
    where s.tenant = job.tenant and s.id = job.session));
create policy clinic on sagevoice.job_file to sagevoice_clinic
  using (tenant = sagevoice.own_tenant() and exists (select from sagevoice.kept_session s
    where s.tenant = job_file.tenant and s.id = job_file.session))
  with check (tenant = sagevoice.own_tenant() and exists (select from sagevoice.kept_session s
    where s.tenant = job_file.tenant and s.id = job_file.session));
grant select, insert, update, delete on sagevoice.job to sagevoice_clinic;
grant select, insert, update (bytes), delete on sagevoice.job_file to sagevoice_clinic;

-- A worker finds the tenants with due jobs. It works on them as a member of sagevoice_clinic.
create policy worker on sagevoice.job for select to sagevoice_worker using (true);
grant select on sagevoice.job to sagevoice_worker;

-- Ingest adds recordings of one tenant at a time. It reads neither headers nor documents.
create policy ingest on sagevoice.store for select to sagevoice_ingest
  using (tenant = sagevoice.own_tenant());
create policy ingest on sagevoice.kept_session to sagevoice_ingest
  using (tenant = sagevoice.own_tenant()) with check (tenant = sagevoice.own_tenant());
create policy ingest on sagevoice.kept_line for insert to sagevoice_ingest
  with check (tenant = sagevoice.own_tenant());
create policy ingest on sagevoice.job for insert to sagevoice_ingest
  with check (tenant = sagevoice.own_tenant());
create policy ingest on sagevoice.job_file for insert to sagevoice_ingest
  with check (tenant = sagevoice.own_tenant());
grant select (tenant, secret, keys) on sagevoice.store to sagevoice_ingest;
grant select (tenant, id, place, identity), insert (tenant, id, header, state, user_hash, recording_sha,
  identity, parent, created_ms, is_guest, storage, counts_as_first, state_name, recording_name, context,
  reference) on sagevoice.kept_session to sagevoice_ingest;
grant insert (tenant, session, action, detail) on sagevoice.kept_line to sagevoice_ingest;
grant insert (tenant, session, stage, tiers, engine, priority, due_ms, most_attempts) on sagevoice.job
  to sagevoice_ingest;
grant insert on sagevoice.job_file to sagevoice_ingest;
