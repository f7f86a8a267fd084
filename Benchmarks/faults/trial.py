"""Base classes of the fault trials: programs under trial, temporary folder, child processes, checks and record."""
import collections, contextlib, datetime, hashlib, json, os, random, resource, shutil, signal, socket, sqlite3, subprocess
import sys, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

DOCUMENTS = ("header", "state", "answers", "quick", "computed")


class Programs:
    """The built programs. A build without `sagevoice-server` has every command in `sagevoice`."""

    def __init__(self, folder):
        self.tool, self.server = (Path(folder).resolve() / name for name in ("sagevoice", "sagevoice-server"))
        if not self.server.exists():
            self.server = self.tool
        if not self.tool.exists():
            sys.exit(f"{self.tool} does not exist: build it, or set --built")


class Checks:
    """Checks of a trial. Each has a label, an expected value ("–" for a measurement) and a result."""

    def __init__(self, name):
        self.name, self.results, self.failures = name, [], []

    def check(self, label, value, expected, passed):
        """Adds a row; a failed check ends the run with exit status 1."""
        value, expected = ({True: "yes", False: "no"}[cell] if isinstance(cell, bool) else cell for cell in (value, expected))
        if not passed:
            value = f"{value} **failed**"
            self.failures.append(f"{self.name}: {label}")
        print(f"{self.name}: {label}: {value}" + (f" (expected: {expected})" if expected != "–" else ""), flush=True)
        self.results.append((label, expected, value))

    def measure(self, label, value):
        """A row without an expected value."""
        self.check(label, value, "–", True)

    def equal(self, label, value, expected):
        self.check(label, value, expected, value == expected)

    def at_most(self, label, value, limit, digits=0):
        self.check(label, round(value, digits or None), f"≤ {limit}", value <= limit)

    def at_least(self, label, value, limit, digits=0):
        self.check(label, round(value, digits or None), f"≥ {limit}", value >= limit)

    def between(self, label, value, low, high):
        self.check(label, value, f"{low} to {high}", value is not None and low <= value <= high)

    def contains(self, label, text, part):
        self.check(label, " ".join(text.split())[:160], f"… {part} …", part in text)

    def none(self, label, problems):
        """No text in `problems`; shows the first four."""
        self.check(label, "; ".join(map(str, problems[:4])) or "none", "none", not problems)

    def within(self, label, seconds, condition, pause=0.02):
        """The condition becomes true in time. The result is the waiting time."""
        start = time.monotonic()
        is_reached = wait_until(condition, seconds, pause)
        self.check(f"{label}, s", f"{time.monotonic() - start:.1f}", f"≤ {seconds}", is_reached)


