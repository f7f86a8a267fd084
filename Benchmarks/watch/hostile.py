#!/usr/bin/env python3
"""What hostile files, sidecars, clocks and other programs cannot do, tried on the built tool.

    hostile.py                 all trials, each with an inbox and a store of its own
    hostile.py size sealed     these

Needs a C compiler for the trial of clocks, and root for that of unreadable files, which it runs as
another user. Exits with 1 if a promise is broken, and writes
Records/DATE-watch-hostile.md with --record.
"""
import argparse, hashlib, json, os, signal, sqlite3, struct, subprocess, sys, tempfile
import shutil, threading, time, zipfile
from pathlib import Path

from trials import ROOT, Voices, ends_over, write_record

# A clock that is wrong by some days, put between a program and the C library.
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
MB = 1 << 20
NOBODY = 65534


class Trial:
    """An inbox and a store, and what was found with them."""

    def __init__(self, name, options, found):
        self.name, self.options, self.found = name, options, found
        self.folder = Path(tempfile.mkdtemp(prefix=f"sagevoice-hostile-{name}-", dir=options.folder))
        self.inbox, self.store = self.folder / "in", self.folder / "store"
        self.inbox.mkdir()
        self.voices = Voices(options.tool, self.folder)
        self.key = []
        self.user = None
        self.err = self.folder / "stderr"

    # Recordings

    def recording(self, number, seconds=1):
        return self.voices.recording(number, seconds)

    def put(self, name, data):
        data = data if isinstance(data, bytes) else data.encode()
        part = self.inbox / ".part-of-delivery"
        part.write_bytes(data)
        if self.user is not None:
            os.chown(part, self.user, self.user)
        part.rename(self.inbox / name)

    # Programs

    def environment(self, days_off):
        if not days_off:
            return dict(os.environ)
        clock = self.folder / "clock.so"
        if not clock.exists():
            (self.folder / "clock.c").write_text(CLOCK)
            subprocess.run(["cc", "-shared", "-fPIC", "-o", clock, self.folder / "clock.c"], check=True)
        return os.environ | {"LD_PRELOAD": str(clock), "DAYS_OFF": str(days_off)}

    def start(self, *options, days_off=0):
        return subprocess.Popen(
            [self.options.tool, "watch", str(self.inbox), "--store", str(self.store),
             *(["--key-file", self.key[1]] if self.key else []), *options],
            env=self.environment(days_off), user=self.user, stderr=open(self.err, "ab"),
            stdout=subprocess.DEVNULL)

    def drain(self, *options, days_off=0, seconds=120):
        """Watches until nothing is left; the status, and the most memory it had, in MB."""
        process = self.start("--once", "--settle", "0.2", "--deadline", "3", *options,
                             days_off=days_off)
        peak, end = 0.0, time.monotonic() + seconds
        while process.poll() is None:
            peak = max(peak, memory(process.pid))
            if time.monotonic() > end:
                process.kill()
                process.wait()
                return "never ends", peak
            time.sleep(0.01)
        return process.returncode, peak

    def records(self, *arguments):
        return subprocess.run(
            [self.options.tool, "records", arguments[0], "--store", str(self.store), *self.key,
             *arguments[1:]], capture_output=True, user=self.user)

    def end(self, process):
        process.send_signal(signal.SIGTERM)
        try:
            return process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            return "does not end"

    # What is there

    def sessions(self):
        """Name → what the session holds, of an open store."""
        found = {}
        for folder in sorted((self.store / "sessions").glob("*")):
            session = {"folder": folder, "id": folder.name, "state": read(folder / "state.json")}
            for part in ("header", "answers", "quick", "computed"):
                session[part] = read(folder / f"{part}.json")
            name = (session["header"] or {}).get("recording", {}).get("name", folder.name)
            session["audio"] = folder / "artifacts/audio.wav"
            session["log"] = (folder / "audit.log").read_text() if (folder / "audit.log").exists() else ""
            found.setdefault(name, []).append(session)
        return found

    def one(self, name):
        return (self.sessions().get(name) or [{"header": {}, "state": {}, "log": "", "answers": None}])[0]

    def failed(self):
        return sorted(p.name for p in (self.store / "failed").glob("*"))

    def reports(self):
        return {p.name: read(p) for p in (self.store / "failed").glob("*.error.json")}

    def codes(self):
        return sorted(r["error"]["code"] for r in self.reports().values() if r)

    def events(self):
        path = self.store / "events.ndjson"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def person(self, session):
        return (session.get("header") or {}).get("person")

    def told(self, session):
        given = (session.get("answers") or {}).get("given") or {}
        return (given.get("profile") or given).get("user_id")

    def left(self):
        return sorted(p.name for p in self.inbox.iterdir() if p.name != ".sagevoice")

    def holding(self, *needles):
        """Files of inbox and store with one of the texts in their bytes or names."""
        wanted = [n if isinstance(n, bytes) else n.encode() for n in needles]
        found = []
        for path in [*self.inbox.rglob("*"), *self.store.rglob("*")]:
            parts = str(path.relative_to(self.folder)).encode()
            data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
            if any(n.lower() in parts.lower() or n.lower() in data.lower() for n in wanted):
                found.append(str(path.relative_to(self.folder)))
        return found

    # What is promised

    def expect(self, what, value, is_kept):
        text = value if is_kept else f"{value} **broken**"
        print(f"{self.name}: {what}: {text}", flush=True)
        self.found.append((self.name, what, text, is_kept))

    def same(self, what, value, expected):
        self.expect(what, value if value == expected else f"{value}, not {expected}", value == expected)

    def verified(self):
        result = self.records("verify")
        self.same("records verify, exit status", result.returncode, 0)
        if result.returncode:
            print(result.stdout.decode(errors="replace")[:2000], file=sys.stderr)

    def close(self):
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)


