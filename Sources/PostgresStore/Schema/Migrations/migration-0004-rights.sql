-- Who may do what, and see whose. Policies hold for the owner of the tables too (force): whoever
-- migrates sees nobody's records.

set local role sagevoice_owner;

alter table sagevoice.person enable row level security;
alter table sagevoice.person force row level security;
alter table sagevoice.session enable row level security;
alter table sagevoice.session force row level security;
alter table sagevoice.audio enable row level security;
alter table sagevoice.audio force row level security;
alter table sagevoice.document enable row level security;
alter table sagevoice.document force row level security;
alter table sagevoice.audit enable row level security;
alter table sagevoice.audit force row level security;
alter table sagevoice.job enable row level security;
alter table sagevoice.job force row level security;

-- Set for one transaction (set_config(…, true)): a pooler hands on what is set for a session.
create function sagevoice.own_tenant() returns text
language sql stable
as $$ select nullif(current_setting('sagevoice.tenant', true), '') $$;

-- One person of the tenant; everybody of it where none is set.
create function sagevoice.is_own_person(user_hash text) returns boolean
language sql stable
as $$
  select coalesce(nullif(current_setting('sagevoice.person', true), '') = user_hash,
    nullif(current_setting('sagevoice.person', true), '') is null)
$$;

-- Ingest puts recordings in, for one tenant at a time, and sees no result.
grant insert (tenant, recording_sha, bytes), select (tenant, recording_sha)
  on sagevoice.audio to sagevoice_ingest;
grant insert (tenant, user_hash, recording_sha, name, size_bytes),
  select (tenant, id, user_hash, recording_sha) on sagevoice.session to sagevoice_ingest;
grant insert (tenant, session, recording_sha, config_hash, engine, tier, priority, run_at, max_attempts),
  select (tenant, session, config_hash, engine, tier) on sagevoice.job to sagevoice_ingest;
grant select (tenant, session, config_hash, engine, tier) on sagevoice.document to sagevoice_ingest;
grant insert (tenant, session, action, detail) on sagevoice.audit to sagevoice_ingest;

create policy ingest on sagevoice.audio to sagevoice_ingest
  using (tenant = sagevoice.own_tenant()) with check (tenant = sagevoice.own_tenant());
create policy ingest on sagevoice.session to sagevoice_ingest
  using (tenant = sagevoice.own_tenant()) with check (tenant = sagevoice.own_tenant());
create policy ingest on sagevoice.job to sagevoice_ingest
  using (tenant = sagevoice.own_tenant()) with check (tenant = sagevoice.own_tenant());
create policy ingest on sagevoice.document for select to sagevoice_ingest
  using (tenant = sagevoice.own_tenant());
create policy ingest on sagevoice.audit for insert to sagevoice_ingest
  with check (tenant = sagevoice.own_tenant());

-- Workers serve every tenant, and see sound and no names: nothing of people, and of sessions nothing.
grant select, delete on sagevoice.job to sagevoice_worker;
grant update (state, attempt, run_at, lease_token, lease_until, worker, last_error)
  on sagevoice.job to sagevoice_worker;
grant usage on sequence sagevoice.lease_token to sagevoice_worker;
grant select on sagevoice.audio to sagevoice_worker;
grant insert (tenant, session, tier, engine, config_hash, bytes, lease_token),
  select (tenant, session, tier, engine, config_hash, lease_token)
  on sagevoice.document to sagevoice_worker;
grant insert (tenant, session, action, detail) on sagevoice.audit to sagevoice_worker;
grant select, update on sagevoice.counter to sagevoice_worker;

create policy worker on sagevoice.job to sagevoice_worker using (true) with check (true);
create policy worker on sagevoice.audio for select to sagevoice_worker using (true);
create policy worker_looks on sagevoice.document for select to sagevoice_worker using (true);
create policy worker_keeps on sagevoice.document for insert to sagevoice_worker with check (true);
create policy worker on sagevoice.audit for insert to sagevoice_worker with check (true);

-- A clinic sees its own people, and what there is of them.
grant select, insert, update on sagevoice.person to sagevoice_clinic;
grant select on sagevoice.session, sagevoice.audio, sagevoice.document, sagevoice.audit,
  sagevoice.result to sagevoice_clinic;

create policy clinic on sagevoice.person to sagevoice_clinic
  using (tenant = sagevoice.own_tenant() and sagevoice.is_own_person(user_hash))
  with check (tenant = sagevoice.own_tenant() and sagevoice.is_own_person(user_hash));
create policy clinic on sagevoice.session for select to sagevoice_clinic
  using (tenant = sagevoice.own_tenant() and sagevoice.is_own_person(user_hash));
-- What belongs to a session is seen by whoever sees the session.
create policy clinic on sagevoice.document for select to sagevoice_clinic
  using (tenant = sagevoice.own_tenant() and exists (
    select from sagevoice.session s where s.tenant = document.tenant and s.id = document.session));
create policy clinic on sagevoice.audit for select to sagevoice_clinic
  using (tenant = sagevoice.own_tenant() and exists (
    select from sagevoice.session s where s.tenant = audit.tenant and s.id = audit.session));
create policy clinic on sagevoice.audio for select to sagevoice_clinic
  using (tenant = sagevoice.own_tenant() and exists (
    select from sagevoice.session s
    where s.tenant = audio.tenant and s.recording_sha = audio.recording_sha));

-- The chain of a session is continued on behalf of whoever adds to it; nobody reads it so.
create policy chain on sagevoice.audit for select to sagevoice_owner using (true);
