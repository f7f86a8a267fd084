-- Reads of one person.

set local role sagevoice_owner;

-- The values of a session that follow-ups of its person read, derived from `computed` and `answers`. Their first line names the
-- hashes of both, so that values of former documents are not used. Null until a follow-up derives them.
alter table sagevoice.kept_session add column follow_up_values bytea;

-- The last erasure of a person, which every received session asks for.
create index tenant_line_user on sagevoice.tenant_line (tenant, user_hash) where user_hash is not null;
