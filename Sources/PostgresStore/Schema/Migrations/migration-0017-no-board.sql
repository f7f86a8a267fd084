-- Removes the queue of versions up to 0.25. Its recordings are in the stores of their tenants.

set local role sagevoice_owner;

do $$
begin
  if exists (select from sagevoice.session) then
    raise exception 'recordings of the former queue are not in the stores yet; run `sagevoice migrate`';
  end if;
end
$$;

create or replace function sagevoice.set_anchor() returns setof sagevoice.anchor
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  last sagevoice.anchor;
  next sagevoice.anchor;
  since bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('anchor', 0));
  select * into last from sagevoice.anchor order by number desc limit 1;
  -- A line is seen later than its time by the length of its transaction: an hour at most.
  since := coalesce(last.at_microseconds, 0) - 3600000000;
  next.number := coalesce(last.number, 0) + 1;
  next.at_microseconds := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  next.previous := coalesce(last.hash, '\x'::bytea);
  insert into sagevoice.anchor_head (kind, tenant, session, number, hash, anchor)
    select 'kept_line', c.tenant, c.session, head.number, head.hash, next.number
    from (select distinct tenant, session from sagevoice.kept_line where at_microseconds >= since) c
    cross join lateral (select number, hash from sagevoice.kept_line a
      where a.tenant = c.tenant and a.session = c.session order by number desc limit 1) head
    on conflict do nothing;
  if found then
    next.hash := sagevoice.anchor_hash(next);
    insert into sagevoice.anchor select next.*;
    return next next;
  elsif last.number is not null then
    return next last;
  end if;
end
$$;

drop view sagevoice.result;
drop function sagevoice.audit_hash(sagevoice.audit);
drop table sagevoice.document, sagevoice.audit, sagevoice.audio, sagevoice.board_job, sagevoice.session,
  sagevoice.counter, sagevoice.setting;
drop sequence sagevoice.lease_token;
drop function sagevoice.chain_audit(), sagevoice.check_board_keys(), sagevoice.engine_order(text),
  sagevoice.is_sealed(bytea);
-- No program of this project wrote people there. Rows of other programs stay, for the owner.
do $$
begin
  if exists (select from sagevoice.person) then
    alter table sagevoice.person force row level security;
  else
    drop table sagevoice.person;
    drop function sagevoice.json_of(bytea);
  end if;
end
$$;
