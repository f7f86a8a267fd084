-- Stores whose contents the programs encrypt: the database has neither the keys nor the secret that hashes are made of.

set local role sagevoice_owner;

-- What a store of folders says of its keys in store.json; null where nothing is encrypted. Such a store does not use
-- its column `secret`.
alter table sagevoice.store add column keys bytea;

-- SHA-256 of what a row holds encrypted, as histories name it; null where the row holds it as it is.
alter table sagevoice.kept_document
  add column content_sha text check (content_sha ~ '^[0-9a-f]{64}$');

-- Every program begins by seeing to it that there is the row of its tenant. One that knows of no keys would write in
-- plain beside what is encrypted.
create function sagevoice.check_store_keys() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if new.keys is null and exists (
    select from sagevoice.store s where s.tenant = new.tenant and s.keys is not null)
  then
    raise exception 'the store of this tenant is encrypted; use a version that knows of it, and its key'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger keys before insert on sagevoice.store
  for each row execute function sagevoice.check_store_keys();

grant insert (keys), update (keys) on sagevoice.store to sagevoice_clinic;
