-- What is kept: people, sessions, their sound, their documents, and what happened to them.
--
-- Every key begins with the tenant: a key that is taken says nothing about another tenant.

set local role sagevoice_owner;

create domain sagevoice.tenant_name as text check (value ~ '^[a-z0-9][a-z0-9._-]{0,62}$');

-- A document as the database reads it. What it rests on is the encoding of the database, which never changes.
create function sagevoice.json_of(bytes bytea) returns jsonb
language plpgsql immutable strict parallel safe
set search_path = pg_catalog, pg_temp
as $$ begin return convert_from(bytes, 'UTF8')::jsonb; end $$;

create table sagevoice.person (
  tenant sagevoice.tenant_name not null,
  user_hash text not null check (octet_length(user_hash) between 1 and 128),
  bytes bytea not null,
  json jsonb not null generated always as (sagevoice.json_of(bytes)) stored,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (tenant, user_hash)
);

-- A recording of somebody, or of nobody that is known; the same bytes of the same person are one session.
create table sagevoice.session (
  tenant sagevoice.tenant_name not null,
  id uuid not null default gen_random_uuid(),
  user_hash text,
  recording_sha bytea not null check (octet_length(recording_sha) = 32),
  name text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant, id),
  unique nulls not distinct (tenant, recording_sha, user_hash),
  foreign key (tenant, user_hash) references sagevoice.person
);

-- Sound is not compressed again, and lies apart from the rows that are searched.
create table sagevoice.audio (
  tenant sagevoice.tenant_name not null,
  recording_sha bytea not null check (octet_length(recording_sha) = 32),
  bytes bytea not null,
  primary key (tenant, recording_sha),
  check (sha256(bytes) = recording_sha)
);
alter table sagevoice.audio alter column bytes set storage external;

-- The bytes are the record; what is asked of them is derived by the database itself, so that the two agree.
create table sagevoice.document (
  tenant sagevoice.tenant_name not null,
  session uuid not null,
  tier smallint not null,
  engine text not null,
  config_hash bytea not null check (octet_length(config_hash) = 32),
  bytes bytea not null,
  json jsonb not null generated always as (sagevoice.json_of(bytes)) stored,
  lease_token bigint not null,
  stored_at timestamptz not null default clock_timestamp(),
  primary key (tenant, session, tier, engine, config_hash),
  foreign key (tenant, session) references sagevoice.session
);

create index document_lease on sagevoice.document (lease_token);

-- A chain per session: each line has the hash of the one before it.
create table sagevoice.audit (
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
  foreign key (tenant, session) references sagevoice.session
);

create function sagevoice.audit_hash(line sagevoice.audit) returns bytea
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select sha256(line.previous || convert_to(jsonb_build_array(
    line.tenant, line.session, line.number, line.at_microseconds, line.actor, line.action,
    line.detail)::text, 'UTF8'))
$$;

-- Whoever adds a line says what happened; where it stands, when and behind what is the database's to say.
create function sagevoice.chain_audit() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  last record;
begin
  -- Two lines of one session come one after the other.
  perform pg_advisory_xact_lock(hashtextextended(new.tenant || '/' || new.session, 0));
  select number, hash into last from sagevoice.audit
    where tenant = new.tenant and session = new.session order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.previous := coalesce(last.hash, '\x'::bytea);
  new.at_microseconds := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  new.actor := session_user;
  new.hash := sagevoice.audit_hash(new);
  return new;
end
$$;

create trigger chain before insert on sagevoice.audit
  for each row execute function sagevoice.chain_audit();

-- What a program reads in place of joining; the rights are those of whoever asks.
create view sagevoice.result with (security_invoker = true) as
  select s.tenant, s.id as session, s.user_hash, s.name, s.created_at, d.tier, d.engine, d.json,
    d.stored_at
  from sagevoice.session s join sagevoice.document d on d.tenant = s.tenant and d.session = s.id;