class Trial(Checks):
    """One trial in a temporary folder."""

    def __init__(self, name, options):
        super().__init__(name)
        self.options, self.programs, self.processes = options, Programs(options.built), []
        self.random = random.Random(options.seed)
        self.folder = Path(tempfile.mkdtemp(prefix=f"sagevoice-{name}-", dir=options.folder))
        self.log = self.folder / "log"
        self.log.touch()
        self.templates = {}
        self.began, self.load = time.monotonic(), os.getloadavg()[0]

    def size(self, name, full, short):
        """The option `name`; default `full`, or `short` with --short."""
        given = getattr(self.options, name)
        return given if given is not None else short if self.options.short else full

    def recording(self, number, seconds=1.0, kinds=1):
        """A synthetic vowel of voice `number % kinds`. The least significant bits of 20 samples encode `number`."""
        kind = number % kinds
        if (kind, seconds) not in self.templates:
            path = self.folder / f"voice-{kind}-{seconds}.wav"
            subprocess.run([self.programs.tool, "synth", "--f0", str(123 + 7 * kind), "--jitter", "0.4", "--shimmer", "2", "--hnr", "25",
                            "--seconds", str(seconds), "--vowel", "a", "--seed", str(7 + kind), path],
                           check=True, stdout=subprocess.DEVNULL)
            self.templates[kind, seconds] = path.read_bytes()
        data = bytearray(self.templates[kind, seconds])
        for bit in range(20):
            if number >> bit & 1:
                data[44 + 2 * (200 + bit)] ^= 1
        return bytes(data)

    # Programs

    def start(self, *command, **more):
        """Starts a program that logs to `log`. `end` kills it."""
        more = {"stdout": subprocess.DEVNULL, "stderr": self.log.open("ab")} | more
        self.processes.append(subprocess.Popen([str(word) for word in command], **more))
        return self.processes[-1]

    def run(self, *command):
        return subprocess.run([str(word) for word in command], capture_output=True, stdin=subprocess.DEVNULL, text=True)

    def records(self, command, *arguments):
        return self.run(self.programs.server, "records", command, "--store", self.store, *arguments)

    def rows(self, sql, *values):
        """Rows of the store's SQLite database, the source of truth. After a crash, the copies in the session folders may be
        one step older until the next opening."""
        with contextlib.closing(sqlite3.connect(f"file:{self.store}/store.sqlite?mode=ro", uri=True, timeout=30)) as database:
            return database.execute(sql, values).fetchall()

    def stop(self, process, seconds=60):
        """Sends SIGTERM. Returns the exit status, or "timeout" after SIGKILL."""
        process.send_signal(signal.SIGTERM)
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            kill_now(process)
            return "timeout"

    def terminate(self, process):
        self.equal("exit status after SIGTERM", self.stop(process), 0)

    def verify(self):
        result = self.records("verify")
        self.equal("exit status of `records verify`", result.returncode, 0)
        if result.returncode:
            print(result.stdout[:2000], file=sys.stderr)

    def conclude(self):
        """Checks the store after a trial."""

    def end(self, description):
        for process in self.processes:
            if process.poll() is None:
                kill_now(process)
        if self.options.record:
            self.write_record(description)
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def write_record(self, description):
        """Writes Records/DATE-faults-NAME.md. The command omits the folders of this machine."""
        words = sys.argv[1:]
        for option in ("--built", "--folder"):
            if option in words:
                del words[words.index(option):words.index(option) + 2]
        command = " ".join(["python3", str(Path(sys.argv[0]).resolve().relative_to(ROOT)), *words])
        model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "unknown")
        version = self.run(self.programs.tool, "--version").stdout.strip()
        date = datetime.date.today().isoformat()
        lines = [f"# Fault trial {self.name}", "", " ".join(description.split()), "",
                 f"- Date {date}, sagevoice {version}, {os.cpu_count()} cores ({model}).",
                 f"- Load average (1 min) at the start {self.load:.1f}, at the end {os.getloadavg()[0]:.1f}; "
                 f"duration {time.monotonic() - self.began:.0f} s.",
                 f"- Command: `{command}`, seed {self.options.seed}.", "", "| Check | Expected | Result |", "|---|---|---|"]
        lines += ["| " + " | ".join(str(cell).replace("|", "/") for cell in row) + " |" for row in self.results]
        path = ROOT / f"Benchmarks/Records/{date}-faults-{self.name}.md"
        path.write_text("\n".join(lines) + "\n")
        print(f"record: {path.relative_to(ROOT)}")


