#!/usr/bin/env python3
"""What the watcher of folders promises, tried on the built tool, with a record of what was found.

    watch.py kill      kill -9 at random moments while recordings arrive
    watch.py flood     thousands of files dropped at once, under odd names
    watch.py slow      files whose bytes arrive over seconds
    watch.py latency   from close-after-write to the quick document on disk
    watch.py backlog   a backlog drained, against the batch rate of `analyze`
    watch.py memory    resident memory over thousands of files

Each exits with 1 if a promise is broken, and writes Records/DATE-watch-NAME.md with --record.
"""
import argparse, json, os, random, shutil, signal, sqlite3, statistics, subprocess, sys
import tempfile, time
from pathlib import Path

from trials import ROOT, Voices, write_record

# How long a backlog lies untouched before it is taken, in seconds.
SETTLE = 0.2


class Bench:
    """A tool, an inbox and a store for one trial."""

    def __init__(self, options):
        self.tool = options.tool
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix="sagevoice-watch-", dir=options.folder))
        self.inbox, self.store = self.folder / "in", self.folder / "store"
        self.inbox.mkdir()
        self.random = random.Random(options.seed)
        self.voices = Voices(options.tool, self.folder)
        self.found, self.broken = [], []

    def recording(self, number, seconds):
        return self.voices.recording(number, seconds)

    def deliver(self, name, data):
        """As careful programs do: under another name first."""
        part = self.inbox / (name + ".part")
        part.write_bytes(data)
        part.rename(self.inbox / name)

    def watch(self, *options):
        return subprocess.Popen(
            [self.tool, "watch", str(self.inbox), "--store", str(self.store), "--quiet", *options],
            stderr=subprocess.DEVNULL if "--once" not in options else None)

    def drain(self):
        start = time.monotonic()
        status = self.watch("--once", "--settle", str(SETTLE)).wait()
        self.expect("status of the last run", status, status == 0)
        return time.monotonic() - start

    def sessions(self):
        sessions = []
        for folder in sorted((self.store / "sessions").iterdir()):
            state = json.loads((folder / "state.json").read_text())
            header = json.loads((folder / "header.json").read_text())
            sessions.append((folder, state["state"], header["recording"]))
        return sessions

    def check(self, delivered):
        """Every recording in one session of its own, whole; nothing left in the inbox."""
        sessions = self.sessions()
        names = [facts["name"] for _, _, facts in sessions]
        self.expect("recordings delivered", len(delivered), True)
        self.expect("sessions", len(sessions), len(sessions) == len(delivered))
        self.expect("recordings lost", len(set(delivered) - set(names)), set(delivered) <= set(names))
        self.expect("recordings in two sessions", len(names) - len(set(names)),
                    len(names) == len(set(names)))
        unfinished = [state for _, state, _ in sessions if state != "filed"]
        self.expect("sessions that are not filed", len(unfinished), not unfinished)
        missing = [folder for folder, _, _ in sessions for name in
                   ("quick.json", "computed.json", "artifacts/audio.wav")
                   if not (folder / name).exists()]
        self.expect("documents missing", len(missing), not missing)
        left = [p.name for p in self.inbox.iterdir() if p.name != ".sagevoice"]
        work = list((self.inbox / ".sagevoice/work").iterdir())
        self.expect("left in the inbox", len(left), not left)
        self.expect("left in the work folder", len(work), not work)
        self.verify()

    def verify(self):
        """The index, and the audit chain by the tool's own command where this build has it."""
        rows = dict(sqlite3.connect(f"file:{self.store}/index.sqlite?mode=ro", uri=True).execute(
            "SELECT id, state FROM sessions").fetchall())
        folders = {folder.name: state for folder, state, _ in self.sessions()}
        self.expect("rows of the index that differ from the folders",
                    len(rows.items() ^ folders.items()), rows == folders)
        commands = subprocess.run([self.tool, "--help"], capture_output=True, text=True).stdout
        if "  records " not in commands:
            return self.note("records verify", "not in this build")
        verified = subprocess.run(
            [self.tool, "records", "verify", "--store", str(self.store)], capture_output=True, text=True)
        self.expect("records verify, exit status", verified.returncode, verified.returncode == 0)

    def note(self, what, value):
        print(f"{what}: {value}", flush=True)
        self.found.append((what, value))

    def expect(self, what, value, is_kept):
        self.note(what, value if is_kept else f"{value} **broken**")
        if not is_kept:
            self.broken.append(what)

    def end(self, title, how):
        if self.options.record:
            write_record(self.options.trial, title, how, self.tool, ("What", "Found"), self.found,
                         f", seed {self.options.seed}")
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)
        sys.exit(1 if self.broken else 0)


