-- Anchors: now and then the last lines of all histories that went on are put under one hash, which goes on from the one
-- before. A history of its own can be written anew as a whole and be a chain; under an anchor it cannot, and an anchor is
-- short enough to be kept where nobody of the database writes.

set local role sagevoice_owner;

create table sagevoice.anchor (
  number bigint not null primary key,
  at_microseconds bigint not null,
  previous bytea not null,
  hash bytea not null
);

-- What stands under an anchor: a line of a history of the board (audit) or of a store of sessions (kept_line).
create table sagevoice.anchor_head (
  kind text not null check (kind in ('audit', 'kept_line')),
  tenant sagevoice.tenant_name not null,
  session uuid not null,
  number integer not null,
  hash bytea not null,
  anchor bigint not null references sagevoice.anchor deferrable initially deferred,
  primary key (kind, tenant, session, number)
);
create index anchor_head_anchor on sagevoice.anchor_head (anchor);

alter table sagevoice.anchor enable row level security;
alter table sagevoice.anchor force row level security;
alter table sagevoice.anchor_head enable row level security;
alter table sagevoice.anchor_head force row level security;
create policy chain on sagevoice.anchor to sagevoice_owner using (true) with check (true);
create policy chain on sagevoice.anchor_head to sagevoice_owner using (true) with check (true);

-- Lines come in the order of their times, nearly: what was added since a time is found in a few blocks, and costs next to
-- nothing when a line is added.
create index audit_at on sagevoice.audit using brin (at_microseconds)
  with (pages_per_range = 32, autosummarize = on);
create index kept_line_at on sagevoice.kept_line using brin (at_microseconds)
  with (pages_per_range = 32, autosummarize = on);

create function sagevoice.anchor_hash(anchor sagevoice.anchor) returns bytea
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select sha256(anchor.previous || convert_to(
    jsonb_build_array(anchor.number, anchor.at_microseconds,
      jsonb_agg(jsonb_build_array(kind, tenant, session, number, encode(hash, 'hex'))
        order by kind, tenant::text collate "C", session, number))::text, 'UTF8'))
  from sagevoice.anchor_head where anchor_head.anchor = anchor.number
$$;

-- Puts what went on since the last anchor under another one. Gives the last anchor there is: the same as before where
-- nothing went on, and nothing where there never was anything.
create function sagevoice.set_anchor() returns setof sagevoice.anchor
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
  -- A line is seen later than its time says by as long as its transaction took: an hour, at the most.
  since := coalesce(last.at_microseconds, 0) - 3600000000;
  next.number := coalesce(last.number, 0) + 1;
  next.at_microseconds := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
  next.previous := coalesce(last.hash, '\x'::bytea);
  insert into sagevoice.anchor_head (kind, tenant, session, number, hash, anchor)
    select 'audit', c.tenant, c.session, head.number, head.hash, next.number
    from (select distinct tenant, session from sagevoice.audit where at_microseconds >= since) c
    cross join lateral (select number, hash from sagevoice.audit a
      where a.tenant = c.tenant and a.session = c.session order by number desc limit 1) head
    union all
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

-- It says nothing of anybody; whoever works at the board may have it done.
revoke all on function sagevoice.set_anchor() from public;
grant execute on function sagevoice.set_anchor() to sagevoice_worker, sagevoice_clinic;
