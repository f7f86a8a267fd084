-- The roles that programs act as. Nobody signs in as one of them: a login of the deployment is made a
-- member of the one whose work it does. Roles are the cluster's, so another database may have made them.

do $$
declare
  name text;
begin
  foreach name in array array['sagevoice_owner', 'sagevoice_ingest', 'sagevoice_worker', 'sagevoice_clinic']
  loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  -- Who migrates may act as the owner, and as nobody else.
  if not pg_has_role(current_user, 'sagevoice_owner', 'member') then
    execute format('grant sagevoice_owner to %I', current_user);
  end if;
end
$$;

create schema sagevoice authorization sagevoice_owner;
revoke all on schema sagevoice from public;
grant usage on schema sagevoice to sagevoice_ingest, sagevoice_worker, sagevoice_clinic;