def kill(bench, options):
    kills, count = options.kills or 200, options.count or 300
    plan = [(bench.random.random(), f"{n}.wav", n) for n in range(count)]
    data = {name: bench.recording(number, 1) for _, name, number in plan}
    plan.sort()
    waits = [bench.random.uniform(0.02, 0.45) for _ in range(kills)]
    total, start, done = sum(waits), time.monotonic(), 0
    at_work = 0
    for wait in waits:
        watcher = bench.watch("--settle", "0.2", "--sidecar-wait", "0.1")
        end = time.monotonic() + wait
        while time.monotonic() < end:
            while plan and plan[0][0] * total < time.monotonic() - start:
                _, name, _ = plan.pop(0)
                bench.deliver(name, data[name])
            time.sleep(0.005)
        watcher.send_signal(signal.SIGKILL)
        watcher.wait()
        done += 1
        work = bench.inbox / ".sagevoice/work"
        at_work += bool(work.exists() and any(work.iterdir()))
    for _, name, _ in plan:
        bench.deliver(name, data[name])
    bench.note("kills", done)
    bench.note("kills with recordings in the work folder", at_work)
    bench.drain()
    bench.check(list(data))
    bench.end("The watcher killed at random moments",
              f"`Benchmarks/watch/watch.py kill`: {kills} × kill -9, 0.02 … 0.45 s after each start, "
              f"while {count} recordings of 1 s arrive; then one run to the end.")


def flood(bench, options):
    count = options.count or 2000
    odd = ["ä ö {}.wav", "line\nbreak {}.wav", "e\u0301 {}.WAV", "日本 {}.wav", "-{}.wav", "'\"$ {}.wav"]
    names = [odd[n % len(odd)].format(n) for n in range(count)]
    watcher = bench.watch("--settle", "0.2", "--sidecar-wait", "0")
    wait_for(bench.store / "status.json")
    outside = bench.folder / "outside"
    outside.mkdir()
    for number, name in enumerate(names):
        (outside / name).write_bytes(bench.recording(number, 1))
    start = time.monotonic()
    for name in names:
        (outside / name).rename(bench.inbox / name)
    bench.note("seconds for the drop", round(time.monotonic() - start, 2))
    wait_empty(bench, 600)
    bench.note("recordings per second", round(count / (time.monotonic() - start), 1))
    watcher.send_signal(signal.SIGTERM)
    bench.expect("status after SIGTERM", (status := watcher.wait()), status == 0)
    bench.drain()
    bench.check(names)
    bench.end("Files dropped at once", f"`Benchmarks/watch/watch.py flood`: {count} recordings of 1 s "
              "renamed into the inbox of a running watcher, with spaces, line breaks, quotation marks, "
              "composed and decomposed accents in their names.")


