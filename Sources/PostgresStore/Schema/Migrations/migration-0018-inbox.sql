-- The claimed files of inboxes with their sessions. Paths are keyed hashes.

set local role sagevoice_owner;

create table sagevoice.inbox_file (
  number bigint not null generated always as identity,
  tenant sagevoice.tenant_name not null,
  inbox text not null,
  name text not null,
  -- Of recordings only.
  stem text,
  stamp text not null,
  session uuid not null,
  primary key (tenant, inbox, name, session)
);
create index inbox_file_stem on sagevoice.inbox_file (tenant, inbox, stem) where stem is not null;

alter table sagevoice.inbox_file enable row level security;
alter table sagevoice.inbox_file force row level security;
create policy clinic on sagevoice.inbox_file to sagevoice_clinic
  using (tenant = sagevoice.own_tenant()) with check (tenant = sagevoice.own_tenant());
grant select, insert, update (stamp), delete on sagevoice.inbox_file to sagevoice_clinic;
