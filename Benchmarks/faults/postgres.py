"""Trials of the job queue and the session store in PostgreSQL. Each starts a temporary PostgreSQL."""
import collections, itertools, json, os, shutil, signal, subprocess, time
from pathlib import Path

from trial import Trial, kill_now, sha256

BIN = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)
AS_POSTGRES = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


class Database:
    """A temporary PostgreSQL server with durable commits on a Unix socket."""

    def __init__(self):
        if BIN is None:
            raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
        made = subprocess.run([*AS_POSTGRES, "mktemp", "-d", "/tmp/sagevoice-postgres.XXXXXX"], check=True, capture_output=True,
                              text=True, cwd="/tmp")
        self.folder = Path(made.stdout.strip())
        self.run("initdb", "-D", self.folder / "data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C")
        self.start()

    def url(self, login="postgres"):
        return f"postgresql:///postgres?host={self.folder}&user={login}"

    def run(self, program, *arguments):
        return subprocess.run([*AS_POSTGRES, BIN / program, *map(str, arguments)], check=True, cwd="/tmp", capture_output=True,
                              text=True).stdout

    def start(self):
        options = f"-c listen_addresses= -c max_connections=200 -k {self.folder}"
        # The server would keep a pipe open, so its output goes to a file.
        subprocess.run([*AS_POSTGRES, BIN / "pg_ctl", "-D", self.folder / "data", "-o", options, "-l", self.folder / "log", "-w",
                        "start"], check=True, cwd="/tmp", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self, mode):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", mode, "-w", "stop")

    def restart(self, mode):
        self.stop(mode)
        self.start()

    def rows(self, sql):
        output = self.run("psql", "-X", "-q", "-At", "-F", "\t", "-h", self.folder, "-U", "postgres", "-c", sql)
        return [line.split("\t") for line in output.splitlines()]

    def number(self, sql):
        return int(self.rows(sql)[0][0] or 0)

    def remove(self):
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self.folder)


class DatabaseTrial(Trial):
    """A trial with a migrated database and the tenant `trial`."""

    def __init__(self, name, options):
        super().__init__(name, options)
        self.database = Database()
        migrated = self.call("migrate")
        if migrated.returncode:
            raise RuntimeError(migrated.stderr)
        self.call("store", "init", "--tenant", "trial")

    def call(self, command, *arguments):
        return self.run(self.programs.server, command, *arguments, "--database", self.database.url())

    def worker(self, name):
        return self.start(self.programs.server, "work", "--database", self.database.url(), "--lease", 1, "--name", name)

    def file(self, number, seconds):
        path = self.folder / f"{number}.wav"
        path.write_bytes(self.recording(number, seconds))
        return path

    def submit(self, files, *options):
        """Submits with retries while PostgreSQL restarts. Returns the session id by SHA-256 of the recording."""
        while files:
            result = self.call("submit", "--tenant", "trial", *options, *files)
            if result.returncode == 0:
                return {row["sha256"]: row["session"] for row in map(json.loads, result.stdout.splitlines())}
            time.sleep(0.1)
        return {}

    def unfinished(self):
        """The number of jobs in the queue."""
        return self.database.number("select count(*) from sagevoice.job")

    def restart_database(self, mode, faults):
        faults[f"restarts of PostgreSQL ({mode})"] += 1
        self.database.restart(mode)

    def measure_faults(self, faults):
        for label, count in sorted(faults.items()):
            self.measure(label, count)

    def end(self, description):
        for process in self.processes:
            if process.poll() is None:
                kill_now(process)
        self.database.remove()
        super().end(description)


