"""Trials of the job queue and of the sessions in PostgreSQL, on a server that the trial starts."""
import collections, itertools, json, os, shutil, signal, subprocess, time
from pathlib import Path

from trial import Trial, kill_now, sha256, wait_until

BIN = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)
AS_POSTGRES = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


class Database:
    """A PostgreSQL server with durable commits, on a Unix socket."""

    def __init__(self):
        if BIN is None:
            raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
        made = subprocess.run([*AS_POSTGRES, "mktemp", "-d", "/tmp/sagevoice-queue.XXXXXX"], check=True, capture_output=True,
                              text=True, cwd="/tmp")
        self.folder = Path(made.stdout.strip())
        self.url = f"postgresql:///postgres?host={self.folder}&user=postgres"
        self.run("initdb", "-D", self.folder / "data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C")
        self.start()

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
    """A database with the schema."""

    def __init__(self, name, options):
        super().__init__(name, options)
        self.database = Database()
        migrated = self.call("migrate")
        if migrated.returncode:
            raise RuntimeError(migrated.stderr)
        self.call("store", "init", "--tenant", "trial")

    def call(self, command, *arguments):
        return self.run(self.programs.server, command, *arguments, "--database", self.database.url)

    def worker(self, name):
        return self.start(self.programs.server, "work", "--database", self.database.url, "--lease", 1, "--name", name)

    def file(self, number, seconds):
        path = self.folder / f"{number}.wav"
        path.write_bytes(self.recording(number, seconds))
        return path

    def submit(self, files, *options):
        """Session by hash of the recording. Repeats until the database accepts the recordings."""
        while files:
            done = self.call("submit", "--tenant", "trial", *options, *files)
            if done.returncode == 0:
                return {row["sha256"]: row["session"] for row in map(json.loads, done.stdout.splitlines())}
            time.sleep(0.1)
        return {}

    def unfinished(self):
        return self.database.number("select count(*) from sagevoice.job")

    def end(self, description):
        for process in self.processes:
            if process.poll() is None:
                kill_now(process)
        self.database.remove()
        super().end(description)


