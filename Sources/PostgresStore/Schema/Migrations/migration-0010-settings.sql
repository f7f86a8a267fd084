-- What all programs at one database have to agree on.

set local role sagevoice_owner;

create table sagevoice.setting (
  name text not null primary key check (name in ('audio_folder')),
  value text not null
);

alter table sagevoice.setting enable row level security;
alter table sagevoice.setting force row level security;
create policy all_read on sagevoice.setting for select
  to sagevoice_ingest, sagevoice_worker, sagevoice_clinic using (true);
create policy owner on sagevoice.setting to sagevoice_owner using (true) with check (true);
grant select on sagevoice.setting to sagevoice_ingest, sagevoice_worker, sagevoice_clinic;
