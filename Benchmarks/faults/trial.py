"""A fault trial: the programs of a build, a folder, child processes, checks and the record; with an inbox or without."""
import collections, contextlib, datetime, hashlib, json, os, random, resource, shutil, signal, sqlite3, subprocess, sys, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

DOCUMENTS = ("header", "state", "answers", "quick", "computed")

# A library that shifts the wall clock of a program by DAYS_OFF days.
CLOCK = """
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *time) {
  int status = syscall(SYS_clock_gettime, clock, time);
  if (status == 0 && clock == CLOCK_REALTIME) time->tv_sec += atol(getenv("DAYS_OFF")) * 86400;
  return status;
}
"""


class Programs:
    """The programs of a build. A build without `sagevoice-server` has every command in `sagevoice`."""

    def __init__(self, folder):
        self.tool, self.server = (Path(folder).resolve() / name for name in ("sagevoice", "sagevoice-server"))
        if not self.server.exists():
            self.server = self.tool
        if not self.tool.exists():
            sys.exit(f"{self.tool} does not exist; build it, or name its folder with --built")


class Voices:
    """Synthetic vowels with different bytes for every number."""

    def __init__(self, tool, folder):
        self.tool, self.folder, self.templates = tool, folder, {}

    def recording(self, number, seconds=1.0, kinds=1):
        """A WAV file. The least significant bits of 20 samples encode `number`; `kinds` voices take turns."""
        kind = number % kinds
        if (kind, seconds) not in self.templates:
            path = self.folder / f"voice-{kind}-{seconds}.wav"
            subprocess.run([self.tool, "synth", "--f0", str(123 + 7 * kind), "--jitter", "0.4", "--shimmer", "2", "--hnr", "25",
                            "--seconds", str(seconds), "--vowel", "a", "--seed", str(7 + kind), path],
                           check=True, stdout=subprocess.DEVNULL)
            self.templates[kind, seconds] = path.read_bytes()
        data = bytearray(self.templates[kind, seconds])
        for bit in range(20):
            if number >> bit & 1:
                data[44 + 2 * (200 + bit)] ^= 1
        return bytes(data)


class Trial:
    """One trial in a folder of its own."""

    def __init__(self, name, options):
        self.name, self.options, self.programs = name, options, Programs(options.built)
        self.random = random.Random(options.seed)
        self.folder = Path(tempfile.mkdtemp(prefix=f"sagevoice-{name}-", dir=options.folder))
        self.log = self.folder / "log"
        self.log.touch()
        self.voices = Voices(self.programs.tool, self.folder)
        self.results, self.failures, self.processes = [], [], []

    def size(self, name, full, short):
        """The option of that name; without it, the full size or, with --short, the short one."""
        given = getattr(self.options, name)
        return given if given is not None else short if self.options.short else full

    def recording(self, number, seconds=1.0, kinds=1):
        return self.voices.recording(number, seconds, kinds)

    # Programs

    def start(self, *command, **more):
        """Starts a program with its log in `log`. It does not outlive the trial."""
        more = {"stdout": subprocess.DEVNULL, "stderr": self.log.open("ab")} | more
        self.processes.append(subprocess.Popen([str(word) for word in command], **more))
        return self.processes[-1]

    def run(self, *command):
        return subprocess.run([str(word) for word in command], capture_output=True, stdin=subprocess.DEVNULL, text=True)

    def records(self, command, *arguments):
        return self.run(self.programs.server, "records", command, "--store", self.store, *arguments)

    def rows(self, sql, *values):
        """The result of a query on the database of the store, which is the truth. Copies in its folders may be one step older
        after a crash, until the next opening."""
        with contextlib.closing(sqlite3.connect(f"file:{self.store}/store.sqlite?mode=ro", uri=True, timeout=30)) as database:
            return database.execute(sql, values).fetchall()

    def stop(self, process, seconds=60):
        """Sends SIGTERM and returns the exit status, or "hangs"."""
        process.send_signal(signal.SIGTERM)
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            kill_now(process)
            return "hangs"

    # Checks

    def note(self, what, value):
        print(f"{self.name}: {what}: {value}", flush=True)
        self.results.append((what, value))

    def expect(self, what, value, holds):
        self.note(what, value if holds else f"{value} **failed**")
        if not holds:
            self.failures.append(f"{self.name}: {what}")

    def same(self, what, value, expected):
        self.expect(what, value if value == expected else f"{value}, expected {expected}", value == expected)

    def verify(self):
        result = self.records("verify")
        self.same("records verify: exit status", result.returncode, 0)
        if result.returncode:
            print(result.stdout[:2000], file=sys.stderr)

    def end(self, description):
        for process in self.processes:
            if process.poll() is None:
                kill_now(process)
        if self.options.record:
            self.write_record(description)
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def write_record(self, description):
        """Writes Records/DATE-faults-NAME.md. Folders of this machine are left out of the command."""
        words = sys.argv[1:]
        for option in ("--built", "--folder"):
            if option in words:
                del words[words.index(option):words.index(option) + 2]
        command = " ".join(["python3", str(Path(sys.argv[0]).resolve().relative_to(ROOT)), *words])
        model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "unknown")
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        version = self.run(self.programs.tool, "--version").stdout.strip()
        date = datetime.date.today().isoformat()
        lines = [f"# Trial {self.name}", "", " ".join(description.split()), "",
                 f"- Date {date}, sagevoice {version}, commit {commit}, {os.cpu_count()} cores ({model}).",
                 f"- Command: `{command}`, seed {self.options.seed}.", "", "| check | result |", "|---|---|"]
        lines += ["| " + " | ".join(str(cell).replace("|", "/") for cell in row) + " |" for row in self.results]
        path = ROOT / f"Benchmarks/Records/{date}-faults-{self.name}.md"
        path.write_text("\n".join(lines) + "\n")
        print(f"record: {path.relative_to(ROOT)}")