def read(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return None


def memory(process, field="VmHWM"):
    try:
        for line in open(f"/proc/{process}/status"):
            if line.startswith(field):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def wait_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return True
        except OSError:
            pass
        time.sleep(0.02)
    return False


def sparse(path, size, head=b""):
    with open(path, "wb") as file:
        file.write(head)
        file.truncate(size)


def wav_header(data_bytes, rate=44100):
    return b"RIFF" + struct.pack("<I", min(data_bytes + 36, 0xFFFFFFFF)) + b"WAVEfmt " + struct.pack(
        "<IHHIIHH", 16, 1, 1, rate, 2 * rate, 2, 16) + b"data" + struct.pack("<I", data_bytes)


def profile(user, **more):
    return json.dumps({"profile": {"user_id": user, "age": 34, "sex_assigned_at_birth": "female"}} | more)


# 1

def size(trial):
    """Recordings of 3 GB, a sidecar and a checksum of 10 GB; others beside them."""
    big, bigger = 3 * 1024 * MB, 10 * 1024 * MB
    for number in range(3):
        trial.put(f"good {number}.wav", trial.recording(number))
    trial.put("told.wav", trial.recording(10))
    trial.put("summed.wav", trial.recording(11))
    trial.put("short.wav", trial.recording(12))
    sparse(trial.inbox / "a long one.wav", big, wav_header(big - 44))
    sparse(trial.inbox / "bytes.wav", big, wav_header(88200))
    sparse(trial.inbox / "a minute.wav", 44 + 60 * 88200, wav_header(60 * 88200))
    sparse(trial.inbox / "told.json", bigger)
    sparse(trial.inbox / "summed.wav.sha256", bigger)
    status, peak = trial.drain("--tier", "quick")
    trial.same("status of a run with them", status, 65)
    trial.expect("most memory, MB (at most 200)", round(peak), peak <= 200)
    states = {name: [s["state"]["state"] for s in found] for name, found in trial.sessions().items()}
    trial.same("good ones filed", [states.get(f"good {n}.wav") for n in range(3)], [["filed"]] * 3)
    code = lambda name: (trial.one(name)["state"].get("error") or {}).get("code")
    trial.same("codes", [code(n) for n in ("a long one.wav", "bytes.wav", "a minute.wav")],
               ["too_large", "too_large", "too_long"])
    trial.same("left in inbox and work folder",
               (trial.left(), os.listdir(trial.inbox / ".sagevoice/work")), ([], []))
    trial.verified()


def trap(trial):
    """A recording in whose analysis the program always ends: here it is killed in the middle."""
    trial.put("trap.wav", trial.recording(1, 20))
    trial.put("sound.wav", trial.recording(2))
    mark = lambda: ends_over(trial.inbox / ".sagevoice", "trap.wav") or 0
    kills = 0
    for _ in range(12):
        before = mark()
        process = trial.start("--settle", "0.1", "--sidecar-wait", "0", "--jobs", "1")
        if not wait_until(lambda: mark() > before, 8):
            trial.end(process)
            break
        process.kill()
        process.wait()
        kills += 1
    trial.drain()
    trial.expect("kills in its analysis until it was set aside (at most 4)", kills, 1 <= kills <= 4)
    trial.same("set aside", trial.codes(), ["analysis_interrupted"])
    trial.same("the other one", trial.one("sound.wav")["state"].get("state"), "filed")
    trial.verified()


def endless(trial):
    """A writer that never closes its file, in 10 000 writes, while others come."""
    process = trial.start("--settle", "0.2", "--sidecar-wait", "0", "--tier", "quick")
    wait_until(lambda: (trial.store / "status.json").exists())
    data, peak = trial.recording(0), 0.0
    with open(trial.inbox / "endless.wav", "wb", buffering=0) as file:
        for number in range(10_000):
            file.write(data[:64] if number == 0 else data[100:140])
            if number % 1000 == 500:
                trial.put(f"good {number // 1000}.wav", trial.recording(number))
            time.sleep(0.0005)
        others = wait_until(lambda: sum(
            (s["state"] or {}).get("state") == "filed" for found in trial.sessions().values() for s in found)
            == 10, 60)
        peak = memory(process.pid)
        trial.same("ten others filed meanwhile", others, True)
        trial.same("and it was left alone", trial.left(), ["endless.wav"])
    trial.expect("most memory, MB (at most 200)", round(peak), peak <= 200)
    trial.same("when it was closed, it is taken", wait_until(lambda: trial.left() == [], 30), True)
    trial.same("status at the end", trial.end(process), 0)
    trial.verified()


def imported(trial):
    """An export that holds 960 MB of zeros where a sound should be."""
    trial.put("a.wav", trial.recording(1))
    trial.drain()
    out = trial.folder / "out.zip"
    trial.records("export", "--all", "--guests", str(out))
    manifest = json.loads(zipfile.ZipFile(out).read("export.json"))
    digest, zeros = hashlib.sha256(), bytes(16 * MB)
    for _ in range(60):
        digest.update(zeros)
    for file in manifest["sessions"][0]["files"]:
        if file["name"].endswith("audio.wav"):
            file["size_bytes"], file["sha256"] = 960 * MB, digest.hexdigest()
    bad = trial.folder / "bad.zip"
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(bad, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new:
        for name in old.namelist():
            if name == "export.json":
                new.writestr(name, json.dumps(manifest))
            elif name.endswith("audio.wav"):
                with new.open(name, "w", force_zip64=True) as entry:
                    for _ in range(60):
                        entry.write(zeros)
            else:
                new.writestr(name, old.read(name))
    process = subprocess.Popen(
        [trial.options.tool, "records", "import", "--store", str(trial.folder / "other"), str(bad)],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    peak = 0.0
    while process.poll() is None:
        peak = max(peak, memory(process.pid))
        time.sleep(0.01)
    trial.same("status of its import", process.returncode, 65)
    trial.expect("most memory, MB (at most 600)", round(peak), peak <= 600)


# 2

def writing(trial):
    """Files of their full size that somebody still writes to."""
    data = trial.recording(1, 3)
    process = trial.start("--settle", "0.3", "--sidecar-wait", "0", "--poll", "0.2")
    wait_until(lambda: (trial.inbox / ".sagevoice/status.json").exists())
    with open(trial.inbox / "allocated.wav", "wb", buffering=0) as file:
        file.write(data[:100_000])
        file.truncate(len(data))
        time.sleep(4)
        trial.expect("taken while it was open", (trial.inbox / "allocated.wav").exists() is False,
                     (trial.inbox / "allocated.wav").exists())
        file.seek(100_000)
        file.write(data[100_000:])
    wait_until(lambda: trial.one("allocated.wav")["state"].get("state") == "filed")
    session = trial.one("allocated.wav")
    trial.same("the archive is what was written",
               session.get("audio") is not None and sha256(session["audio"].read_bytes()), sha256(data))
    trial.same("and what was analysed", (session["computed"] or {}).get("recording", {}).get("sha256"),
               sha256(data))
    trial.same("status at the end", trial.end(process), 0)
    process = trial.start("--sidecar-wait", "0")
    time.sleep(1)
    # Renamed into place while a descriptor is open, which goes on writing after the claim.
    other = trial.recording(2, 3)
    outside = trial.folder / "outside.wav"
    outside.write_bytes(other[:44] + bytes(len(other) - 44))
    with open(outside, "r+b", buffering=0) as file:
        outside.rename(trial.inbox / "moved.wav")
        for step in range(20):
            time.sleep(0.1)
            first, last = 44 + step * (len(other) - 44) // 20, 44 + (step + 1) * (len(other) - 44) // 20
            file.seek(first)
            file.write(other[first:last])
    wait_until(lambda: trial.one("moved.wav")["state"].get("state") == "filed")
    session = trial.one("moved.wav")
    trial.same("written after it was moved: archive",
               session.get("audio") is not None and session["audio"].exists()
               and sha256(session["audio"].read_bytes()), sha256(other))
    trial.same("and its numbers", (session.get("computed") or {}).get("recording", {}).get("sha256"),
               sha256(other))
    trial.same("status at the end", trial.end(process), 0)
    trial.verified()


# 3

def clocks(trial):
    """Clocks that are 100 days ahead at a start, and 400 days behind when somebody records."""
    for day in range(2):
        trial.put(f"today {day}.wav", trial.recording(day))
        trial.drain()
    ids = lambda: len(list((trial.store / "sessions").glob("*")))
    trial.put("ahead.wav", trial.recording(5))
    trial.drain(days_off=100)
    trial.same("sessions after a start 100 days ahead", ids(), 3)
    trial.drain()
    trial.drain()
    trial.same("and after two right ones", ids(), 3)
    trial.put("behind.wav", trial.recording(6))
    trial.drain(days_off=-400)
    for _ in range(3):
        trial.drain()
    trial.same("sessions after a recording by a clock 400 days behind", ids(), 4)
    # Time that really goes by: a start a day, for 110 days.
    gone = []
    for day in range(1, 112, 2):
        trial.drain(days_off=day)
        gone.append((day, ids()))
    first = next((day for day, count in gone if count < 4), None)
    trial.expect("first day on which a guest's session goes (90 to 105)", first,
                 first is not None and 90 <= first <= 105)
    trial.verified()


# 4, 5

def people(trial):
    """Sidecars with faults, and what was told of recordings that were refused or are copies."""
    faulty = {"age": {"user_id": "kim", "age": "34"}, "key": {"userId": "kim"},
              "case": {"Profile": {"user_id": "kim"}}, "stranger": {"patient": "kim"}}
    for number, (name, sidecar) in enumerate(faulty.items()):
        trial.put(f"{name}.json", json.dumps({"profile": sidecar} if name == "age" else sidecar))
        trial.put(f"{name}.wav", trial.recording(number))
    trial.put("guest.wav", trial.recording(20))
    trial.put("refused.json", profile("kim", reference="case-7"))
    trial.put("refused.wav", b"RIFF....WAVE not a recording")
    trial.put("sum.json", profile("kim", reference="case-8"))
    trial.put("sum.wav.sha256", sha256(b"another") + "  sum.wav\n")
    trial.put("sum.wav", trial.recording(21))
    trial.drain("--events")
    trial.put("first.json", profile("kim", reference="case-1"))
    trial.put("first.wav", trial.recording(30))
    trial.drain("--events")
    trial.put("copy.json", profile("kim", reference="case-2"))
    trial.put("copy.wav", trial.recording(30))
    trial.drain("--events")
    trial.same("whose the ones with faulty sidecars are",
               {name: trial.person(trial.one(f"{name}.wav")) for name in faulty},
               {name: "unknown" for name in faulty})
    trial.same("whose the one without is", trial.person(trial.one("guest.wav")), "guest")
    for name in ("refused", "sum", "copy"):
        trial.same(f"{name}: told by", trial.told(trial.one(f"{name}.wav")), "kim")
        header = trial.one(f"{name}.wav").get("header") or {}
        trial.expect(f"{name}: reference and hash",
                     (header.get("reference"), bool(header.get("recording", {}).get("sha256"))),
                     bool(header.get("reference")) and bool(header.get("recording", {}).get("sha256")))
    trial.same("records list --reference", len(trial.records("list", "--reference", "case-7").stdout.splitlines()), 1)
    trial.put("age.json", profile("kim"))
    trial.drain("--events")
    trial.same("put right later", trial.person(trial.one("age.wav")), "known")
    ends = {}
    for event in trial.events():
        if event["event"] in ("analysed", "refused", "duplicate", "failed", "purged"):
            ends.setdefault(event["session_id"], []).append(event["event"])
    trial.same("sessions without exactly one terminal event",
               sum(len(ends.get(s["id"], [])) != 1 for found in trial.sessions().values() for s in found), 0)
    numbers = [event.get("seq") for event in trial.events()]
    trial.expect("events are numbered in order", numbers[:3],
                 None not in numbers and numbers == sorted(set(numbers)))
    trial.verified()


# 6

def names(trial):
    """Names as long as a file system takes, and a file that may not be read."""
    long = [("n" * (length - 4)) + ".wav" for length in range(247, 256)]
    for number, name in enumerate(long):
        trial.put(name, trial.recording(number))
    status, _ = trial.drain()
    trial.same("status with names of 247 to 255 bytes", status, 0)
    trial.same("filed", sum(trial.one(n)["state"].get("state") == "filed" for n in long), len(long))
    trial.same("left", trial.left(), [])
    for name in long[:1] + long[-1:]:
        trial.put(name, b"not a recording" + name.encode())
    trial.drain()
    trial.same("and refused ones put away", len([f for f in trial.failed() if not f.endswith(".error.json")]), 2)
    trial.verified()


def unreadable(trial):
    """A recording that the watcher's user may not read."""
    if os.geteuid() != 0:
        return trial.expect("a file that may not be read", "needs root", False)
    os.chmod(trial.folder, 0o755)
    trial.folder.parent.exists() and os.chown(trial.folder, NOBODY, NOBODY)
    os.chown(trial.inbox, NOBODY, NOBODY)
    trial.user = NOBODY
    trial.put("Doe, Jane 1950.wav", trial.recording(1))
    os.chown(trial.inbox / "Doe, Jane 1950.wav", 0, 0)
    os.chmod(trial.inbox / "Doe, Jane 1950.wav", 0o000)
    trial.put("open.wav", trial.recording(2))
    trial.err.touch()
    process = trial.start("--settle", "0.1")
    wait_until(lambda: trial.one("open.wav")["state"].get("state") == "filed")
    time.sleep(12)
    reports = [r for r in trial.reports().values() if r and r.get("name") == "Doe, Jane 1950.wav"]
    trial.same("reports that name it", len(reports), 1)
    ids = {word.split("=")[1] for line in trial.err.read_text().splitlines()
           for word in line.split() if word.startswith("session=") and "again" in line}
    trial.expect("session ids in the log of its retries (at most 1)", len(ids), len(ids) <= 1)
    texts = [trial.err, trial.inbox / ".sagevoice/status.json", trial.store / "status.json"]
    trial.same("log and status that name it",
               [path.name for path in texts if any(n in path.read_text() for n in ("Doe", "Jane"))], [])
    os.chmod(trial.inbox / "Doe, Jane 1950.wav", 0o644)
    trial.expect("when it may be read", "filed" if wait_until(
        lambda: trial.one("Doe, Jane 1950.wav")["state"].get("state") == "filed", 45) else "not filed",
        trial.one("Doe, Jane 1950.wav")["state"].get("state") == "filed")
    trial.same("the report goes", [r for r in trial.reports().values() if r and r.get("name") == "Doe, Jane 1950.wav"], [])
    trial.end(process)
    trial.verified()


# 7

def sidecars(trial):
    """Sidecars and checksums that come late, twice, or for another recording of the same name."""
    wait = ("--sidecar-wait", "0")
    trial.put("rec.json", profile("anna"))
    trial.put("rec.wav", trial.recording(1))
    trial.drain(*wait)
    trial.put("rec.json", profile("otto"))
    trial.drain(*wait)
    trial.put("rec.wav", trial.recording(2))
    trial.drain(*wait)
    sessions = trial.sessions()["rec.wav"]
    of = lambda number: next((trial.told(s) for s in trial.sessions()["rec.wav"]
                              if s["header"]["recording"]["sha256"] == sha256(trial.recording(number))), "no session")
    trial.same("a second sidecar: whose the first is, and the next of that name", (of(1), of(2)), ("anna", None))
    trial.expect("it is reported", trial.codes(), "sidecar_orphan" in trial.codes())
    trial.put("two.wav", trial.recording(3))
    trial.drain(*wait)
    trial.put("two.wav", trial.recording(4))
    trial.drain(*wait)
    trial.put("two.json", profile("anna"))
    trial.drain(*wait)
    told = [trial.told(s) for s in trial.sessions()["two.wav"]]
    trial.same("two of one name, a sidecar for one of them: told of", told, [None, None])
    trial.put("two.json", profile("anna", sha256=sha256(trial.recording(3))))
    trial.drain(*wait)
    whose = {s["header"]["recording"]["sha256"]: trial.told(s) for s in trial.sessions()["two.wav"]}
    trial.same("with the hash of the first", (whose[sha256(trial.recording(3))], whose[sha256(trial.recording(4))]),
               ("anna", None))
    trial.put("hash.json", profile("berta", sha256=sha256(trial.recording(6))))
    trial.put("hash.wav", trial.recording(5))
    trial.drain(*wait)
    trial.put("hash.wav", trial.recording(6))
    trial.drain(*wait)
    whose = {s["header"]["recording"]["sha256"]: trial.told(s) for s in trial.sessions()["hash.wav"]}
    trial.same("a sidecar with a hash fits no other",
               (whose[sha256(trial.recording(5))], whose[sha256(trial.recording(6))]), (None, "berta"))
    trial.put("sum.wav", trial.recording(7))
    trial.drain(*wait)
    trial.put("sum.wav.sha256", sha256(trial.recording(7)) + "  sum.wav\n")
    trial.drain(*wait)
    trial.put("sum.wav", trial.recording(8))
    trial.drain(*wait)
    trial.same("a checksum that came late, and the next of that name",
               [s["state"]["state"] for s in trial.sessions()["sum.wav"]], ["filed", "filed"])
    trial.verified()


# 8

def checksums(trial):
    """Files of fingerprints in all forms, good ones and bad ones."""
    good = {
        "gnu": lambda h, n: f"{h}  {n}\n", "binary": lambda h, n: f"{h} *{n}\n", "bare": lambda h, n: h,
        "bsd": lambda h, n: f"SHA256 ({n}) = {h}\n", "upper": lambda h, n: f"{h.upper()}  {n}\r\n",
        "path": lambda h, n: f"{h}  /mnt/out/{n}\n", "escaped": lambda h, n: f"\\{h}  {n}\n",
        "several": lambda h, n: f"{sha256(b'x')}  other.wav\n{h}  {n}\n", "bom": lambda h, n: f"\ufeff{h}  {n}\n"}
    bad = {
        "empty": lambda h, n: "", "garbage": lambda h, n: "not a checksum\n",
        "md5": lambda h, n: f"{hashlib.md5(b'x').hexdigest()}  {n}\n",
        "sha512": lambda h, n: f"{hashlib.sha512(b'x').hexdigest()}  {n}\n",
        "bsd wrong": lambda h, n: f"SHA256 ({n}) = {sha256(b'x')}\n", "bsd md5": lambda h, n: f"MD5 ({n}) = {hashlib.md5(b'x').hexdigest()}\n",
        "two": lambda h, n: f"{h}  {n}\n{sha256(b'x')}  {n}\n", "zeros": lambda h, n: "\0" * 64}
    for number, (name, text) in enumerate({**good, **bad}.items()):
        data = trial.recording(number)
        trial.put(f"{name}.wav.sha256", text(sha256(data), f"{name}.wav"))
        trial.put(f"{name}.wav", data)
    trial.drain("--tier", "quick")
    state = lambda name: trial.one(f"{name}.wav")["state"].get("state")
    trial.same("good ones that are not filed", [n for n in good if state(n) != "filed"], [])
    trial.same("bad ones that are not refused", [n for n in bad if state(n) != "refused"], [])
    kept = [f for f in trial.failed() if f.endswith(".sha256")]
    trial.expect("checksum files of refused recordings that are kept", len(kept), len(kept) == len(bad))
    trial.verified()


# 9

def programs(trial):
    """Several programs on one session."""
    trial.put("a.wav", trial.recording(1))
    trial.drain()
    session = trial.one("a.wav")
    again = lambda: next(s for s in trial.sessions()["a.wav"] if s["id"] == session["id"])
    amended, threads = [], []

    def amend():
        for _ in range(10):
            result = trial.records("amend", "--reason", "trial", "--quiet", session["id"])
            amended.append(json.loads(result.stdout)["session_id"] if result.returncode == 0 else result.stderr)

    for _ in range(4):
        threads.append(threading.Thread(target=amend))
        threads[-1].start()
    trial.put("a.json", profile("anna"))
    status, _ = trial.drain("--sidecar-wait", "0")
    for thread in threads:
        thread.join()
    trial.same("amendments that succeeded", sum(isinstance(a, str) for a in amended), 40)
    log = again()["log"]
    trial.same("of them in the log of the session", sum(isinstance(a, str) and a in log for a in amended), 40)
    trial.same("what the watcher told it", trial.told(again()), "anna")
    trial.verified()
    trial.records("purge", "--user", "anna")
    trial.same("the session, after a purge of the person", (trial.store / "sessions" / session["id"]).exists(), False)


# 10

def erasure(trial, sealed=False):
    """Everything that names a person, after it was asked to go."""
    if sealed:
        key = trial.folder / "key"
        key.write_bytes(os.urandom(32))
        key.chmod(0o600)
        trial.key = ["--key-file", str(key)]
    marks = ["zoe-4711", "Zoe Example"]
    trial.put("Zoe Example 1.json", profile("zoe-4711", context="visit of zoe-4711"))
    trial.put("Zoe Example 1.wav", trial.recording(1))
    trial.put("Zoe Example 2.json", json.dumps({"profile": {"user_id": "zoe-4711", "age": "34"}}))
    trial.put("Zoe Example 2.wav", trial.recording(2))
    trial.put("Zoe Example 3.json", profile("zoe-4711"))
    trial.put("Zoe Example 3.wav", b"no recording")
    trial.put("Zoe Example 4.json", profile("zoe-4711"))
    trial.put("Zoe Example 4.wav", trial.recording(1))
    for number in range(5):
        trial.put(f"other {number}.wav", trial.recording(50 + number))
    process = trial.start("--settle", "0.2", "--sidecar-wait", "0.2", "--events")
    wait_until(lambda: not trial.left() and not os.listdir(trial.inbox / ".sagevoice/work"), 40)
    held = sum(1 for f in trial.holding(*marks))
    trial.put("Zoe Example 5.json", profile("zoe-4711"))
    trial.put("Zoe Example 5.wav", trial.recording(5, 20))
    wait_until(lambda: any((f / "quick.json").exists() for f in (trial.store / "sessions").glob("*")
                           if "Zoe Example 5" in str(list((trial.inbox / ".sagevoice/work").glob("*/*")))), 10)
    purged = trial.records("purge", "--user", "zoe-4711")
    trial.same("status of the purge beside the watcher", purged.returncode, 0)
    trial.expect("files that named her before", held, sealed or held > 0)
    wait_until(lambda: not os.listdir(trial.inbox / ".sagevoice/work"), 20)
    again = trial.records("purge", "--user", "zoe-4711")
    trial.same("files that name her, with the watcher running", trial.holding(*marks), [])
    trial.end(process)
    trial.same("and after it ended", trial.holding(*marks), [])
    trial.same("others that are still there", len(list((trial.store / "sessions").glob("*"))), 5)
    trial.verified()
    other = next((trial.store / "sessions").glob("*")).name
    trial.same("purge of one session by its id", trial.records("purge", "--session", other).returncode, 0)
    trial.same("which is gone", (trial.store / "sessions" / other).exists(), False)
    kept = next((trial.store / "sessions").glob("*")).name
    (trial.store / "tombstones" / f"{kept}.json").touch(mode=0o600)
    trial.drain()
    trial.same("a session with an empty tombstone planted is still there", (trial.store / "sessions" / kept / "header.json").exists(), True)


def erasure_sealed(trial):
    """The same in an encrypted store."""
    erasure(trial, sealed=True)


# 11

def sealed(trial):
    """What an encrypted store shows to who has no key."""
    key = trial.folder / "key"
    key.write_bytes(os.urandom(32))
    key.chmod(0o600)
    trial.key = ["--key-file", str(key)]
    data = trial.recording(1)
    trial.put("Doe, Jane 1950.json", '{"profile": {"user_id": "QUARTZUSER", "age": "QUARTZAGE"}, "context": "QUARTZCONTEXT"}')
    trial.put("Doe, Jane 1950.wav", data)
    trial.put("Doe, Jane bad.json", profile("QUARTZUSER", reference="QUARTZREFERENCE", context="QUARTZCONTEXT"))
    trial.put("Doe, Jane bad.wav", b"QUARTZBYTES")
    trial.put("Doe, Jane sum.wav.sha256", "QUARTZSUM")
    trial.put("Doe, Jane sum.wav", trial.recording(2))
    trial.put("Doe, Jane good.json", profile("QUARTZUSER", reference="QUARTZREFERENCE", context="QUARTZCONTEXT"))
    trial.put("Doe, Jane good.wav", trial.recording(3))
    trial.drain("--events")
    hashes = [sha256(data), sha256(b"QUARTZBYTES"), sha256(trial.recording(2)), sha256(trial.recording(3))]
    trial.same("files that hold a name, a value or a plain SHA-256",
               trial.holding("Doe, Jane", "Jane", "QUARTZ", *hashes), [])
    listed = trial.records("failed", "--format", "json").stdout.decode(errors="replace")
    trial.expect("who has the key reads the reports", listed.count("Doe, Jane"), "Doe, Jane 1950.json" in listed)
    trial.verified()


# 12

def log(trial):
    """Log, status and events when everything goes wrong with files that are named for a person."""
    trial.put("Doe, Jane 1950.wav", trial.recording(1))
    trial.put("Doe, Jane 1951.json", '{"profile": {"user_id": "QUARTZUSER", "age": "QUARTZAGE"}}')
    trial.put("Doe, Jane 1951.wav", b"nothing")
    trial.drain("--events")
    trial.put("Doe, Jane 1952.wav", trial.recording(2))
    (trial.inbox / "Doe, Jane 1953.wav").mkdir()
    (trial.inbox / "Doe, Jane 1954.wav").symlink_to("/nowhere/Doe, Jane")
    # A store in which nothing can be made.
    staging = trial.store / "staging"
    shutil.rmtree(staging)
    staging.write_text("")
    process = trial.start("--settle", "0.1", "--sidecar-wait", "0", "--events")
    time.sleep(4)
    trial.end(process)
    staging.unlink()
    staging.mkdir(mode=0o700)
    trial.drain("--events")
    texts = {"log": trial.err.read_bytes()}
    for path in (trial.inbox / ".sagevoice/status.json", trial.store / "status.json", trial.store / "events.ndjson"):
        texts[path.name] = path.read_bytes() if path.exists() else b""
    marks = (b"Doe", b"Jane", b"QUARTZ")
    trial.same("of log, status and events, those that name her",
               [name for name, text in texts.items() if any(m in text for m in marks)], [])
    trial.expect("lines of the log", texts["log"].count(b"\n"), texts["log"].count(b"\n") > 3)
    trial.put("context.json", json.dumps({"context": "a\x1b[31m\x07b"}))
    trial.put("context.wav", trial.recording(3))
    trial.drain()
    listed = trial.records("list", "--format", "text").stdout
    trial.same("control characters in the list", [b for b in listed if b < 32 and b != 10], [])


# 14 to 17

def operations(trial):
    """A second watcher, a store that goes away, links, planted files and an emptied log."""
    process = trial.start("--settle", "0.1", "--sidecar-wait", "0", "--events")
    wait_until(lambda: (trial.store / "status.json").exists())
    check = lambda: subprocess.run([trial.options.tool, "status", str(trial.store), "--check"],
                                   capture_output=True).returncode
    trial.expect("status --check of a running one", check(), wait_until(lambda: check() == 0, 8))
    other = trial.folder / "other inbox"
    other.mkdir()
    second = subprocess.run([trial.options.tool, "watch", str(other), "--store", str(trial.store), "--once"],
                            capture_output=True)
    trial.same("status of a second watcher on the store", second.returncode, 66)
    away = trial.folder / "away"
    trial.store.rename(away)
    trial.store.mkdir()
    trial.put("a.wav", trial.recording(1))
    time.sleep(7)
    trial.same("made in the empty place of the store", sorted(p.name for p in trial.store.iterdir()), [])
    status = read(trial.inbox / ".sagevoice/status.json") or {}
    trial.same("state meanwhile", status.get("state"), "degraded")
    trial.store.rmdir()
    away.rename(trial.store)
    trial.expect("when it is back", "filed" if wait_until(
        lambda: trial.one("a.wav")["state"].get("state") == "filed", 60) else "not filed",
        trial.one("a.wav")["state"].get("state") == "filed")
    trial.end(process)
    trial.expect("status --check of one that ended", check(), check() != 0)
    trial.verified()
    backup = trial.folder / "backup"
    trial.same("backup", trial.records("backup", str(backup)).returncode, 0)
    found = lambda: trial.records("verify").stdout.decode(errors="replace")
    planted = trial.store / "failed/planted.wav"
    planted.write_bytes(b"x")
    planted.chmod(0o600)
    trial.expect("a planted file is found", "planted.wav" in found(), "planted.wav" in found())
    planted.unlink()
    session = next((trial.store / "sessions").glob("*"))
    session.rename(trial.folder / "elsewhere")
    session.symlink_to(trial.folder / "elsewhere")
    trial.expect("a session that is a link", session.name in found(), session.name in found())
    session.unlink()
    (trial.folder / "elsewhere").rename(session)
    (session / "header.json").chmod(0o644)
    trial.expect("a loosened mode", "header.json" in found(), "header.json" in found())
    (session / "header.json").chmod(0o600)
    log = (trial.store / "audit.log").read_bytes()
    os.truncate(trial.store / "audit.log", 0)
    trial.put("b.wav", trial.recording(2))
    status, _ = trial.drain(seconds=20)
    trial.expect("status of a watcher on an emptied log", status, status not in (0, "never ends"))
    trial.same("the log is not continued", (trial.store / "audit.log").stat().st_size, 0)
    (trial.store / "audit.log").write_bytes(log)
    trial.verified()
    planted = trial.folder / "planted inbox"
    (trial.folder / "not ours").mkdir()
    planted.mkdir()
    (planted / ".sagevoice").symlink_to(trial.folder / "not ours")
    linked = subprocess.run([trial.options.tool, "watch", str(planted), "--store", str(trial.folder / "s2"), "--once"],
                            capture_output=True)
    trial.same("status where .sagevoice is a link", linked.returncode, 66)
    trial.same("written through the link", os.listdir(trial.folder / "not ours"), [])


TRIALS = [size, trap, endless, imported, writing, clocks, people, names, unreadable, sidecars, checksums, programs,
          erasure, erasure_sealed, sealed, log, operations]


def main():
    known = {trial.__name__: trial for trial in TRIALS}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trials", nargs="*", metavar="trial", help=", ".join(known))
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--folder", help="where inboxes and stores are made", default=None)
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    parser.add_argument("--keep", action="store_true", help="leave inboxes and stores where they are")
    options = parser.parse_args()
    for name in options.trials:
        if name not in known:
            parser.error(f"there is no trial {name}")
    found = []
    for name in options.trials or known:
        trial = Trial(name, options, found)
        try:
            known[name](trial)
        except Exception as fault:  # The other trials are of use all the same.
            trial.expect("the trial itself", f"{type(fault).__name__}: {fault}", False)
        trial.close()
    broken = [entry for entry in found if not entry[3]]
    print(f"{len(found)} promises tried, {len(broken)} broken")
    if options.record:
        write_record(
            "hostile", "Hostile files, sidecars, clocks and programs",
            "`Benchmarks/watch/hostile.py`: each trial on an inbox and a store of its own, with the built tool.",
            options.tool, ("Trial", "What", "Found"), [row[:3] for row in found])
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