class FolderTrial(Trial):
    """A trial of `sagevoice watch` with an inbox and a store."""

    def __init__(self, name, options):
        super().__init__(name, options)
        self.inbox, self.store = self.folder / "inbox", self.folder / "store"
        self.inbox.mkdir()
        self.work = self.inbox / ".sagevoice/work"
        self.key = []

    def conclude(self):
        self.verify()

    def put(self, name, data):
        """Delivers a file to the inbox by rename."""
        part = self.inbox / ".part"
        part.write_bytes(data if isinstance(data, bytes) else data.encode())
        part.rename(self.inbox / name)

    def records(self, command, *arguments):
        return super().records(command, *self.key, *arguments)

    def watch(self, *options, days_ahead=0):
        return self.start(self.programs.server, "watch", self.inbox, "--store", self.store, "--create", *self.key, *options,
                          env=clock_environment(self.folder, days_ahead))

    def start_watcher(self, *options):
        watcher = self.watch(*options)
        self.within("watcher start", 30, (self.store / "status.json").exists)
        return watcher

    def drain(self, *options, days_ahead=0, seconds=600):
        """Runs `watch --once`. Returns its exit status, or "timeout" after SIGKILL, and its peak memory in MB."""
        process = self.watch("--once", "--settle", 0.2, "--deadline", 3, *options, days_ahead=days_ahead)
        peak, end = 0.0, time.monotonic() + seconds
        while process.poll() is None:
            peak = max(peak, memory_mb(process, "VmHWM"))
            if time.monotonic() > end:
                kill_now(process)
                return "timeout", peak
            time.sleep(0.01)
        return process.returncode, peak

    def is_idle(self):
        return len(os.listdir(self.inbox)) <= 1 and not os.listdir(self.work)

    def wait_idle(self, seconds=600):
        if not wait_until(self.is_idle, seconds, pause=0.005):
            self.check(f"inbox and work folder empty within {seconds} s", "no", "yes", False)

    def sessions(self):
        """The sessions of the store in order of id, each a dictionary with its documents."""
        documents = collections.defaultdict(dict)
        for session, name, data in self.rows("select session, name, bytes from kept_document"):
            documents[session][name] = data
        found = []
        for session, header, state in self.rows("select id, header, state from kept_session order by id"):
            stored = documents[session] | {"header": header, "state": state}
            contents = {name: parse_json(stored.get(name)) for name in DOCUMENTS}
            recording = (contents["header"] or {}).get("recording", {})
            found.append(contents | {"id": session, "stored": set(stored), "folder": self.store / "sessions" / session,
                                     "name": recording.get("name"), "sha256": recording.get("sha256"),
                                     "status": (contents["state"] or {}).get("state")})
        return found

    def failed(self):
        """Error codes of `records failed` by file name."""
        lines = self.records("failed", "--format", "json").stdout.splitlines()
        return {report["name"]: report["code"] for report in map(json.loads, lines)}

    def session(self, name):
        return next((s for s in self.sessions() if s["name"] == name), collections.defaultdict(lambda: None))

    def state(self, name):
        return self.session(name)["status"]

    def is_filed(self, name):
        return self.state(name) == "filed"

    def check_delivery(self, names):
        """Every delivered recording is in exactly one session with all documents and audio."""
        sessions = self.sessions()
        stored = collections.Counter(session["name"] for session in sessions)
        self.equal("sessions (one per delivered recording)", len(sessions), len(names))
        self.equal("recordings lost", len(set(names) - set(stored)), 0)
        self.equal("recordings in more than one session", sum(count > 1 for count in stored.values()), 0)
        self.equal("sessions not in state `filed`", sum(s["status"] != "filed" for s in sessions), 0)
        self.equal("missing documents", sum(len({"quick", "computed", "audio"} - s["stored"]) for s in sessions), 0)
        self.equal("missing audio files", sum(not (s["folder"] / "artifacts/audio.wav").exists() for s in sessions), 0)
        self.equal("files left in the inbox", len(os.listdir(self.inbox)) - 1, 0)  # Without `.sagevoice`.
        self.equal("entries left in the work folder", len(os.listdir(self.work)), 0)
        self.equal("folder copies that differ from the database", sum(read_json(s["folder"] / f"{name}.json") != s[name]
                                                                      for s in sessions for name in DOCUMENTS), 0)


def clock_environment(folder, days_ahead):
    """Environment variables that shift the wall clock of a program. `folder` receives the library."""
    if not days_ahead:
        return dict(os.environ)
    library = Path(folder) / "clock.so"
    if not library.exists():
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, ROOT / "Trials/Browser/ahead.c"], check=True)
    return os.environ | {"LD_PRELOAD": str(library), "DAYS_AHEAD": str(days_ahead)}


def free_port():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return unused.getsockname()[1]


def kill_now(process):
    process.kill()
    process.wait()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def parse_json(data):
    """The parsed document; None if it is missing or encrypted."""
    try:
        return json.loads(data)
    except (TypeError, ValueError):
        return None


def read_json(path):
    """The parsed document at `path`; None without a file."""
    try:
        return parse_json(path.read_bytes())
    except OSError:
        return None


def memory_mb(process, field="VmRSS"):
    """Resident memory, or its peak with `VmHWM`; 0 after the process has ended."""
    try:
        for line in open(f"/proc/{process.pid}/status"):
            if line.startswith(field):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def wait_until(condition, seconds=20, pause=0.02):
    """Polls `condition`. Returns whether it became true within `seconds`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return True
        except (OSError, sqlite3.OperationalError):
            pass
        time.sleep(pause)
    return False


def raise_file_limit():
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))
