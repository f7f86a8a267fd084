-- A board whose contents the programs encrypt: sound, names of files and documents. Its keys lie in a setting, encrypted
-- themselves by the key that the database does not have. What was put in before stays as it is.

set local role sagevoice_owner;

alter table sagevoice.setting drop constraint setting_name_check;
alter table sagevoice.setting
  add constraint setting_name_check check (name in ('audio_folder', 'board_keys'));

-- Whether bytes begin as those do that a program encrypted.
create function sagevoice.is_sealed(bytes bytea) returns boolean
language plpgsql immutable strict parallel safe
set search_path = pg_catalog, pg_temp
as $$ begin return substr(bytes, 1, 28) = '{"schema":"sagevoice/sealed/'::bytea; end $$;

-- Sound in plain has the hash of its bytes for a name; encrypted, one that is made with the secret of the board. What is
-- there was checked when it came.
alter table sagevoice.audio drop constraint audio_check;
alter table sagevoice.audio add constraint audio_is_its_name
  check (sha256(bytes) = recording_sha or sagevoice.is_sealed(bytes)) not valid;

alter table sagevoice.document drop constraint document_is_json;
alter table sagevoice.document add constraint document_is_json
  check (sagevoice.is_sealed(bytes) or sagevoice.json_of(bytes) is not null) not valid;

create or replace view sagevoice.result with (security_invoker = true) as
  select s.tenant, s.id as session, s.user_hash, s.name, s.created_at, d.tier, d.engine,
    case when sagevoice.is_sealed(d.bytes) then null else sagevoice.json_of(d.bytes) end as json,
    d.stored_at
  from sagevoice.session s join sagevoice.document d on d.tenant = s.tenant and d.session = s.id;

-- A program that began before there were keys puts nothing in that is not encrypted. The digits are those of how
-- encrypted bytes begin.
create function sagevoice.check_board_keys() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if left(new.name, 56) <> '7b22736368656d61223a2273616765766f6963652f7365616c65642f'
    and exists (select from sagevoice.setting where name = 'board_keys')
  then
    raise exception 'the board is encrypted; use a version that knows of it, and its key'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create trigger keys before insert on sagevoice.session
  for each row execute function sagevoice.check_board_keys();
