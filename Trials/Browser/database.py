"""A temporary PostgreSQL for the server under trial, and the trial of its outage."""
import hashlib, subprocess, time

import accounts
from support import Person
import postgres

OUTAGE_SECONDS = 60


class Database(postgres.Database):
    """A temporary PostgreSQL. The server signs in as `page`, which has only the role `sagevoice_clinic`."""

    def __init__(self, server):
        super().__init__()
        self.server = server
        self.call("migrate")
        self.rows("create role page login in role sagevoice_clinic")

    def call(self, *arguments):
        return subprocess.run([self.server, *arguments, "--database", self.url()], check=True, capture_output=True, text=True)


def begin(person):
    """Signs up with an account. Sessions of guests are not in the database."""
    accounts.form(person, "account_begin_heading", "minute@example.org", accounts.PASSWORD, "account_make")


def database_outage(trial, playwright):
    """The database stops before the upload of a vowel, and again after the acknowledgement of the next one."""
    browser = trial.browser(playwright, trial.vowel("outage"))
    person = Person(trial, browser)
    page = person.page
    server_uploads = lambda: len(list((trial.state / "takes").iterdir()))
    person.to_first_vowel(begin=begin)
    person.open_microphone()
    person.record(4)
    person.push("take_keep")
    person.at("vowel_heading", 2, 3)
    person.record(4)
    trial.database.stop("fast")
    stopped = time.monotonic()
    person.push("take_keep")
    page.locator("#waiting:not([hidden])").wait_for()
    trial.equal("pending uploads during the outage (browser, server)", (person.pending_uploads(), server_uploads()), (1, 1))
    trial.contains("message of the page during the outage", page.locator("#waiting").inner_text(), "The server has received")
    person.picture("60-database-away")
    response = person.context.request.get(f"{trial.address}/v1/me/journey")
    body = response.json()
    trial.equal("GET /v1/me/journey during the outage: HTTP status, code, has advice",
                (response.status, body["code"], bool(body["advice"])), (503, "busy", True))
    trial.equal("HTTP statuses of /readyz and /healthz during the outage",
                [person.context.request.get(f"{trial.address}/{name}").status for name in ("readyz", "healthz")], [503, 200])
    # A reload during the outage: the page reports it, keeps the recording and continues automatically.
    page.reload()
    person.at("away_heading")
    page.locator("#waiting:not([hidden])").wait_for()
    person.pictures("61-database-away-reloaded")
    person.axe("database away")
    page.wait_for_timeout(1000 * max(0, OUTAGE_SECONDS - (time.monotonic() - stopped)))
    trial.at_least("duration of the outage, s", time.monotonic() - stopped, OUTAGE_SECONDS)
    trial.database.start()
    restarted = time.monotonic()
    person.at("vowel_heading", 3, 3)
    trial.at_most("time from the restart of PostgreSQL to the third vowel, s", time.monotonic() - restarted, 30)
    for _ in range(150):
        if not server_uploads():
            break
        page.wait_for_timeout(100)
    trial.equal("pending uploads after the outage (browser, server)", (person.pending_uploads(), server_uploads()), (0, 0))
    person.open_microphone()
    person.record(4)
    # The response has the quick document. The other stages continue without a database.
    with page.expect_response(lambda response: response.url.endswith("/v1/me/recordings")) as sent:
        person.push("take_keep")
    trial.database.stop("immediate")
    page.wait_for_timeout(5000)
    trial.database.start()
    trial.equal("HTTP status of the upload before the second outage (5 s)", sent.value.status, 201)
    person.at("reading_heading")
    person.open_microphone_again()
    person.record(6)
    person.push("take_keep")
    person.at("session_of", 1, 3, seconds=60)
    journey = person.journey()
    trial.equal("phase of the journey", journey["phase"], "baseline_held")
    stored = [hashlib.sha256(person.recording(attempt["session_id"])).hexdigest() for attempt in journey["attempts"]]
    uploaded = list(dict.fromkeys(hashlib.sha256(data).hexdigest() for data, _ in person.uploads))
    trial.equal("distinct recordings uploaded", len(uploaded), 4)
    trial.equal("SHA-256 of the stored recordings, as uploaded", [digest[:8] for digest in stored],
                [digest[:8] for digest in uploaded])
    # The database also has sessions of the people of earlier trials.
    names = ", ".join(f"'{attempt['session_id']}'" for attempt in journey["attempts"])
    rows = trial.database.rows(
        "select count(*), count(distinct recording_sha), count(*) filter (where state_name = 'filed') "
        "from sagevoice.kept_session where user_hash in "
        f"(select user_hash from sagevoice.kept_session where id in ({names}))")
    trial.equal("sessions of the person in the database, distinct recordings, sessions in state `filed`", rows[0], ["4", "4", "4"])
    spool = [entry.name for entry in (trial.state / "spool" / ".sagevoice" / "work").iterdir()]
    trial.equal("entries left in the spool", spool, [])
    # `call` raises an error if the command fails.
    checked = trial.database.call("status", "--check").stderr.strip().splitlines()[-1]
    trial.contains("last log line of `status --check`", checked.split("] ")[-1], "read: ")
    person.check_console(expected=("503",))
    person.open_menu()
    person.push("erase_data")
    person.push("erase_data")
    person.at("title", seconds=60)
    browser.close()