def slow(bench, options):
    count = options.count or 12
    watcher = bench.watch("--sidecar-wait", "0")
    wait_for(bench.store / "status.json")
    data = {f"{n}.wav": bench.recording(n, 3) for n in range(count)}
    files = {name: open(bench.inbox / name, "wb") for name in data}
    for step in range(50):
        for name, file in files.items():
            size = len(data[name])
            file.write(data[name][size * step // 50:size * (step + 1) // 50])
            file.flush()
        time.sleep(0.1)
    for file in files.values():
        file.close()
    wait_empty(bench, 60)
    watcher.send_signal(signal.SIGTERM)
    watcher.wait()
    bench.drain()
    bench.check(list(data))
    bench.end("Slow writers", f"`Benchmarks/watch/watch.py slow`: {count} recordings of 3 s written in "
              "place, in 50 parts over 5 s each.")


def latency(bench, options):
    count = options.count or 40
    watcher = bench.watch("--sidecar-wait", "0")
    wait_for(bench.store / "status.json")
    sessions, times = bench.store / "sessions", []
    for number in range(count):
        data = bench.recording(number, 10)
        known = set(os.listdir(sessions))
        with open(bench.inbox / f"{number}.wav", "wb") as file:
            file.write(data)
        start = time.monotonic()
        while not any((sessions / new / "quick.json").exists()
                      for new in set(os.listdir(sessions)) - known):
            time.sleep(0.0005)
        times.append(1000 * (time.monotonic() - start))
        wait_empty(bench, 30)
        time.sleep(0.05)
    watcher.send_signal(signal.SIGTERM)
    watcher.wait()
    times.sort()
    median = statistics.median(times)
    bench.note("recordings of 10 s, one at a time", count)
    bench.expect("median, ms (at most 100)", round(median, 1), median <= 100)
    bench.note("95th percentile, ms", round(times[int(0.95 * len(times))], 1))
    bench.note("fastest, slowest, ms", f"{times[0]:.1f}, {times[-1]:.1f}")
    bench.end("From close-after-write to the quick document", "`Benchmarks/watch/watch.py latency`: the "
              "time from close(2) to quick.json standing in its session, the document and its log "
              "line being durable by then.")


def backlog(bench, options):
    count, turns = options.count or 2000, 10
    outside = bench.folder / "outside"
    outside.mkdir()
    seconds, ratios = dict.fromkeys(("quick", "comprehensive", "watch"), 0.0), []

    def analyze(numbers):
        paths = bench.folder / "list"
        paths.write_text("".join(f"{outside}/{number}.wav\n" for number in numbers))
        os.sync()
        for tier in ("quick", "comprehensive"):
            start = time.monotonic()
            subprocess.run([bench.tool, "analyze", "--quiet", "--tier", tier, "--files-from", str(paths)],
                           check=True, stdout=subprocess.DEVNULL)
            seconds[tier] += time.monotonic() - start

    def watch(numbers):
        for number in numbers:
            (bench.inbox / f"{number}.wav").write_bytes(bench.recording(number, options.seconds))
        os.sync()
        start = time.monotonic()
        if status := bench.watch("--once", "--settle", str(SETTLE)).wait():
            bench.expect("status of a run", status, False)
        seconds["watch"] += time.monotonic() - start - SETTLE

    for turn in range(turns):
        numbers = range(turn * count // turns, (turn + 1) * count // turns)
        before = dict(seconds)
        for number in numbers:
            (outside / f"{number}.wav").write_bytes(bench.recording(number, options.seconds))
        # Each goes first as often as the other.
        for part in (analyze, watch) if turn % 2 == 0 else (watch, analyze):
            part(numbers)
        for number in numbers:
            (outside / f"{number}.wav").unlink()
        taken = {name: seconds[name] - before[name] for name in seconds}
        ratios.append((taken["quick"] + taken["comprehensive"]) / taken["watch"])
    batch = seconds["quick"] + seconds["comprehensive"]
    for name, time_taken in (("batch, quick", seconds["quick"]), ("batch, comprehensive", seconds["comprehensive"]),
                             ("batch, both tiers one after the other", batch), ("watch", seconds["watch"])):
        bench.note(f"{name}, recordings per second", round(count / time_taken, 1))
    ratio = batch / seconds["watch"]
    bench.expect("watch / batch (at least 0.9)", round(ratio, 3), ratio >= 0.9)
    bench.note("watch / batch by turn", ", ".join(f"{ratio:.2f}" for ratio in ratios))
    bench.note("standard error of their mean", round(statistics.stdev(ratios) / turns**0.5, 3))
    bench.check([f"{number}.wav" for number in range(count)])
    bench.end("A backlog drained", f"`Benchmarks/watch/watch.py backlog`: {count} recordings of "
              f"{options.seconds} s; `analyze` of all by both tiers against `watch --once` of all, stored durably and "
              f"archived, {turns} times by turns, since the pace of a machine changes, each first in every other turn, "
              "with nothing left to be written before. The starts of the programs count, the settle time does not.")


def memory(bench, options):
    count, step = options.count or 10_000, 500
    watcher = bench.watch("--sidecar-wait", "0")
    wait_for(bench.store / "status.json")
    sizes = []
    for first in range(0, count, step):
        for number in range(first, min(first + step, count)):
            bench.deliver(f"{number}.wav", bench.recording(number, 1))
        wait_empty(bench, 600)
        sizes.append(resident(watcher.pid))
        print(first + step, f"{sizes[-1]:.0f} MB", flush=True)
    watcher.send_signal(signal.SIGTERM)
    watcher.wait()
    early, late = statistics.median(sizes[1:4]), statistics.median(sizes[-3:])
    bench.note("recordings", count)
    bench.note(f"resident, MB, after every {step}", ", ".join(f"{size:.0f}" for size in sizes))
    bench.expect("growth from the first to the last, MB (at most 20)", round(late - early, 1),
                 late - early <= 20)
    bench.drain()
    bench.check([f"{number}.wav" for number in range(count)])
    bench.end("Memory over many files", f"`Benchmarks/watch/watch.py memory`: {count} recordings of 1 s, "
              f"{step} at a time; VmRSS when the inbox and the work folder are empty.")


def resident(process):
    for line in open(f"/proc/{process}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def wait_for(path, seconds=30):
    end = time.monotonic() + seconds
    while not path.exists():
        if time.monotonic() > end:
            sys.exit(f"{path} did not come")
        time.sleep(0.02)


def wait_empty(bench, seconds):
    """Until neither the inbox nor the work folder holds a recording."""
    end = time.monotonic() + seconds
    work = bench.inbox / ".sagevoice/work"
    while len(os.listdir(bench.inbox)) > 1 or os.listdir(work):
        if time.monotonic() > end:
            return bench.expect("seconds waited in vain", seconds, False)
        time.sleep(0.005)


def main():
    trials = {trial.__name__: trial for trial in (kill, flood, slow, latency, backlog, memory)}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trial", choices=trials)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--folder", help="where inbox and store are made", default=None)
    parser.add_argument("--count", type=int, help="recordings")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--seconds", type=int, default=10, help="length of a recording of a backlog")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    parser.add_argument("--keep", action="store_true", help="leave inbox and store where they are")
    options = parser.parse_args()
    trials[options.trial](Bench(options), options)


if __name__ == "__main__":
    main()
