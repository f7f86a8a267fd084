#!/usr/bin/env python3
"""Histories that go from a store of folders into a database and from there into another store, while everything is killed.

A server keeps its sessions in a PostgreSQL of its own. A store with recordings of ten people is pushed to it, and another
one pulls from it; push, pull and the server are killed at random moments, and PostgreSQL is started again in between, until
both have come to an end by themselves. Then every session has to be on all three sides, once and whole, and nothing be left
to go.

    passing.py --built DIR [--record]

DIR has the built sagevoice and sagevoice-server. Needs PostgreSQL's programs. Exits with 1 if anything is broken, and writes
Records/DATE-passing-kill.md with --record.
"""
import argparse, collections, json, random, shutil, signal, subprocess, sys, threading, time, urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import board, server_trial
from trials import Voices, write_record


class Bench(server_trial.Bench):
    def __init__(self, options):
        super().__init__(options)
        self.random = random.Random(options.seed)
        self.tool, self.program = (Path(options.built) / name for name in ("sagevoice", "sagevoice-server"))
        self.database = board.Server()
        self.address = f"http://127.0.0.1:{self.port}"
        self.server, self.lock = None, threading.Lock()

    def run(self, *arguments, status=0):
        done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True)
        if done.returncode != status:
            raise SystemExit(f"{arguments}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    # What there is.

    def fill(self, store):
        """A store with recordings of ten people, as a watched folder makes it."""
        voices, inbox = Voices(self.tool, self.folder), self.folder / "in"
        inbox.mkdir()
        for number in range(self.options.count):
            told = {"user_id": f"person-{number % 10}", "age": 30 + number % 10, "sex_assigned_at_birth": "female",
                    "recorded_at": f"2026-11-{1 + number // 10:02}T08:{number % 60:02}:00Z"}
            (inbox / f"{number}.json").write_text(json.dumps(told))
            (inbox / f"{number}.wav").write_bytes(voices.recording(number, 2))
        self.run(self.tool, "watch", inbox, "--store", store, "--once", "--settle", "0.2", "--quiet")
        return inbox

    def start(self):
        """The server; a login of a clinic and no more."""
        self.server = subprocess.Popen(
            [self.program, "serve", "--database", self.url, "--tenant", "clinic", "--state", self.folder / "state", "--bind",
             self.address.split("//")[1]], stderr=(self.folder / "log").open("a"))

    def is_ready(self):
        try:
            with urllib.request.urlopen(self.address + "/readyz", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            return False

    def wait(self):
        for _ in range(1200):
            if self.is_ready():
                return
            time.sleep(0.05)
        raise SystemExit((self.folder / "log").read_text()[-3000:])

    def disturb(self, stop, kills):
        """Kills the server and starts PostgreSQL again at random moments."""
        while not stop.wait(self.random.uniform(0.4, 1.6)):
            with self.lock:
                if kills["server"] < self.options.kills // 2:
                    self.server.kill()
                    self.server.wait()
                    self.start()
                    kills["server"] += 1
                if kills["database"] < self.options.kills // 10 and self.random.random() < 0.3:
                    self.database.restart(self.random.choice(("fast", "immediate")))
                    kills["database"] += 1

    def pass_on(self, command, store, *more):
        return subprocess.Popen(
            list(map(str, [self.program, command, "--store", store, "--server", self.address, "--token-file", self.token, "--format",
                           "json", *more])), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def through(self, command, store):
        """Passes on until a run comes to its end by itself, killed at random moments before."""
        kills, statuses, stop = collections.Counter(), collections.Counter(), threading.Event()
        disturbing = threading.Thread(target=self.disturb, args=(stop, kills))
        disturbing.start()
        for _ in range(self.options.kills):
            process = self.pass_on(command, store)
            try:
                process.communicate(timeout=self.random.uniform(0.05, 1.5))
                statuses[process.returncode] += 1
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.communicate()
                kills[command] += 1
        stop.set()
        disturbing.join()
        self.wait()
        process = self.pass_on(command, store)
        said, wrong = process.communicate(timeout=600)
        self.note(f"kills of {command}, of the server, starts of PostgreSQL meanwhile",
                  (kills[command], kills["server"], kills["database"]))
        self.expect(f"exit statuses of {command} before it was killed", dict(sorted(statuses.items())),
                    set(statuses) <= {0, 74})
        self.same(f"status of {command} at last", process.returncode, 0)
        if process.returncode:
            print(wrong[-2000:])
        again = self.pass_on(command, store)
        said, _ = again.communicate(timeout=600)
        outcomes = collections.Counter(json.loads(line)["outcome"] for line in said.splitlines())
        self.expect(f"what {command} says once more", dict(outcomes), set(outcomes) == {"present"})

    def recordings(self, store):
        """SHA-256 of each recording, by session."""
        found = {}
        for folder in (store / "sessions").iterdir():
            header = json.loads((folder / "header.json").read_text())
            found[folder.name] = header["recording"]["sha256"]
        return found

    def trial(self):
        first, second = self.folder / "first", self.folder / "second"
        self.fill(first)
        # A store that is there.
        empty = self.folder / "empty"
        empty.mkdir()
        self.run(self.tool, "watch", empty, "--store", second, "--once", "--quiet")
        self.run(self.program, "migrate", "--database", self.database.url)
        self.database.ask("create role passing login in role sagevoice_clinic")
        self.url = self.database.url.replace("user=postgres", "user=passing")
        self.start()
        self.wait()
        self.token = self.folder / "token"
        self.token.write_text(self.run(self.program, "token", "create", "--state", self.folder / "state", "--role", "sync",
                                       "--name", "laptop"))
        self.token.chmod(0o600)
        known = self.recordings(first)
        self.expect("sessions, of different recordings", (len(known), len(set(known.values()))),
                    len(known) == len(set(known.values())) == self.options.count)
        self.through("push", first)
        rows = dict(self.database.ask("select id, recording_sha from sagevoice.kept_session"))
        self.same("sessions in the database that are those of the store", len(rows.items() & known.items()), len(known))
        self.same("sessions in the database", len(rows), len(known))
        self.through("pull", second)
        self.same("sessions of the other store that are those of the first", len(self.recordings(second).items() & known.items()),
                  len(known))
        self.same("documents that differ between the two", self.differing(first, second, known), 0)
        for store in (first, second):
            self.run(self.tool, "records", "verify", "--store", store)
        self.note("records verify of both", 0)
        checked = subprocess.run([self.program, "status", "--check", "--database", self.database.url], capture_output=True)
        self.same("status --check", checked.returncode, 0)

    def differing(self, first, second, sessions):
        """The documents of sessions that are not the same in both, but for header and log, which have what is the store's."""
        count = 0
        for session in sessions:
            for path in (first / "sessions" / session).rglob("*"):
                if path.is_dir() or path.name in ("header.json", "audit.log"):
                    continue
                other = second / "sessions" / session / path.relative_to(first / "sessions" / session)
                count += not other.exists() or other.read_bytes() != path.read_bytes()
        return count

    def end(self):
        if self.server:
            self.server.kill()
            self.server.wait()
        self.database.remove()
        if self.options.record:
            write_record("kill", "Histories that go into a database and out of it, while everything is killed",
                         f"`Benchmarks/passing.py`: a store with {self.options.count} recordings of ten people is pushed to a server "
                         "that keeps its sessions in PostgreSQL, and another store pulls from it.", self.tool, ("What", "Found"),
                         self.found, f", seed {self.options.seed}", group="passing")
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--built", required=True, help="the folder of the built programs")
    parser.add_argument("--folder", help="where stores are made")
    parser.add_argument("--count", type=int, default=50, help="recordings")
    parser.add_argument("--kills", type=int, default=40, help="of each command")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    parser.add_argument("--keep", action="store_true", help="leave the stores where they are")
    bench = Bench(parser.parse_args())
    try:
        bench.trial()
    finally:
        bench.end()
    sys.exit(1 if bench.broken else 0)


if __name__ == "__main__":
    main()
