-- Workers of two versions beside each other: which of two is the later one.

set local role sagevoice_owner;

-- The numbers that a version begins with, to be compared one after the other; none for what is no version, which
-- is before all others.
create function sagevoice.engine_order(engine text) returns bigint[]
language sql immutable parallel safe
as $$
  select coalesce(
    string_to_array(substring(engine from '^[0-9]{1,9}(?:[.][0-9]{1,9})*'), '.')::bigint[], '{}')
$$;