class FolderTrial(Trial):
    """An inbox, a store and the watcher between them."""

    def __init__(self, name, options):
        super().__init__(name, options)
        self.inbox, self.store = self.folder / "inbox", self.folder / "store"
        self.inbox.mkdir()
        self.work = self.inbox / ".sagevoice/work"
        self.key = []

    def put(self, name, data):
        """Delivers a file by one rename."""
        part = self.inbox / ".part"
        part.write_bytes(data if isinstance(data, bytes) else data.encode())
        part.rename(self.inbox / name)

    def records(self, command, *arguments):
        return super().records(command, *self.key, *arguments)

    def watch(self, *options, days_off=0):
        return self.start(self.programs.server, "watch", self.inbox, "--store", self.store, "--create", *self.key, *options,
                          env=self.environment(days_off))

    def environment(self, days_off):
        if not days_off:
            return dict(os.environ)
        library = self.folder / "clock.so"
        if not library.exists():
            (self.folder / "clock.c").write_text(CLOCK)
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library, self.folder / "clock.c"], check=True)
        return os.environ | {"LD_PRELOAD": str(library), "DAYS_OFF": str(days_off)}

    def drain(self, *options, days_off=0, seconds=600):
        """Runs the watcher until nothing is left. Returns its exit status, or "hangs", and its peak memory in MB."""
        process = self.watch("--once", "--settle", 0.2, "--deadline", 3, *options, days_off=days_off)
        peak, end = 0.0, time.monotonic() + seconds
        while process.poll() is None:
            peak = max(peak, memory_mb(process, "VmHWM"))
            if time.monotonic() > end:
                kill_now(process)
                return "hangs", peak
            time.sleep(0.01)
        return process.returncode, peak

    def wait_started(self):
        self.expect("watcher started", True, wait_until((self.store / "status.json").exists, 30))

    def is_idle(self):
        return len(os.listdir(self.inbox)) <= 1 and not os.listdir(self.work)

    def wait_idle(self, seconds=600):
        if not wait_until(self.is_idle, seconds, pause=0.005):
            self.expect(f"inbox empty within {seconds} s", False, False)

    def sessions(self):
        """Every session as a dictionary of its documents, by id."""
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
        """The code of each report of `records failed`, by the name of the file."""
        lines = self.records("failed", "--format", "json").stdout.splitlines()
        return {report["name"]: report["code"] for report in map(json.loads, lines)}

    def session(self, name):
        return next((s for s in self.sessions() if s["name"] == name), collections.defaultdict(lambda: None))

    def filed(self, name):
        return self.session(name)["status"] == "filed"

    def check(self, names):
        """Every delivered recording is in one session with all its files; the inbox is empty; the copies agree."""
        sessions = self.sessions()
        stored = collections.Counter(session["name"] for session in sessions)
        self.note("recordings delivered", len(names))
        self.same("sessions", len(sessions), len(names))
        self.same("recordings lost", len(set(names) - set(stored)), 0)
        self.same("recordings in two sessions", sum(count > 1 for count in stored.values()), 0)
        self.same("sessions that are not filed", sum(s["status"] != "filed" for s in sessions), 0)
        self.same("documents missing", sum(len({"quick", "computed", "audio"} - s["stored"]) for s in sessions), 0)
        self.same("audio files missing", sum(not (s["folder"] / "artifacts/audio.wav").exists() for s in sessions), 0)
        self.expect("files left in the inbox", os.listdir(self.inbox), self.is_idle())
        self.same("copies that differ from the database", sum(read_json(s["folder"] / f"{name}.json") != s[name]
                                                              for s in sessions for name in DOCUMENTS), 0)
        self.verify()


def kill_now(process):
    process.kill()
    process.wait()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def parse_json(data):
    """A document; None without one, or of an encrypted store."""
    try:
        return json.loads(data)
    except (TypeError, ValueError):
        return None


def read_json(path):
    """The document at `path`; None without one."""
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
    """Whether the condition became true in time."""
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
