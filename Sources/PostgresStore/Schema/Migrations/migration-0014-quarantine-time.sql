-- The time at which a file was quarantined, in milliseconds since 1970. Retention uses it where the report is damaged. Files
-- from before this step count from this step. The default is not volatile, so that no row is rewritten.

set local role sagevoice_owner;

alter table sagevoice.failed_file
  add column failed_ms bigint not null default (extract(epoch from now()) * 1000)::bigint;
