-- A store of sessions for a runner: what the store of folders holds, in rows. A session here has the name that
-- its runner gave it, and its documents are the bytes of the files that the other store would have.

set local role sagevoice_owner;

-- What the hashes of people's identifiers are keyed with, and what the runner says of itself.
create table sagevoice.store (
  tenant sagevoice.tenant_name not null primary key,
  secret bytea not null check (octet_length(secret) = 32),
  status bytea
);

-- The columns beside header and state are what is asked for; the bytes are the record.
create table sagevoice.kept_session (
  tenant sagevoice.tenant_name not null,
  id uuid not null,
  place bigint not null generated always as identity,
  header bytea,
  state bytea,
  user_hash text,
  recording_sha text,
  identity text,
  parent uuid,
  created_ms bigint,
  is_guest boolean,
  storage text,
  counts_as_first boolean not null default false,
  primary key (tenant, id)
);
create index kept_session_user on sagevoice.kept_session (tenant, user_hash, place);
create index kept_session_recording on sagevoice.kept_session (tenant, recording_sha, place);
create index kept_session_identity on sagevoice.kept_session (tenant, identity, place);
create index kept_session_parent on sagevoice.kept_session (tenant, parent);
create index kept_session_created on sagevoice.kept_session (tenant, created_ms);

create table sagevoice.kept_document (
  tenant sagevoice.tenant_name not null,
  session uuid not null,
  name text not null,
  bytes bytea not null,
  sha256 bytea not null generated always as (sha256(bytes)) stored,
  primary key (tenant, session, name),
  foreign key (tenant, session) references sagevoice.kept_session on delete cascade
);
alter table sagevoice.kept_document alter column bytes set storage external;

-- A chain per session, as `audit` is for what the board knows.
create table sagevoice.kept_line (
  tenant sagevoice.tenant_name not null,
  session uuid not null,
  number integer not null,
  at_microseconds bigint not null,
  actor text not null,
  action text not null,
  detail jsonb not null default '{}',
  previous bytea not null,
  hash bytea not null,
  primary key (tenant, session, number),
  foreign key (tenant, session) references sagevoice.kept_session on delete cascade
);

create function sagevoice.kept_line_hash(line sagevoice.kept_line) returns bytea
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select sha256(line.previous || convert_to(jsonb_build_array(
    line.tenant, line.session, line.number, line.at_microseconds, line.actor, line.action,
    line.detail)::text, 'UTF8'))
$$;

create function sagevoice.chain_kept_line() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtextextended('line/' || new.tenant || '/' || new.session, 0));
  select number, hash into last from sagevoice.kept_line
    where tenant = new.tenant and session = new.session order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.previous := coalesce(last.hash, '\x'::bytea);
  new.at_microseconds := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  new.actor := session_user;
  new.hash := sagevoice.kept_line_hash(new);
  return new;
end
$$;

create trigger chain before insert on sagevoice.kept_line
  for each row execute function sagevoice.chain_kept_line();

-- Names that are not given again.
create table sagevoice.purged (
  tenant sagevoice.tenant_name not null,
  session uuid not null,
  at timestamptz not null default clock_timestamp(),
  primary key (tenant, session)
);

-- What people told, and their baselines: the highest number counts, and none is ever changed.
create table sagevoice.kept_version (
  tenant sagevoice.tenant_name not null,
  user_hash text not null,
  kind text not null check (kind in ('person', 'baseline')),
  number integer not null,
  bytes bytea not null,
  primary key (tenant, user_hash, kind, number)
);

create table sagevoice.kept_person_document (
  tenant sagevoice.tenant_name not null,
  user_hash text not null,
  name text not null,
  bytes bytea not null,
  primary key (tenant, user_hash, name)
);

create table sagevoice.failed_file (
  tenant sagevoice.tenant_name not null,
  number bigint not null generated always as identity,
  session uuid,
  name text not null,
  sha256 text not null,
  report bytea not null,
  bytes bytea not null,
  primary key (tenant, number)
);
alter table sagevoice.failed_file alter column bytes set storage external;
create index failed_file_session on sagevoice.failed_file (tenant, session);

create table sagevoice.stranded_file (
  tenant sagevoice.tenant_name not null,
  number bigint not null generated always as identity,
  session uuid,
  path text not null,
  report bytea not null,
  primary key (tenant, number)
);

-- What retention announced, and what went of which nobody was told yet.
create table sagevoice.retention_notice (
  tenant sagevoice.tenant_name not null,
  session uuid not null,
  what text not null check (what in ('session', 'audio')),
  announced_ms bigint not null,
  is_untold boolean not null default false,
  primary key (tenant, session, what)
);

do $$
declare
  name text;
begin
  foreach name in array array['store', 'kept_session', 'kept_document', 'kept_line', 'purged', 'kept_version',
    'kept_person_document', 'failed_file', 'stranded_file', 'retention_notice']
  loop
    execute format('alter table sagevoice.%I enable row level security', name);
    execute format('alter table sagevoice.%I force row level security', name);
  end loop;
  foreach name in array array['store', 'purged', 'failed_file', 'stranded_file', 'retention_notice']
  loop
    execute format('create policy clinic on sagevoice.%I to sagevoice_clinic
      using (tenant = sagevoice.own_tenant()) with check (tenant = sagevoice.own_tenant())', name);
  end loop;
  foreach name in array array['kept_session', 'kept_version', 'kept_person_document']
  loop
    execute format('create policy clinic on sagevoice.%I to sagevoice_clinic
      using (tenant = sagevoice.own_tenant() and sagevoice.is_own_person(user_hash))
      with check (tenant = sagevoice.own_tenant() and sagevoice.is_own_person(user_hash))', name);
  end loop;
  foreach name in array array['kept_document', 'kept_line']
  loop
    execute format('create policy clinic on sagevoice.%1$I to sagevoice_clinic
      using (tenant = sagevoice.own_tenant() and exists (select from sagevoice.kept_session s
        where s.tenant = %1$I.tenant and s.id = %1$I.session))
      with check (tenant = sagevoice.own_tenant() and exists (select from sagevoice.kept_session s
        where s.tenant = %1$I.tenant and s.id = %1$I.session))', name);
  end loop;
end
$$;

-- A history is added to and read; it goes with its session alone.
grant select on sagevoice.kept_line to sagevoice_clinic;
grant insert (tenant, session, action, detail) on sagevoice.kept_line to sagevoice_clinic;
create policy chain on sagevoice.kept_line for select to sagevoice_owner using (true);

grant select on sagevoice.store to sagevoice_clinic;
grant insert (tenant, secret), update (status) on sagevoice.store to sagevoice_clinic;
grant select, insert, delete on sagevoice.kept_version, sagevoice.failed_file,
  sagevoice.stranded_file to sagevoice_clinic;
grant select, insert on sagevoice.purged to sagevoice_clinic;
grant select, insert, update, delete on sagevoice.kept_session, sagevoice.kept_document,
  sagevoice.kept_person_document, sagevoice.retention_notice to sagevoice_clinic;
