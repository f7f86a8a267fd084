#!/usr/bin/env python3
"""What the library promises to a program that submits recordings, tried on the example built with it.

    library.py kill       the program killed at random moments while it submits and works
    library.py hostile    recordings without end, cut off, growing, and one in whose analysis it always ends

`Sources/SubmitRecordings` is the program. Each trial exits with 1 if a promise is broken, and writes
Records/DATE-library-NAME.md with --record.
"""
import argparse, collections, hashlib, json, os, random, shutil, subprocess, sys, tempfile, threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "watch"))
from trials import ROOT, Voices, ends_over, write_record


# Phases after which nothing more is told of a recording.
ENDINGS = ("complete", "error")


class Bench:
    """A store, a spool and what was found with them."""

    def __init__(self, options):
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix="sagevoice-library-", dir=options.folder))
        self.store, self.spool = self.folder / "store", self.folder / "spool"
        self.voices = Voices(options.tool, self.folder)
        self.found, self.broken = [], []

    def recording(self, number, seconds=1):
        path = self.folder / f"{number}.wav"
        path.write_bytes(self.voices.recording(number, seconds))
        return path

    def start(self, arguments):
        """The program at work; what it says goes to a file, so that a kill loses none of it."""
        self.said = self.folder / "said"
        return subprocess.Popen(
            [self.options.program, self.store, self.spool, *map(str, arguments)],
            stdout=open(self.said, "wb"), stderr=open(self.folder / "stderr", "ab"))

    def lines(self):
        """What it said, in whole lines: what was cut off was told to nobody."""
        return [line.split(" ", 2) for line in self.said.read_text().split("\n")[:-1]]

    def drain(self, arguments):
        process, peak = self.start(arguments), 0.0
        while process.poll() is None:
            peak = max(peak, memory(process.pid))
            time.sleep(0.002)
        return process.returncode, peak

    def session(self, session):
        folder = self.store / "sessions" / session
        read = lambda name: json.loads((folder / name).read_text())
        return read("state.json"), read("header.json"), folder

    def waiting(self):
        work = self.spool / ".sagevoice/work"
        return [p.name for p in work.iterdir()] if work.exists() else []

    def note(self, what, value):
        print(f"{what}: {value}", flush=True)
        self.found.append((what, value))

    def expect(self, what, value, is_kept):
        self.note(what, value if is_kept else f"{value} **broken**")
        if not is_kept:
            self.broken.append(what)

    def same(self, what, value, expected):
        self.expect(what, value if value == expected else f"{value}, not {expected}", value == expected)

    def verified(self):
        result = subprocess.run(
            [self.options.tool, "records", "verify", "--store", str(self.store)], capture_output=True)
        self.same("records verify, exit status", result.returncode, 0)

    def end(self, title, how):
        if self.options.record:
            write_record(self.options.trial, title, how, self.options.tool, ("What", "Found"), self.found,
                         f", seed {self.options.seed}", group="library")
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)
        sys.exit(1 if self.broken else 0)


def memory(process):
    try:
        for line in open(f"/proc/{process}/status"):
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def kill(bench, options):
    """What was said to be taken is stored once; what was said to be filed stays as it is."""
    kills, count = options.kills or 200, options.count or 300
    generator = random.Random(options.seed)
    left = [bench.recording(number) for number in range(count)]
    names = {str(path) for path in left}
    taken, filed, at_work = {}, set(), 0
    for _ in range(kills):
        unfinished = [session for session in taken.values() if session not in filed]
        process = bench.start([*left[:4], *unfinished[:40]])
        time.sleep(generator.uniform(0.02, 0.45))
        process.kill()
        process.wait()
        for session, word, *rest in bench.lines():
            if word == "taken":
                taken[rest[0]] = session
            elif word in ENDINGS:
                filed.add(session)
        left = [path for path in left if str(path) not in taken]
        at_work += bool(bench.waiting())
    bench.note("kills", kills)
    bench.note("kills with recordings in the spool", at_work)
    bench.note("recordings that were taken before the last kill", len(taken))
    bench.note("of them complete before it", len(filed))
    # As many as the runner keeps track of at once would do; a command line holds fewer.
    for _ in range(count):
        unfinished = [session for session in taken.values() if session not in filed]
        if not left and not unfinished:
            break
        status, _ = bench.drain([*left[:100], *unfinished[:100]])
        if status != 0:
            bench.same("status of a run to the end", status, 0)
            break
        for session, word, *rest in bench.lines():
            if word == "taken":
                taken[rest[0]] = session
            elif word in ENDINGS:
                filed.add(session)
        left = [path for path in left if str(path) not in taken]
    states, first = {}, collections.Counter()
    lost = [session for session in taken.values() if not (bench.store / "sessions" / session).exists()]
    for folder in (bench.store / "sessions").iterdir():
        state, header, _ = bench.session(folder.name)
        states[folder.name] = state["state"]
        if state["state"] == "filed":
            first[header["recording"]["sha256"]] += 1
            audio = (folder / "artifacts/audio.wav").read_bytes()
            if hashlib.sha256(audio).hexdigest() != header["recording"]["sha256"]:
                bench.broken.append("archive")
    hashes = {hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in names}
    bench.same("recordings that were never taken", len(names - set(taken)), 0)
    bench.same("sessions that were told of and are not there", lost, [])
    bench.same("recordings without a session that is filed", len(hashes - set(first)), 0)
    bench.same("recordings in two filed sessions", [h for h, n in first.items() if n > 1], [])
    bench.note("states of all sessions", dict(collections.Counter(states.values())))
    bench.same("archives that are not what was submitted", bench.broken.count("archive"), 0)
    bench.same("left in the spool", bench.waiting(), [])
    bench.verified()
    bench.end("A program that submits recordings, killed at random moments",
              f"`Benchmarks/library.py kill`: {kills} × kill -9 of `SubmitRecordings`, 0.02 … 0.45 s after "
              f"each start, while it submits {count} recordings of 1 s; then to the end. A recording "
              "that nobody was told of may be taken twice, and is then stored once.")