def kill(trial):
    """SIGKILL of workers with leases of 1 s, SIGSTOP of workers for two leases, and restarts of PostgreSQL while recordings
    of 20 s are submitted. Every acknowledged recording must get both documents, each stored once."""
    count, recordings, database = trial.size("kills", 200, 20), trial.size("recordings", 300, 20), trial.database
    workers, numbers = [trial.worker("same") for _ in range(6)], iter(range(recordings))
    acknowledged, faults = {}, collections.Counter()
    for _ in range(count):
        files = [trial.file(number, 20) for number in itertools.islice(numbers, -(-recordings // count))]
        # On a busy machine the kills interrupt a job more often than the default of 5 attempts.
        acknowledged |= trial.submit(files, "--attempts", 100)
        time.sleep(trial.random.uniform(0, 0.2))
        draw, place = trial.random.random(), trial.random.randrange(len(workers))
        if draw < 0.05:
            trial.restart_database(trial.random.choice(["fast", "immediate"]), faults)
        elif draw < 0.15:
            faults["SIGSTOP of a worker for two leases"] += 1
            workers[place].send_signal(signal.SIGSTOP)
            time.sleep(2)
            workers[place].send_signal(signal.SIGCONT)
        else:
            faults["SIGKILL of a worker"] += 1
            kill_now(workers[place])
            workers[place] = trial.worker("same")
    trial.measure_faults(faults)
    trial.within("time until the queue is empty", 300, lambda: trial.unfinished() == 0, pause=0.2)
    stored = {digest: session for session, digest in database.rows(
        "select id, recording_sha from sagevoice.kept_session")}
    trial.equal("acknowledged recordings", len(acknowledged), recordings)
    trial.equal("acknowledged recordings that are missing or in another session",
                sum(stored.get(digest) != session for digest, session in acknowledged.items()), 0)
    documents = set(map(tuple, database.rows("select session, name from sagevoice.kept_document")))
    names = ("quick", "computed", "audio")
    trial.equal("missing documents", len({(s, name) for s in acknowledged.values() for name in names} - documents), 0)
    trial.equal("documents with more than one analysis in the session history", database.number(
        """select count(*) from (select session, action from sagevoice.kept_line
           where action in ('quick_analysed', 'analysed') group by 1, 2 having count(*) > 1) twice"""), 0)
    trial.equal("quarantined recordings (after 100 attempts)", database.number("select count(*) from sagevoice.failed_file"), 0)
    trial.equal("exit status of `status --check`", trial.call("status", "--check").returncode, 0)


def poison(trial):
    """A poison job among 20: every worker that analyses it is killed. It must be quarantined after three attempts, and the
    other 19 recordings must be analysed."""
    # The poison recording has the maximum length of a job (30 s), so that its worker still holds the lease at the SIGKILL.
    files = [trial.file(number, 29 if number == 7 else 3) for number in range(20)]
    poison_sha, killed_leases = sha256(files[7].read_bytes()), set()
    trial.submit(files, "--tier", "comprehensive", "--attempts", 3)
    workers = [trial.worker(f"{number}") for number in range(2)]

    def kill_holder():
        """Kills the worker with the lease of the poison job. Returns whether the queue is empty."""
        # The worker that claims the job after the last attempt quarantines it without an analysis.
        rows = trial.database.rows(f"""select worker, token from sagevoice.job join sagevoice.kept_session on id = session
                                       where token is not null and attempts <= most_attempts
                                         and recording_sha = '{poison_sha}'""")
        # The row names a killed worker until its lease ends. Its successor of the same name does not hold the job.
        if rows and rows[0][1] not in killed_leases:
            killed_leases.add(rows[0][1])
            place = int(rows[0][0])
            kill_now(workers[place])
            workers[place] = trial.worker(f"{place}")
        return trial.unfinished() == 0

    trial.within("time until the queue is empty", 120, kill_holder)
    trial.equal("workers killed with the poison job", len(killed_leases), 3)
    quarantined = trial.database.rows(
        "select recording_sha, state_name from sagevoice.failed_file join sagevoice.kept_session on id = session")
    trial.equal("quarantined recordings: SHA-256, session state", [(digest[:12], state) for digest, state in quarantined],
                [(poison_sha[:12], "failed")])
    trial.equal("comprehensive documents of the other recordings", trial.database.number(
        "select count(*) from sagevoice.kept_document where name = 'computed'"), 19)


def watch(trial):
    """SIGKILL of a watcher that stores in PostgreSQL, and restarts of PostgreSQL, while recordings of 10 s arrive. Every
    recording must be in exactly one session with its documents and audio."""
    count, recordings, database = trial.size("kills", 200, 20), trial.size("recordings", 300, 30), trial.database
    inbox, delivered, faults, numbers = trial.folder / "inbox", set(), collections.Counter(), iter(range(recordings))
    inbox.mkdir()
    start = lambda: trial.start(trial.programs.server, "watch", inbox, "--database", database.url(), "--tenant", "trial",
                                "--create", "--poll", 0.1, "--settle", 0.2, "--sidecar-wait", 0)
    watcher = start()

    def restart_if_ended():
        """Restarts a watcher that has ended, as a service manager does. Without a database at its start it exits with 73."""
        nonlocal watcher
        if watcher.poll() is not None:
            faults[f"watchers that exited with status {watcher.returncode}"] += 1
            watcher = start()

    for place in range(count):
        for number in itertools.islice(numbers, -(-recordings // count)):
            path = trial.file(number, 10)
            delivered.add(sha256(path.read_bytes()))
            path.rename(inbox / path.name)
        time.sleep(trial.random.uniform(0, 0.6))
        restart_if_ended()
        if place % 20 == 19:
            trial.restart_database(["fast", "immediate"][place // 20 % 2], faults)
        else:
            faults["SIGKILL of the watcher"] += 1
            kill_now(watcher)
            watcher = start()
    finished = "select count(*) from sagevoice.kept_session where state_name in ('filed', 'failed')"
    trial.within("time until all recordings are `filed` or quarantined", 300,
                 lambda: restart_if_ended() or database.number(finished) == len(delivered), pause=0.2)
    trial.measure_faults(faults)
    trial.terminate(watcher)
    stored = collections.Counter(row[0] for row in database.rows("select recording_sha from sagevoice.kept_session"))
    trial.equal("recordings delivered", len(delivered), recordings)
    trial.equal("recordings lost", len(delivered - set(stored)), 0)
    trial.equal("recordings in more than one session", sum(number > 1 for number in stored.values()), 0)
    trial.equal("quarantined recordings", database.number("select count(*) from sagevoice.failed_file"), 0)
    trial.equal("sessions with a comprehensive document", database.number(
        "select count(distinct session) from sagevoice.kept_document where name = 'computed'"), len(delivered))
    trial.equal("sessions with archived audio of the same SHA-256", database.number(
        """select count(*) from sagevoice.kept_session s join sagevoice.kept_document d
           on d.session = s.id and d.name = 'audio' and encode(d.sha256, 'hex') = s.recording_sha"""), len(delivered))
    trial.equal("recordings left in the inbox", len(list(inbox.glob("*.wav"))), 0)
    trial.equal("exit status of `status --check`", trial.call("status", "--check").returncode, 0)


TRIALS = {"queue-kill": (DatabaseTrial, kill), "queue-poison": (DatabaseTrial, poison), "database-watch": (DatabaseTrial, watch)}
