"""A PostgreSQL for the server under trial, and the page during a minute without it."""
import hashlib, os, shutil, subprocess, time
from pathlib import Path

import accounts
from support import Person

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)
# initdb refuses to be run by root.
AS_POSTGRES = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
# How long it is away, in seconds.
AWAY = 60


class Database:
    """With durable commits, on a socket; the login of the server is a clinic's and no more."""

    def __init__(self, server):
        if PROGRAMS is None:
            raise SystemExit("there is no /usr/lib/postgresql/*/bin (apt-get install postgresql)")
        self.server = server
        self.folder = Path(subprocess.run([*AS_POSTGRES, "mktemp", "-d", "/tmp/sagevoice-pages.XXXXXX"], check=True,
                                          capture_output=True, text=True, cwd="/tmp").stdout.strip())
        self.run("initdb", "-D", self.folder / "data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C")
        self.start()
        self.call("migrate")
        self.ask("create role page login in role sagevoice_clinic")

    def url(self, login):
        return f"postgresql:///postgres?host={self.folder}&user={login}"

    def run(self, program, *arguments):
        return subprocess.run([*AS_POSTGRES, PROGRAMS / program, *map(str, arguments)], check=True, cwd="/tmp",
                              capture_output=True, text=True).stdout

    def call(self, *arguments):
        return subprocess.run([self.server, *arguments, "--database", self.url("postgres")], check=True,
                              capture_output=True, text=True)

    def start(self):
        # Its output goes to a file: a server that inherits a pipe would keep it open.
        subprocess.run([*AS_POSTGRES, PROGRAMS / "pg_ctl", "-D", self.folder / "data", "-o",
                        f"-c listen_addresses= -k {self.folder}", "-l", self.folder / "log", "-w", "start"],
                       check=True, cwd="/tmp", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self, mode="fast"):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", mode, "-w", "stop")

    def ask(self, sql):
        """Rows of texts."""
        output = self.run("psql", "-X", "-q", "-At", "-F", "\t", "-h", self.folder, "-U", "postgres", "-c", sql)
        return [line.split("\t") for line in output.splitlines()]

    def remove(self):
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


def begin(person):
    """With an account: guests need no database."""
    accounts.form(person, "account_begin_heading", "minute@example.org", accounts.PASSWORD, "account_make")


def away_for_a_minute(trial, playwright):
    """The database stops between a vowel and its upload, and again after an acknowledged upload."""
    browser = trial.browser(playwright, trial.vowel("minute"))
    person = Person(trial, browser)
    page = person.page
    person.to_first_vowel(begin=begin)
    person.open_microphone()
    person.record(4)
    person.push("take_keep")
    person.at("vowel_heading", 2, 3)
    person.record(4)
    trial.database.stop()
    since = time.monotonic()
    person.push("take_keep")
    page.locator("#waiting:not([hidden])").wait_for()
    trial.expect("takes that this browser keeps", person.waiting(), person.waiting() == 1)
    kept = [entry.name for entry in (trial.state / "takes").iterdir()]
    trial.expect("takes that the server keeps", len(kept), len(kept) == 1)
    said = page.locator("#waiting").inner_text().splitlines()[0]
    trial.expect("the message", said, said.startswith("The server has received"))
    person.picture("60-database-away")
    answer = person.context.request.get(f"{trial.address}/v1/me/journey")
    told = answer.json()
    trial.expect("the answer without a database", (answer.status, told["code"], told["advice"]),
                 (answer.status, told["code"]) == (503, "busy") and bool(told["advice"]))
    ready = [person.context.request.get(f"{trial.address}/{name}").status for name in ("readyz", "healthz")]
    trial.expect("whether it is ready, and lives", ready, ready == [503, 200])
    # The page is opened again meanwhile: it reports the outage, keeps the recording, and continues automatically.
    page.reload()
    person.at("away_heading")
    page.locator("#waiting:not([hidden])").wait_for()
    person.pictures("61-database-away-reloaded")
    person.axe("database away")
    page.wait_for_timeout(1000 * max(0, AWAY - (time.monotonic() - since)))
    away = time.monotonic() - since
    trial.database.start()
    person.at("vowel_heading", 3, 3)
    trial.expect("seconds without a database, and until the page went on",
                 (round(away), round(time.monotonic() - since - away)), away >= AWAY)
    for _ in range(150):
        kept = [entry.name for entry in (trial.state / "takes").iterdir()]
        if not kept:
            break
        page.wait_for_timeout(100)
    trial.expect("takes that are still kept", (person.waiting(), len(kept)), (person.waiting(), kept) == (0, []))
    person.open_microphone()
    person.record(4)
    # The quick document is the answer; the rest continues without a database.
    with page.expect_response(lambda answer: answer.url.endswith("/v1/me/recordings")) as sent:
        person.push("take_keep")
    trial.database.stop("immediate")
    page.wait_for_timeout(5000)
    trial.database.start()
    trial.expect("the answer to a take before the database went again", sent.value.status, sent.value.status == 201)
    person.at("reading_heading")
    person.open_microphone_again()
    person.record(6)
    person.push("take_keep")
    person.at("baseline_heading", seconds=60)
    journey = person.journey()
    trial.expect("the journey", (journey["step"], journey["phase"]), journey["phase"] == "baseline_held")
    kept = [hashlib.sha256(person.recording(attempt["session_id"])).hexdigest() for attempt in journey["attempts"]]
    made = list(dict.fromkeys(hashlib.sha256(take).hexdigest() for take, _ in person.takes))
    trial.expect("recordings that were made, and that are kept of them", (len(made), len(kept)),
                 len(made) == 4 and kept == made)
    # Of this person alone: others recorded before.
    names = ", ".join(f"'{attempt['session_id']}'" for attempt in journey["attempts"])
    rows = trial.database.ask(
        "select count(*), count(distinct recording_sha), count(*) filter (where state_name = 'filed') "
        "from sagevoice.kept_session where user_hash in "
        f"(select user_hash from sagevoice.kept_session where id in ({names}))")
    trial.expect("sessions in the database of this person, of different recordings, filed", rows[0],
                 rows == [["4", "4", "4"]])
    spool = [entry.name for entry in (trial.state / "spool" / ".sagevoice" / "work").iterdir()]
    trial.expect("left in the spool", spool, not spool)
    checked = trial.database.call("status", "--check").stderr.strip().splitlines()[-1]
    # A problem would be said, and end the trial by its status.
    trial.expect("status --check", checked.split("] ")[-1], checked.endswith("were read"))
    rest = [text for text in person.unexpected() if "503" not in text]
    trial.expect("errors in the console", rest, not rest)
    person.push("erase_data")
    person.push("erase_data")
    person.at("title", seconds=60)
    browser.close()