def hostile(bench, options):
    """Recordings that are too much, and good ones beside them."""
    good = [bench.recording(number) for number in range(20)]
    sparse = bench.folder / "ten gigabytes.wav"
    with open(sparse, "wb") as file:
        file.write(good[0].read_bytes()[:44])
        file.truncate(10 << 30)
    growing, closing = bench.folder / "growing.wav", threading.Event()
    events = 0

    def write():
        nonlocal events
        data = bench.voices.recording(99, 1)
        with open(growing, "wb", buffering=0) as file:
            file.write(data)
            while not closing.is_set() or events < 10_000:
                file.write(b"\0\0")
                events += 1

    writer = threading.Thread(target=write)
    writer.start()
    pipe = bench.folder / "pipe.wav"
    os.mkfifo(pipe)
    empty, cut = bench.folder / "empty.wav", bench.folder / "cut.wav"
    empty.touch()
    cut.write_bytes(good[0].read_bytes()[:30])
    status, peak = bench.drain([sparse, growing, pipe, empty, cut, *good])
    closing.set()
    writer.join()
    said = {}
    for session, word, *rest in bench.lines():
        said.setdefault(session, []).append(" ".join([word, *rest]))
    of = lambda path: next((words for words in said.values() if any(str(path) in w for w in words)), [])
    bench.same("status", status, 0)
    bench.expect("most memory, MB (at most 200)", round(peak), peak <= 200)
    bench.same("good ones filed", sum("complete" in of(path) for path in good), len(good))
    bench.expect("10 GB of nothing", of(sparse)[0].split(": ")[-1], "not taken" in of(sparse)[0])
    bench.note("writes to the one that grows, which is never closed", events)
    bench.expect("the one that grows", of(growing)[-1].split(": ")[-1],
                 "complete" in of(growing) or "not taken" in of(growing)[0] or "error" in of(growing))
    bench.expect("a pipe", of(pipe)[0].split(": ")[-1], "not taken" in of(pipe)[0])
    for name, path in (("an empty one", empty), ("one cut in its head", cut)):
        bench.expect(name, of(path)[-1], of(path)[-1] == "error")

    # Alone: of two that were analysed at a time nobody can tell which one ended the program.
    trap = bench.recording(50, 20)
    known, kills, left_before = [], 0, 0
    for _ in range(12):
        before = mark(bench)
        process = bench.start(known or [trap])
        end = time.monotonic() + 8
        while mark(bench) <= before and time.monotonic() < end and process.poll() is None:
            time.sleep(0.001)
        if mark(bench) <= before:
            process.wait()
            break
        process.kill()
        process.wait()
        # Between two steps of the work there is no mark: such an end speaks against nothing.
        kills += mark(bench) > left_before
        left_before = mark(bench)
        known = known or [line[0] for line in bench.lines() if line[1] == "taken"]
    bench.expect("kills in one analysis until it was set aside (at most 4)", kills, 1 <= kills <= 4)
    states = {}
    for session in known:
        state, header, _ = bench.session(session)
        states[header["recording"]["name"]] = (state["state"], (state.get("error") or {}).get("code"))
    bench.same("what became of it", states.get(trap.name), ("failed", "analysis_interrupted"))
    bench.same("left in the spool", bench.waiting(), [])
    bench.verified()
    bench.end("Recordings that are too much for a program",
              "`Benchmarks/library.py hostile`: given to `SubmitRecordings` with 20 good ones; then one "
              "in whose analysis the program is killed each time.")


def mark(bench):
    """How often programs came to their end over the recording, and one more while one is looking at it."""
    return ends_over(bench.spool / ".sagevoice", "50.wav") or 0


def main():
    trials = {trial.__name__: trial for trial in (kill, hostile)}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trial", choices=trials)
    parser.add_argument("--program", default=str(ROOT / "Benchmarks/.build/release/SubmitRecordings"))
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--folder", help="where store and spool are made", default=None)
    parser.add_argument("--count", type=int, help="recordings")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    parser.add_argument("--keep", action="store_true", help="leave store and spool where they are")
    options = parser.parse_args()
    trials[options.trial](Bench(options), options)


if __name__ == "__main__":
    main()
