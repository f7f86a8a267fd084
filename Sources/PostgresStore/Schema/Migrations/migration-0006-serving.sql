-- What a server asks of a store of sessions beyond what a runner does: lists of sessions by what they are, and
-- a history of the tenant, of what is no session's: people, who was shown what, and what went for good.

set local role sagevoice_owner;

-- As far as they are null there is nothing to be found by: the bytes of header, state and documents say more.
alter table sagevoice.kept_session
  add column state_name text,
  add column tier text,
  add column verdict text,
  add column recording_name text,
  add column context text,
  add column reference text;
create index kept_session_reference on sagevoice.kept_session (tenant, reference, place);
create index kept_session_place on sagevoice.kept_session (tenant, place);

-- What stands in the bytes that are there already; of such as the database cannot read, nothing.
create function sagevoice.json_if_any(bytes bytea) returns jsonb
language plpgsql immutable strict
set search_path = pg_catalog, pg_temp
as $$
begin
  return convert_from(bytes, 'UTF8')::jsonb;
exception when others then
  return null;
end
$$;

-- The owner sees no record; for as long as this step takes, it does.
alter table sagevoice.kept_session no force row level security;
alter table sagevoice.kept_document no force row level security;
update sagevoice.kept_session s set
  state_name = sagevoice.json_if_any(s.state) ->> 'state',
  recording_name = sagevoice.json_if_any(s.header) #>> '{recording,name}',
  context = sagevoice.json_if_any(s.header) ->> 'context',
  reference = sagevoice.json_if_any(s.header) ->> 'reference';
update sagevoice.kept_session s set
  tier = case d.name when 'computed' then 'comprehensive' else 'quick' end,
  verdict = sagevoice.json_if_any(d.bytes) #>> '{quality,verdict}'
from (
  select distinct on (tenant, session) tenant, session, name, bytes from sagevoice.kept_document
  where name in ('computed', 'quick') order by tenant, session, name) d
where d.tenant = s.tenant and d.session = s.id;
alter table sagevoice.kept_session force row level security;
alter table sagevoice.kept_document force row level security;
drop function sagevoice.json_if_any(bytea);

-- A chain per tenant. It outlives the sessions and the people that it tells of, whom it knows by hashes.
create table sagevoice.tenant_line (
  tenant sagevoice.tenant_name not null,
  number bigint not null,
  at_microseconds bigint not null,
  login text not null,
  -- On whose behalf the program acted; null for its own.
  actor text,
  user_hash text,
  action text not null,
  detail jsonb not null default '{}',
  previous bytea not null,
  hash bytea not null,
  primary key (tenant, number)
);

create function sagevoice.tenant_line_hash(line sagevoice.tenant_line) returns bytea
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select sha256(line.previous || convert_to(jsonb_build_array(
    line.tenant, line.number, line.at_microseconds, line.login, line.actor, line.user_hash, line.action,
    line.detail)::text, 'UTF8'))
$$;

create function sagevoice.chain_tenant_line() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  last record;
begin
  -- Held until the transaction ends: such lines come last in theirs.
  perform pg_advisory_xact_lock(hashtextextended('tenant line/' || new.tenant, 0));
  select number, hash into last from sagevoice.tenant_line
    where tenant = new.tenant order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.previous := coalesce(last.hash, '\x'::bytea);
  new.at_microseconds := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  new.login := session_user;
  new.hash := sagevoice.tenant_line_hash(new);
  return new;
end
$$;

create trigger chain before insert on sagevoice.tenant_line
  for each row execute function sagevoice.chain_tenant_line();

alter table sagevoice.tenant_line enable row level security;
alter table sagevoice.tenant_line force row level security;
create policy clinic on sagevoice.tenant_line to sagevoice_clinic
  using (tenant = sagevoice.own_tenant() and sagevoice.is_own_person(user_hash))
  with check (tenant = sagevoice.own_tenant() and sagevoice.is_own_person(user_hash));
create policy chain on sagevoice.tenant_line for select to sagevoice_owner using (true);

-- It is added to and read, and nothing of it is ever taken out.
grant select on sagevoice.tenant_line to sagevoice_clinic;
grant insert (tenant, user_hash, actor, action, detail) on sagevoice.tenant_line to sagevoice_clinic;
