-- What programs encrypted under a key that was given up, they encrypt again under the one that took its place. Only the
-- bytes change, and only where they are: whoever removes a row meanwhile waits, and removes what came of it. Taken out and
-- put in again, a row could outlive the erasure of its person.

set local role sagevoice_owner;

grant update (bytes) on sagevoice.kept_version to sagevoice_clinic;
grant update (report, bytes) on sagevoice.failed_file to sagevoice_clinic;
grant update (report) on sagevoice.stranded_file to sagevoice_clinic;