def kill(trial):
    """`kill -9` of workers with leases of 1 s, workers stopped beyond their lease, and restarts of PostgreSQL, while
    recordings of 20 s are submitted. Every acknowledged recording needs both documents, each stored once."""
    kills, count, database = trial.size("kills", 200, 20), trial.size("recordings", 300, 20), trial.database
    workers, numbers = [trial.worker("same") for _ in range(6)], iter(range(count))
    sent, done = {}, collections.Counter()
    for _ in range(kills):
        sent |= trial.submit([trial.file(number, 20) for number in itertools.islice(numbers, -(-count // kills))])
        time.sleep(trial.random.uniform(0, 0.2))
        draw, place = trial.random.random(), trial.random.randrange(len(workers))
        if draw < 0.05:
            done["restart of PostgreSQL"] += 1
            database.restart(trial.random.choice(["fast", "immediate"]))
        elif draw < 0.15:
            done["worker stopped for two leases"] += 1
            workers[place].send_signal(signal.SIGSTOP)
            time.sleep(2)
            workers[place].send_signal(signal.SIGCONT)
        else:
            done["kill -9 of a worker"] += 1
            kill_now(workers[place])
            workers[place] = trial.worker("same")
    trial.note("faults", ", ".join(f"{what} {number}" for what, number in done.items()))
    trial.expect("queue empty within 300 s", True, wait_until(lambda: trial.unfinished() == 0, 300, pause=0.2))
    stored = {digest: session for session, digest in database.rows(
        "select id, recording_sha from sagevoice.kept_session")}
    trial.same("recordings acknowledged", len(sent), count)
    trial.same("of them lost, or in another session", sum(stored.get(digest) != session for digest, session in sent.items()), 0)
    documents = set(map(tuple, database.rows("select session, name from sagevoice.kept_document")))
    names = ("quick", "computed", "audio")
    trial.same("documents missing", len({(s, name) for s in sent.values() for name in names} - documents), 0)
    trial.same("documents with two analyses in the history", database.number(
        """select count(*) from (select session, action from sagevoice.kept_line
           where action in ('quick_analysed', 'analysed') group by 1, 2 having count(*) > 1) twice"""), 0)
    trial.same("quarantined recordings", database.number("select count(*) from sagevoice.failed_file"), 0)
    trial.same("status --check: exit status", trial.call("status", "--check").returncode, 0)


def poison(trial):
    """A recording that crashes every worker that analyses it: the worker that holds it is killed. The job must be
    quarantined after three attempts, and the other 19 recordings must be analysed."""
    # The deadly recording is as long as a job may be (30 s), so that its worker still holds it when the kill comes.
    files = [trial.file(number, 29 if number == 7 else 3) for number in range(20)]
    deadly, killed = sha256(files[7].read_bytes()), set()
    trial.submit(files, "--tier", "comprehensive", "--attempts", 3)
    workers = [trial.worker(f"{number}") for number in range(2)]

    def strike():
        # The worker that claims it after all attempts quarantines it without an analysis.
        rows = trial.database.rows(f"""select worker, token from sagevoice.job join sagevoice.kept_session on id = session
                                       where token is not null and attempts <= most_attempts
                                         and recording_sha = '{deadly}'""")
        # The row names a killed worker until its lease ends. The next worker of that name does not hold the job.
        if rows and rows[0][1] not in killed:
            killed.add(rows[0][1])
            place = int(rows[0][0])
            kill_now(workers[place])
            workers[place] = trial.worker(f"{place}")
        return trial.unfinished() == 0

    trial.expect("queue empty within 120 s", True, wait_until(strike, 120))
    trial.same("workers killed with the recording", len(killed), 3)
    trial.same("quarantined recordings", trial.database.rows(
        "select recording_sha, state_name from sagevoice.failed_file join sagevoice.kept_session on id = session"),
        [[deadly, "failed"]])
    trial.same("documents of the others", trial.database.number(
        "select count(*) from sagevoice.kept_document where name = 'computed'"), 19)


def watch(trial):
    """`kill -9` of a watcher with its sessions in PostgreSQL, and restarts of PostgreSQL, while recordings of 10 s arrive.
    Every recording must be in one session with its documents and its audio."""
    kills, count, database = trial.size("kills", 200, 20), trial.size("recordings", 300, 30), trial.database
    inbox, sent, done, numbers = trial.folder / "inbox", set(), collections.Counter(), iter(range(count))
    inbox.mkdir()
    start = lambda: trial.start(trial.programs.server, "watch", inbox, "--database", database.url, "--tenant", "trial",
                                "--create", "--poll", 0.1, "--settle", 0.2, "--sidecar-wait", 0)
    watcher = start()

    def restart_if_ended():
        """A watcher that starts while the database is unavailable ends with status 73; a service manager restarts it."""
        nonlocal watcher
        if watcher.poll() is not None:
            done[f"watcher ended with status {watcher.returncode}"] += 1
            watcher = start()

    for place in range(kills):
        for number in itertools.islice(numbers, -(-count // kills)):
            path = trial.file(number, 10)
            sent.add(sha256(path.read_bytes()))
            path.rename(inbox / path.name)
        time.sleep(trial.random.uniform(0, 0.6))
        restart_if_ended()
        if place % 20 == 19:
            done["restart of PostgreSQL"] += 1
            database.restart(["fast", "immediate"][place // 20 % 2])
        else:
            done["kill -9 of the watcher"] += 1
            kill_now(watcher)
            watcher = start()
    documents = lambda: database.number("select count(distinct session) from sagevoice.kept_document where name = 'computed'")
    wait_until(lambda: restart_if_ended() or documents() == len(sent), 300, pause=0.2)
    trial.note("faults", ", ".join(f"{what} {number}" for what, number in done.items()))
    trial.same("exit status after SIGTERM", trial.stop(watcher), 0)
    stored = collections.Counter(row[0] for row in database.rows("select recording_sha from sagevoice.kept_session"))
    trial.same("recordings delivered", len(sent), count)
    trial.same("recordings lost", len(sent - set(stored)), 0)
    trial.same("recordings in two sessions", sum(number > 1 for number in stored.values()), 0)
    trial.same("comprehensive documents", documents(), len(sent))
    trial.same("recordings with their audio", database.number(
        """select count(*) from sagevoice.kept_session s join sagevoice.kept_document d
           on d.session = s.id and d.name = 'audio' and encode(d.sha256, 'hex') = s.recording_sha"""), len(sent))
    trial.same("recordings left in the inbox", len(list(inbox.glob("*.wav"))), 0)
    trial.same("status --check: exit status", trial.call("status", "--check").returncode, 0)


TRIALS = {"queue-kill": (DatabaseTrial, kill), "queue-poison": (DatabaseTrial, poison), "database-watch": (DatabaseTrial, watch)}
