-- What a document costs. Its JSON is derived where it is asked for: with each document it was compressed and written
-- a second time, for the few of them that are ever asked.

set local role sagevoice_owner;

create or replace view sagevoice.result with (security_invoker = true) as
  select s.tenant, s.id as session, s.user_hash, s.name, s.created_at, d.tier, d.engine,
    sagevoice.json_of(d.bytes) as json, d.stored_at
  from sagevoice.session s join sagevoice.document d on d.tenant = s.tenant and d.session = s.id;

alter table sagevoice.document drop column json;

-- A document that the view could not read is refused as before. Those that are there were read when they came, and
-- are not read again now.
alter table sagevoice.document
  add constraint document_is_json check (sagevoice.json_of(bytes) is not null) not valid;

-- Where the server was built with it, the compression that costs a tenth.
do $$
begin
  if (select 'lz4' = any (enumvals) from pg_settings where name = 'default_toast_compression') then
    alter table sagevoice.document alter column bytes set compression lz4;
  end if;
end
$$;

-- The same hash as before, by a language whose plans are kept: the other was parsed anew for every line.
create or replace function sagevoice.audit_hash(line sagevoice.audit) returns bytea
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  return sha256(line.previous || convert_to(jsonb_build_array(
    line.tenant, line.session, line.number, line.at_microseconds, line.actor, line.action,
    line.detail)::text, 'UTF8'));
end
$$;
