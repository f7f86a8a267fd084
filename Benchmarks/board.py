#!/usr/bin/env python3
"""What the board of jobs in PostgreSQL promises, tried on a server that the trial starts for itself.

    board.py speed      claims beside 100 000 queued jobs; empty jobs a second beside pgbench; the same while somebody
                        holds a transaction open (held); how long after its lease a lost job is somebody else's
    board.py held       the same while somebody holds a transaction open, and with nobody in the way, in turn
    board.py kill       workers killed at random moments, stopped beyond their leases, and the server started again
    board.py poison     a recording that ends every worker which analyses it
    board.py watch      a watcher that is killed, and whose server is started again, while recordings come
    board.py scale      two workers over one in recordings a second, and what the board itself costs
    board.py apart      workers in networks of their own, one of which is gone for a minute; clocks that are off by an hour;
                        two workers of one name; one that is stopped beyond its lease
    board.py restore    a backup and an archive of the log, restored to a time before an accident
    board.py versions   workers of two versions beside each other
    board.py upgrade    an older program (--older) at work while this one brings the schema to its own, and both after
                        that; then the board is encrypted, and the older one put in its place

Needs PostgreSQL's programs (apt-get install postgresql) and, as root, the user postgres; `apart` needs root, ip(8) and
libfaketime (apt-get install iproute2 libfaketime). Each trial exits with 1 if a
promise is broken, and writes Records/DATE-board-NAME.md with --record.
"""
import argparse, collections, hashlib, itertools, json, os, random, shutil, signal, statistics, subprocess, sys, tempfile, \
    threading, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "watch"))
from trials import ROOT, Voices, write_record

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)
AS_POSTGRES = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def build(built):
    if built:
        return [Path(built) / name for name in ("sagevoice", "sagevoice-server", "BoardTrial")]
    environment = dict(os.environ, SAGEVOICE_BOARD_TRIALS="1")
    for product in ("sagevoice", "sagevoice-server", "BoardTrial"):
        subprocess.run(["swift", "build", "-c", "release", "--product", product, "--disable-build-manifest-caching"],
                       cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return [ROOT / ".build/release" / name for name in ("sagevoice", "sagevoice-server", "BoardTrial")]


class Server:
    """A PostgreSQL with durable commits, on a socket."""

    def __init__(self, *settings):
        self.settings = list(settings)
        self.folder = Path(subprocess.run([*AS_POSTGRES, "mktemp", "-d", "/tmp/sagevoice-board.XXXXXX"], check=True,
                                          capture_output=True, text=True, cwd="/tmp").stdout.strip())
        self.run("initdb", "-D", self.folder / "data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C")
        self.start()
        self.url = f"postgresql:///postgres?host={self.folder}&user=postgres"

    def run(self, program, *arguments):
        return subprocess.run([*AS_POSTGRES, PROGRAMS / program, *map(str, arguments)], check=True, cwd="/tmp",
                              capture_output=True, text=True).stdout

    def start(self):
        settings = ["listen_addresses=", "max_connections=200", "shared_buffers=256MB", *self.settings]
        options = " ".join(f"-c {setting}" for setting in settings) + f" -k {self.folder}"
        # Its output goes to a file: a server that inherits a pipe would keep it open.
        subprocess.run([*AS_POSTGRES, PROGRAMS / "pg_ctl", "-D", self.folder / "data", "-o", options, "-l",
                        self.folder / "log", "-w", "start"], check=True, cwd="/tmp", stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def stop(self, mode="fast"):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", mode, "-w", "stop")

    def restart(self, mode):
        self.stop(mode)
        self.start()

    def ask(self, sql):
        """Rows of texts."""
        output = self.run("psql", "-X", "-q", "-At", "-F", "\t", "-h", self.folder, "-U", "postgres", "-c", sql)
        return [line.split("\t") for line in output.splitlines()]

    def number(self, sql):
        return float(self.ask(sql)[0][0] or 0)

    def pgbench(self, clients, seconds):
        """Transactions a second of pgbench's own script."""
        where = ["-h", self.folder, "-U", "postgres", "postgres"]
        self.run("pgbench", "-i", "-q", "-s", 10, *where)
        output = self.run("pgbench", "-c", clients, "-j", clients, "-T", seconds, "-N", *where)
        return float(next(line for line in output.splitlines() if line.startswith("tps")).split()[2])

    def remove(self):
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self.folder)


class Bench:
    """A database with the schema, and what was found with it."""

    def __init__(self, options):
        self.options = options
        self.tool, self.program, self.trial = build(options.built)
        self.server = Server()
        self.folder = Path(tempfile.mkdtemp(prefix="sagevoice-board-"))
        self.voices = Voices(self.tool, self.folder)
        self.rows, self.broken, self.workers, self.closing = [], [], [], []
        self.newer = self.program
        if options.older:
            self.program = Path(options.older) / "sagevoice-server"
        self.call("migrate")

    def call(self, *arguments, check=True):
        return subprocess.run([self.program, *map(str, arguments), "--database", self.server.url], check=check,
                              capture_output=True, text=True)

    def driver(self, *arguments):
        command, *rest = map(str, arguments)
        return subprocess.Popen([self.trial, command, self.server.url, *rest], stdout=subprocess.PIPE, text=True)

    def worker(self, lease, name="worker", url=None, within=(), log="workers.log", **variables):
        process = subprocess.Popen(
            [*within, self.program, "work", "--database", url or self.server.url, "--lease", str(lease), "--name", name],
            stdout=subprocess.DEVNULL, stderr=open(self.folder / log, "ab"), env=dict(os.environ, **variables))
        self.workers.append(process)
        return process

    def submit(self, files, *options):
        """The sessions of files; tried again where the server is away."""
        while True:
            done = self.call("submit", "--tenant", "trial", *options, *files, check=False)
            if done.returncode == 0:
                return [json.loads(line) for line in done.stdout.splitlines()]
            time.sleep(0.1)

    def note(self, what, value):
        self.rows.append((what, value))
        print(f"{what}: {value}", flush=True)

    def expect(self, what, value, holds):
        self.note(what, value)
        if not holds:
            self.broken.append(what)

    def drained(self, patience):
        """Waits until nothing is queued, running or orphaned."""
        ending = time.monotonic() + patience
        while time.monotonic() < ending:
            if self.server.number("select count(*) from sagevoice.job where state < 3") == 0:
                return True
            time.sleep(0.1)
        return False

    def end(self):
        for process in self.workers:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
        for process in self.workers:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
        for close in self.closing:
            close()
        self.server.remove()
        shutil.rmtree(self.folder)


# MARK: - Speed

def quantile(values, part):
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def empty_jobs(bench, seconds):
    """Empty jobs a second by two programs at a time, and how many of them in the first half."""
    drivers = [bench.driver("empty", seconds, 16) for _ in range(2)]
    found = [json.loads(driver.communicate()[0]) for driver in drivers]
    return sum(row["jobs"] / row["seconds"] for row in found), found


def fill(bench, count, most=100_000):
    # Not all in one statement, which the board's time for statements would end.
    for first in range(0, count, most):
        assert bench.driver("fill", min(most, count - first)).wait() == 0
    bench.server.ask("vacuum analyze")


def clear(bench):
    bench.server.ask("truncate sagevoice.job, sagevoice.document, sagevoice.audit, sagevoice.session, "
                     "sagevoice.audio")


def speed(bench):
    options, server = bench.options, bench.server
    fill(bench, options.queued)
    times = json.loads(bench.driver("claim", options.claims, 16).communicate()[0])
    bench.note("queued jobs, claims of 16 that were timed", f"{options.queued}, {len(times)}")
    bench.note("a claim, median", f"{statistics.median(times):.2f} ms")
    bench.expect("a claim, 99th of 100", f"{quantile(times, 0.99):.2f} ms (bar 5)", quantile(times, 0.99) <= 5)
    clear(bench)

    transactions = server.pgbench(2, options.seconds)
    bench.note("pgbench -N, 2 clients, transactions a second", f"{transactions:.0f}")
    fill(bench, int(options.seconds * options.most))
    rate, _ = empty_jobs(bench, options.seconds)
    bench.expect("empty jobs a second, 2 programs, batches of 16", f"{rate:.0f} (bar 2000)", rate >= 2000)
    bench.note("beside pgbench", f"{rate / transactions:.2f} jobs a transaction")
    clear(bench)

    held_transaction(bench)
    takeovers(bench)


DEAD = "select n_dead_tup from pg_stat_all_tables where relid = 'sagevoice.job'::regclass"


def held_transaction(bench):
    """Empty jobs a second with nobody in the way, and while a transaction is held open all the time; in turn."""
    options, server = bench.options, bench.server
    rates, costs = collections.defaultdict(list), collections.defaultdict(list)
    postmaster = int((server.folder / "data/postmaster.pid").read_text().split()[0])
    for turn in range(options.pairs):
        for held in ((False, True), (True, False))[turn % 2]:
            fill(bench, int(options.held * options.most))
            server.ask("checkpoint")
            holder = subprocess.Popen([PROGRAMS / "psql", "-X", "-q", "-h", server.folder, "-U", "postgres"],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) if held else None
            if holder:
                holder.stdin.write("begin isolation level repeatable read; select count(*) from sagevoice.counter;\n")
                holder.stdin.flush()
                holder.stdout.readline()
            before = spent(postmaster)
            rate, found = empty_jobs(bench, options.held)
            jobs = sum(row["jobs"] for row in found)
            costs[held].append((spent(postmaster) - before) / jobs)
            rates[held].append(rate)
            assert server.number("select count(*) from sagevoice.job where state = 0") > 0, "too few jobs were put in"
            if holder:
                bench.note("dead rows of jobs at the end", f"{server.number(DEAD):.0f}")
                holder.stdin.close()
                holder.wait()
            clear(bench)
    free, held = (statistics.median(rates[key]) for key in (False, True))
    bench.note(f"empty jobs a second over {options.held} s, median of {options.pairs}",
               f"{free:.0f}; " + ", ".join(f"{rate:.0f}" for rate in rates[False]))
    bench.note("of the server's processor time a job", f"{1e6 * statistics.median(costs[False]):.0f} µs")
    bench.note("the same while a transaction is held open", f"{1e6 * statistics.median(costs[True]):.0f} µs")
    bench.expect("empty jobs a second while a transaction is held open all the time",
                 f"{held:.0f}, {100 * (1 - held / free):.0f} % less (bar 10); "
                 + ", ".join(f"{rate:.0f}" for rate in rates[True]), held >= 0.9 * free)


def takeovers(bench):
    """From the end of a lease to the next claim, by the clock of the database."""
    path = bench.folder / "one.wav"
    server, lease, late = bench.server, 2.0, []
    for number in range(bench.options.takeovers):
        path.write_bytes(bench.voices.recording(number, 30 - 1))
        first = bench.worker(lease, "first")
        bench.submit([path], "--tier", "comprehensive")
        while not (rows := server.ask("select extract(epoch from lease_until) from sagevoice.job where state = 1")):
            time.sleep(0.005)
        os.kill(first.pid, signal.SIGKILL)
        second = bench.worker(lease, "second")
        until = float(rows[0][0])
        while not (taken := server.ask("select extract(epoch from lease_until) - {} from sagevoice.job where state = 1 "
                                       "and worker = 'second'".format(lease))):
            time.sleep(0.005)
        late.append(float(taken[0][0]) - until)
        bench.drained(60)
        second.terminate()
        second.wait()
    bench.expect(f"takeover after the end of a lease of {lease} s, worst of {len(late)}",
                 f"{max(late):.2f} s (bar 1)", max(late) <= 1)


# MARK: - Kills

# So long is a recording that workers have something to do when they are killed.
SECONDS = 20


def kill(bench):
    options, server, generator = bench.options, bench.server, random.Random(bench.options.seed)
    sent, lease = {}, 1.0
    workers = [bench.worker(lease, "same") for _ in range(options.workers)]
    counts = collections.Counter()
    numbers = iter(range(options.recordings))
    per_kill = max(1, options.recordings // options.kills)
    for _ in range(options.kills):
        files = []
        for number in (number for _, number in zip(range(per_kill + (generator.random() < 0.5)), numbers)):
            path = bench.folder / f"{number}.wav"
            path.write_bytes(bench.voices.recording(number, SECONDS))
            files.append(path)
        if files:
            for row in bench.submit(files):
                sent[row["sha256"]] = row["session"]
        time.sleep(generator.uniform(0, 0.2))
        draw = generator.random()
        if draw < 0.05:
            mode = generator.choice(["fast", "immediate"])
            counts[f"server, {mode}"] += 1
            server.restart(mode)
            continue
        place = generator.randrange(len(workers))
        if draw < 0.15:
            # Beyond its lease: what it was at is somebody else's when it goes on.
            counts["worker stopped for two leases"] += 1
            workers[place].send_signal(signal.SIGSTOP)
            time.sleep(2 * lease)
            workers[place].send_signal(signal.SIGCONT)
            continue
        counts["worker, kill -9"] += 1
        workers[place].kill()
        workers[place].wait()
        workers[place] = bench.worker(lease, "same")
    rest = []
    for number in numbers:
        path = bench.folder / f"{number}.wav"
        path.write_bytes(bench.voices.recording(number, SECONDS))
        rest.append(path)
    if rest:
        for row in bench.submit(rest):
            sent[row["sha256"]] = row["session"]
    bench.note("workers, kills", f"{options.workers}, " + ", ".join(f"{name} {n}" for name, n in counts.items()))
    bench.expect("drained", bench.drained(options.patience), True)
    judge(bench, sent)


def judge(bench, sent):
    server = bench.server
    stored = {row[1]: row[0] for row in server.ask(
        "select id, encode(recording_sha, 'hex') from sagevoice.session")}
    bench.note("recordings that were acknowledged", len(sent))
    lost = [sha for sha, session in sent.items() if stored.get(sha) != session]
    bench.expect("of them not there, or under another session", len(lost), not lost)
    documents = collections.Counter(map(tuple, server.ask("select session, tier from sagevoice.document")))
    wanted = {(session, tier) for session in sent.values() for tier in ("1", "2")}
    aside = server.number("select count(*) from sagevoice.job where state = 3")
    bench.expect("without one of their two documents", len(wanted - set(documents)), wanted <= set(documents))
    bench.expect("documents that are there twice", sum(n > 1 for n in documents.values()),
                 all(n == 1 for n in documents.values()))
    analysed = server.number("""select count(*) from (select session, detail ->> 'tier' from sagevoice.audit
                             where action = 'analysed' group by 1, 2 having count(*) > 1) twice""")
    bench.expect("documents that were stored more than once", int(analysed), analysed == 0)
    bench.expect("put aside", int(aside), aside == 0)
    for name, value in server.ask("select name, value from sagevoice.counter order by name"):
        bench.note(f"counted {name}", value)
    checked = bench.call("status", "--check", check=False)
    bench.expect("status --check, exit status", checked.returncode, checked.returncode == 0)


# MARK: - A recording that ends its workers

def poison(bench):
    """Stands in for a trap: whoever holds the recording is killed."""
    server = bench.server
    files = []
    for number in range(20):
        path = bench.folder / f"{number}.wav"
        path.write_bytes(bench.voices.recording(number, 3))
        files.append(path)
    deadly = hashlib.sha256(files[7].read_bytes()).hexdigest()
    bench.submit(files, "--tier", "comprehensive", "--attempts", 3)
    victims, killed = [bench.worker(1.0, f"{n}") for n in range(2)], set()
    ending = time.monotonic() + bench.options.patience
    while time.monotonic() < ending:
        rows = server.ask(f"select worker, lease_token from sagevoice.job where state = 1 and "
                          f"recording_sha = decode('{deadly}', 'hex')")
        # Until its lease ends the row names the one that was killed; the next of that name has nothing to do with it.
        if rows and rows[0][1] not in killed:
            killed.add(rows[0][1])
            place = int(rows[0][0])
            victims[place].kill()
            victims[place].wait()
            victims[place] = bench.worker(1.0, f"{place}")
        if server.number("select count(*) from sagevoice.job where state < 3") == 0:
            break
    done = server.number("select count(*) from sagevoice.document")
    aside = server.ask("select attempt, last_error ->> 'code' from sagevoice.job where state = 3")
    bench.note("workers that came to their ends", len(killed))
    bench.expect("put aside: attempts and why", aside, aside == [["3", "worker_lost"]])
    bench.expect("of the other 19 done", int(done), done == 19)
    print(bench.call("status").stdout)


# MARK: - A watcher

def watch(bench):
    """A folder of recordings, whose watcher is killed at random moments and whose server is started again."""
    options, server, generator = bench.options, bench.server, random.Random(bench.options.seed)
    inbox, sent, counts = bench.folder / "inbox", set(), collections.Counter()
    inbox.mkdir()

    def start():
        process = subprocess.Popen(
            [bench.program, "watch", inbox, "--database", server.url, "--tenant", "trial", "--poll", "0.1",
             "--settle", "0.2", "--sidecar-wait", "0"],
            stdout=subprocess.DEVNULL, stderr=open(bench.folder / "workers.log", "ab"))
        bench.workers.append(process)
        return process

    def drop(number):
        bytes_ = bench.voices.recording(number, 10)
        sent.add(hashlib.sha256(bytes_).hexdigest())
        (bench.folder / "new").write_bytes(bytes_)
        (bench.folder / "new").rename(inbox / f"{number}.wav")

    watcher, numbers = start(), iter(range(options.recordings))
    for place in range(options.kills):
        for number in itertools.islice(numbers, -(-options.recordings // options.kills)):
            drop(number)
        time.sleep(generator.uniform(0, 0.6))
        if watcher.poll() is not None:
            counts[f"ended by itself with {watcher.returncode}"] += 1
            watcher = start()
        if place % 20 == 19:
            mode = ["fast", "immediate"][place // 20 % 2]
            counts[f"server, {mode}"] += 1
            server.restart(mode)
        else:
            counts["watcher, kill -9"] += 1
            watcher.kill()
            watcher.wait()
            watcher = start()
    done, ending = "select count(distinct session) from sagevoice.kept_document where name = 'computed'", time.monotonic()
    ending += options.patience
    while server.number(done) < len(sent) and time.monotonic() < ending:
        time.sleep(0.2)
    watcher.terminate()
    bench.expect("the last watcher ended by SIGTERM, exit status", watcher.wait(60), watcher.returncode == 0)
    bench.note("recordings, kills", f"{len(sent)}, " + ", ".join(f"{name} {n}" for name, n in counts.items()))
    stored = collections.Counter(row[0] for row in server.ask("select recording_sha from sagevoice.kept_session"))
    bench.expect("recordings without a session", len(sent - set(stored)), sent <= set(stored))
    bench.expect("recordings with more than one", sum(n > 1 for n in stored.values()), max(stored.values()) == 1)
    states = collections.Counter(row[0] for row in server.ask(
        "select convert_from(state, 'UTF8')::jsonb ->> 'state' from sagevoice.kept_session"))
    bench.note("states of the sessions", dict(states))
    bench.expect("comprehensive documents", int(server.number(done)), server.number(done) == len(sent))
    kept = server.number("select count(*) from sagevoice.kept_session s join sagevoice.kept_document d on "
                         "d.session = s.id and d.name = 'audio' and encode(d.sha256, 'hex') = s.recording_sha")
    bench.expect("recordings in the database as they were sent", int(kept), kept == len(sent))
    left = [path.name for path in inbox.iterdir() if path.suffix == ".wav"]
    bench.expect("left in the inbox", len(left), not left)
    checked = bench.call("status", "--check", check=False)
    bench.expect("status --check, exit status", checked.returncode, checked.returncode == 0)


# MARK: - Two workers

LOG = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"


def spent(pid):
    """Seconds of processor time of a process, of its children, and of those of them that ended."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if path.parent.name == str(pid):
            total += sum(map(int, fields[11:15]))
        elif fields[1] == str(pid):
            total += sum(map(int, fields[11:13]))
    return total / os.sysconf("SC_CLK_TCK")


def worked(bench, workers):
    """Seconds until all that is queued is done, and the processor time of the workers and of the server."""
    postmaster = int((bench.server.folder / "data/postmaster.pid").read_text().split()[0])
    before, start = spent(postmaster), time.monotonic()
    pids = [subprocess.Popen([bench.program, "work", "--once", "--database", bench.server.url, "--name", f"{number}"],
                             stdout=subprocess.DEVNULL, stderr=open(bench.folder / "workers.log", "ab")).pid
            for number in range(workers)]
    usage = [os.wait4(pid, 0)[2] for pid in pids]
    seconds = time.monotonic() - start
    return seconds, sum(used.ru_utime + used.ru_stime for used in usage), spent(postmaster) - before


def analysed(bench, files):
    """The processor time of both documents of files without any board."""
    total = 0
    for tier in ("quick", "comprehensive"):
        process = subprocess.Popen([bench.tool, "analyze", "--jobs", "1", "--tier", tier, *files],
                                   stdout=subprocess.DEVNULL)
        used = os.wait4(process.pid, 0)[2]
        total += used.ru_utime + used.ru_stime
    return total


def scale(bench):
    count, files = bench.options.recordings, []
    for number in range(count):
        path = bench.folder / f"{number}.wav"
        path.write_bytes(bench.voices.recording(number, 10))
        files.append(path)
    ratios, rates, costs, server_costs = [], [], [], []
    for turn in range(bench.options.turns):
        seconds = {}
        for workers in ((1, 2), (2, 1))[turn % 2]:
            clear(bench)
            bench.submit(files)
            bench.server.ask("checkpoint")
            seconds[workers], own, server = worked(bench, workers)
            assert bench.server.number("select count(*) from sagevoice.document") == 2 * count
            if workers == 1:
                costs.append((own + server - analysed(bench, files)) / count)
                server_costs.append(server / count)
        ratios.append(seconds[1] / seconds[2])
        rates.append(count / seconds[2])
    bench.note("recordings of 10 s, both tiers, turns", f"{count}, {len(ratios)}")
    bench.note("recordings a second by two workers, median", f"{statistics.median(rates):.2f}")
    bench.expect("two workers over one, median", f"{statistics.median(ratios):.2f} (bar 1.9); each turn "
                 + ", ".join(f"{ratio:.2f}" for ratio in ratios), statistics.median(ratios) >= 1.9)
    bench.expect("what a recording costs beyond both analyses, worker and server, median",
                 f"{1000 * statistics.median(costs):.1f} ms of processor time (bar 5); each turn "
                 + ", ".join(f"{1000 * cost:.1f}" for cost in costs), statistics.median(costs) <= 0.005)
    bench.note("of that in the server, median", f"{1000 * statistics.median(server_costs):.1f} ms")
    # What the length of a recording adds, and what is the same for all: Benchmarks/board_cores.py reckons with it.
    for length in (10, 1):
        some = []
        for number in range(count):
            path = bench.folder / f"{length}-{number}.wav"
            path.write_bytes(bench.voices.recording(number, length))
            some.append(path)
        clear(bench)
        postmaster = int((bench.server.folder / "data/postmaster.pid").read_text().split()[0])
        before, log = spent(postmaster), bench.server.number(LOG)
        bench.submit(some)
        put, log = spent(postmaster) - before, bench.server.number(LOG) - log
        _, own, server = worked(bench, 1)
        bench.note(f"recordings of {length} s: the server at putting in, at both jobs; the worker; each in ms",
                   ", ".join(f"{1000 * value / count:.1f}" for value in (put, server, own)))
        bench.note(f"recordings of {length} s: bytes of the log at putting in", f"{log / count:.0f}")


# MARK: - Networks, clocks and names

FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
ADDRESS = "10.77.{}.{}"


class Network:
    """A machine's own network: a namespace, and a cable from there to the server's machine."""

    def __init__(self, number):
        self.number, self.name, self.cable = number, f"sagevoice-{os.getpid()}-{number}", f"sv{os.getpid()}-{number}"
        for command in (f"netns add {self.name}",
                        f"link add {self.cable} type veth peer name eth0 netns {self.name}",
                        f"addr add {ADDRESS.format(number, 1)}/24 dev {self.cable}", f"link set {self.cable} up",
                        f"-n {self.name} addr add {ADDRESS.format(number, 2)}/24 dev eth0",
                        f"-n {self.name} link set eth0 up"):
            subprocess.run(["ip", *command.split()], check=True)
        self.url = f"postgresql://postgres@{ADDRESS.format(number, 1)}/postgres"
        self.within = ["ip", "netns", "exec", self.name]

    def plug(self, state):
        subprocess.run(["ip", "link", "set", self.cable, state], check=True)

    def remove(self):
        subprocess.run(["ip", "link", "del", self.cable])
        subprocess.run(["ip", "netns", "del", self.name])


def held(bench, name):
    """Jobs and tokens of a worker."""
    return bench.server.ask(f"select id, lease_token from sagevoice.job where state = 1 and worker = '{name}'")


def caught(bench, name, begin, end):
    """Begins something while a worker holds jobs, and again where it had ended with them before: their tokens."""
    while True:
        while not held(bench, name):
            time.sleep(0.01)
        begin()
        if tokens := held(bench, name):
            return [token for _, token in tokens]
        end()


def apart(bench):
    """Whoever comes back to a lease that ran out writes nothing."""
    options, server, lease = bench.options, bench.server, 5.0
    networks = [Network(number) for number in range(1, 7)]
    bench.closing += [network.remove for network in networks]
    with open(server.folder / "data/pg_hba.conf", "a") as file:
        file.write("host all all 10.77.0.0/16 trust\n")
    # Only where the cables end: nobody else reaches it.
    server.settings.append("listen_addresses=" + ",".join(ADDRESS.format(n.number, 1) for n in networks))
    server.restart("fast")
    names = ["cut", "stopped", "same", "same", "ahead", "behind"]
    clocks = {"ahead": "+3600", "behind": "-3600"}
    workers = {}
    for network, name in zip(networks, names):
        variables = dict(LD_PRELOAD=FAKETIME, FAKETIME=clocks[name], FAKETIME_DONT_FAKE_MONOTONIC="1") \
            if name in clocks else {}
        workers[name] = bench.worker(lease, name, network.url, network.within, log=f"{name}.log", **variables)
    clock = subprocess.run(["date", "+%s"], env=dict(os.environ, LD_PRELOAD=FAKETIME, FAKETIME="+3600"),
                           capture_output=True, text=True).stdout
    assert float(clock) - time.time() > 3000, "libfaketime is not there"

    sent, numbers, feeding = {}, itertools.count(), threading.Event()

    def feed():
        while not feeding.is_set():
            path = bench.folder / "next.wav"
            path.write_bytes(bench.voices.recording(next(numbers), 30))
            for row in bench.submit([path]):
                sent[row["sha256"]] = row["session"]
            feeding.wait(0.3)

    feeder = threading.Thread(target=feed)
    feeder.start()
    time.sleep(5)
    done = "select count(*) from sagevoice.document"
    cut = caught(bench, "cut", lambda: networks[0].plug("down"), lambda: networks[0].plug("up"))
    began, before = time.monotonic(), server.number(done)
    time.sleep(2 * lease)
    # ip(8) runs the program in its own place: the process is the worker.
    stopped = caught(bench, "stopped", lambda: workers["stopped"].send_signal(signal.SIGSTOP),
                     lambda: workers["stopped"].send_signal(signal.SIGCONT))
    time.sleep(3 * lease)
    workers["stopped"].send_signal(signal.SIGCONT)
    time.sleep(max(0, options.gone - (time.monotonic() - began)))
    meanwhile = server.number(done) - before
    mark = server.number("select last_value from sagevoice.lease_token")
    networks[0].plug("up")
    returned = None
    ending = time.monotonic() + 120
    while returned is None and time.monotonic() < ending:
        if any(float(token) > mark for _, token in held(bench, "cut")):
            returned = time.monotonic() - began - options.gone
        time.sleep(0.02)
    feeding.set()
    feeder.join()
    bench.note("workers, leases", f"{len(names)} in networks of their own: {', '.join(names)}; {lease} s")
    bench.note("gone: the network of one worker", f"{options.gone:.0f} s, with {len(cut)} jobs in its hands")
    bench.note("stopped: another one", f"{3 * lease} s, with {len(stopped)} jobs in its hands")
    bench.note("clocks that were off", "one by +1 h, one by -1 h")
    bench.note("documents by the others while the network was gone", f"{meanwhile:.0f}")
    bench.expect("the worker took a job again after its network was back", f"{returned or -1:.1f} s",
                 returned is not None)
    bench.expect("drained", bench.drained(options.patience), True)
    late = server.number("select count(*) from sagevoice.document where lease_token in ({})".format(
        ", ".join(cut + stopped)))
    bench.expect("documents under a lease that had run out", int(late), late == 0)
    for name in names[-2:]:
        workers[name].terminate()
        workers[name].wait()
        said = (bench.folder / f"{name}.log").read_text()
        finished = int(said.rpartition("finished ")[2].split(",")[0])
        bench.expect(f"documents by the worker whose clock was {name}", finished, finished > 0)
    judge(bench, sent)


# MARK: - Backup and restore

def restore(bench):
    """A base backup and the archive of the log, to a time before somebody removed what they should not have."""
    server, options = bench.server, bench.options
    archive, base, data = server.folder / "archive", server.folder / "base", server.folder / "data"
    subprocess.run([*AS_POSTGRES, "mkdir", archive], check=True)
    server.settings += ["archive_mode=on", f"archive_command='cp %p {archive}/%f'"]
    server.restart("fast")

    def put(first, work):
        files = []
        for number in range(first, first + options.recordings // 10):
            path = bench.folder / f"{number}.wav"
            path.write_bytes(bench.voices.recording(number, 3))
            files.append(path)
        sent = [row["session"] for row in bench.submit(files)]
        if work:
            bench.call("work", "--once")
        return sent

    def anchored():
        return bench.call("anchor").stdout.strip()

    sessions, anchors = put(0, True), [anchored()]
    start = time.monotonic()
    server.run("pg_basebackup", "-h", server.folder, "-U", "postgres", "-D", base, "-X", "none", "-c", "fast",
               "--no-manifest")
    bench.note("base backup", f"{time.monotonic() - start:.1f} s")
    sessions += put(1000, True)
    anchors.append(anchored())
    # Put in, and being done by somebody who will not be there.
    sessions += put(2000, False)
    worker = bench.worker(30.0)
    while not held(bench, "worker"):
        time.sleep(0.005)
    worker.kill()
    worker.wait()
    time.sleep(1)
    moment = server.ask("select clock_timestamp()")[0][0]
    counts = server.ask(COUNTS)
    time.sleep(1)
    later = put(3000, True)
    server.ask("set session_replication_role = replica; delete from sagevoice.audit; delete from sagevoice.document; "
               "delete from sagevoice.session where random() < 0.5")
    checked = bench.call("status", "--check", check=False)
    bench.expect("status --check after the accident, exit status", checked.returncode, checked.returncode == 65)
    server.ask("select pg_switch_wal()")
    time.sleep(2)
    server.stop("immediate")

    start = time.monotonic()
    subprocess.run([*AS_POSTGRES, "rm", "-r", data], check=True)
    subprocess.run([*AS_POSTGRES, "cp", "-a", base, data], check=True)
    subprocess.run([*AS_POSTGRES, "touch", data / "recovery.signal"], check=True)
    with open(data / "postgresql.auto.conf", "a") as file:
        file.write(f"restore_command = 'cp {archive}/%f %p'\nrecovery_target_time = '{moment}'\n"
                   "recovery_target_action = 'promote'\n")
    server.start()
    while server.ask("select pg_is_in_recovery()")[0][0] == "t":
        time.sleep(0.05)
    bench.note("restored from the base backup and the archive of the log", f"{time.monotonic() - start:.1f} s")
    bench.note("to the time", moment)
    found = server.ask(COUNTS)
    bench.note("sessions, documents, lines of history, jobs", " ".join(found[0]))
    bench.expect("the same as at that time", found == counts, found == counts)
    kept = {row[0] for row in server.ask("select id from sagevoice.session")}
    bench.expect("sessions of before that are not there", len(set(sessions) - kept), set(sessions) <= kept)
    bench.expect("sessions of after that are", len(set(later) & kept), not set(later) & kept)
    check = ["status", "--check", *itertools.chain(*(("--anchor", anchor) for anchor in anchors))]
    checked = bench.call(*check, check=False)
    bench.expect("status --check with both anchors that were written down, exit status", checked.returncode,
                 checked.returncode == 0)
    # It goes on: what the lost worker held, and what came after the time and is sent again.
    put(3000, False)
    bench.worker(30.0)
    bench.expect("drained", bench.drained(options.patience), True)
    documents, wanted = server.number("select count(*) from sagevoice.document"), 8 * (options.recordings // 10)
    bench.expect("documents of all recordings, the last ones sent again", int(documents), documents == wanted)
    checked = bench.call(*check, check=False)
    bench.expect("status --check then, exit status", checked.returncode, checked.returncode == 0)


COUNTS = """select (select count(*) from sagevoice.session), (select count(*) from sagevoice.document),
    (select count(*) from sagevoice.audit), (select count(*) from sagevoice.job)"""


# MARK: - Two versions

def versions(bench):
    """An older program beside a newer one, with jobs for both."""
    old, new = "0.14.9", "0.15.0"
    count = bench.options.recordings
    for engine in (old, new):
        assert bench.driver("fill", count, engine).wait() == 0
    alone = json.loads(bench.driver("empty", 5, 16, old).communicate()[0])
    left = bench.server.ask("select engine, count(*) from sagevoice.job group by 1 order by 1")
    bench.note(f"jobs for {old} and for {new}", f"{count}, {count}")
    bench.expect(f"done by a worker of {old} alone, left", f"{alone['jobs']}, {left}",
                 alone["jobs"] == count and left == [[new, str(count)]])
    assert bench.driver("fill", count, old).wait() == 0
    drivers = [bench.driver("empty", 5, 16, engine) for engine in (old, new)]
    jobs = [json.loads(driver.communicate()[0])["jobs"] for driver in drivers]
    bench.note(f"then {count} more for {old}: done by {old}, by {new} beside it", f"{jobs[0]}, {jobs[1]}")
    wrong = bench.server.number(f"""select count(*) from sagevoice.document d join sagevoice.session s
        on s.tenant = d.tenant and s.id = d.session where s.name = '{new}.wav' and d.engine <> '{new}'""")
    bench.expect(f"documents for {new} that {old} made", int(wrong), wrong == 0)
    bench.expect("left", int(bench.server.number("select count(*) from sagevoice.job")), sum(jobs) == 2 * count)
    bench.server.ask("insert into sagevoice.migration select max(number) + 1, 'later', 'sha', now(), max(number) "
                     "from sagevoice.migration")
    worked = bench.call("work", "--once", check=False)
    bench.expect("a schema with a step that this version can live with, exit status", worked.returncode,
                 worked.returncode == 0)
    bench.server.ask("update sagevoice.migration set needs = number where name = 'later'")
    worked = bench.call("work", "--once", check=False)
    said = next((line for line in worked.stderr.splitlines() if "schema" in line), "").partition(": ")[2]
    bench.expect("one that it cannot", f"{worked.returncode}: {said}", worked.returncode == 73 and said)


def upgrade(bench):
    """The schema goes from an older program's to this one's in the midst of their work."""
    older, newer, server = bench.program, bench.newer, bench.server
    schema, done = "select max(number) from sagevoice.migration", "select count(*) from sagevoice.document"
    files = []
    for number in range(bench.options.recordings):
        path = bench.folder / f"{number}.wav"
        path.write_bytes(bench.voices.recording(number, 3))
        files.append(path)
    parts = [files[place::4] for place in range(4)]

    def wait_for(count):
        ending = time.monotonic() + bench.options.patience
        while server.number(done) < count and time.monotonic() < ending:
            time.sleep(0.02)

    before, sent = server.number(schema), {}
    def put(program, part):
        bench.program = program
        sent.update((row["sha256"], row["session"]) for row in bench.submit(part))

    put(older, parts[0])
    old_workers = [bench.worker(5, f"older {n}") for n in range(2)]
    wait_for(len(parts[0]) // 2)
    bench.program = newer
    bench.call("migrate")
    after, during = server.number(schema), server.number(done)
    bench.expect("the schema before and after", f"{before:.0f}, {after:.0f}", after > before)
    bench.note("documents when it changed", f"{during:.0f} of {2 * len(parts[0])}")
    put(older, parts[1])
    wait_for(2 * len(parts[0]) + len(parts[1]))
    bench.expect("documents that older workers made after it", f"{server.number(done) - during:.0f}",
                 server.number(done) > during)
    bench.program = newer
    new_workers = [bench.worker(5, f"newer {n}") for n in range(2)]
    put(newer, parts[2])
    for worker in old_workers:
        worker.terminate()
    bench.expect("older workers ended by SIGTERM, exit statuses", [worker.wait(60) for worker in old_workers],
                 all(worker.returncode == 0 for worker in old_workers))
    put(older, parts[3])
    bench.program = newer
    bench.expect("drained", bench.drained(bench.options.patience), True)
    judge(bench, sent)
    for worker in new_workers:
        worker.terminate()
        worker.wait(60)

    key = bench.folder / "board.key"
    key.touch(0o600)
    key.write_bytes(os.urandom(32))
    bench.call("migrate", "--encrypt-board", "--key-file", key)
    bench.program = older
    refused = bench.call("work", "--once", check=False)
    said = next((line for line in refused.stderr.splitlines() if "schema" in line), "").partition(": ")[2]
    bench.expect("the older one at an encrypted board", f"{refused.returncode}: {said}",
                 refused.returncode == 73 and said)


TRIALS = {
    "speed": (speed, "The board of jobs in PostgreSQL: claims, empty jobs, a held transaction, takeover",
              "its own PostgreSQL with durable commits; two programs claim batches of 16 and end each batch in one call"),
    "held": (held_transaction, "A transaction that is held open while jobs are done",
             "two programs claim batches of 16 and end each batch in one call, with durable commits; in turn with nobody "
             "in the way and with a transaction of `repeatable read` that is never ended"),
    "kill": (kill, "Workers killed, stopped beyond their leases, and the server started again",
             "workers of one name with leases of 1 s, while recordings of 20 s are put in"),
    "poison": (poison, "A recording that ends every worker which has it",
               "20 recordings, two workers; whoever holds the eighth recording is killed"),
    "watch": (watch, "A watcher that keeps its sessions in PostgreSQL, killed again and again",
              "recordings of 10 s are moved into the inbox; every twentieth time the server is started again instead"),
    "scale": (scale, "Two workers over one, and what the board costs",
              "all recordings are put in first; each worker is one process on one core, and the analyses alone are "
              "`sagevoice analyze --jobs 1` of the same files"),
    "apart": (apart, "Workers in networks of their own, with clocks that are off, of one name, and stopped",
              "a namespace and a cable for each worker, of which one is taken down; recordings of 30 s are put in all the "
              "time"),
    "restore": (restore, "A backup and an archive of the log, restored to a time",
                "pg_basebackup, and `archive_command`; then somebody removes histories, documents and sessions"),
    "upgrade": (upgrade, "An older program at work while this one changes the schema",
                "two workers of each, recordings of 3 s put in by both; the older program made the schema"),
    "versions": (versions, "Workers of two versions on one board",
                 "jobs without sound, claimed and ended by the board's own code as either version"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trial", choices=TRIALS)
    parser.add_argument("--built", help="the folder of the three programs; they are built unless it is given")
    parser.add_argument("--older", help="the folder of an older sagevoice-server, which makes the schema")
    parser.add_argument("--queued", type=int, default=100_000)
    parser.add_argument("--claims", type=int, default=2_000)
    parser.add_argument("--seconds", type=int, default=30, help="how long pgbench and empty jobs are run")
    parser.add_argument("--held", type=int, default=60, help="for how long a transaction is held open, in seconds")
    parser.add_argument("--most", type=int, default=16_000, help="jobs a second that are put in for both to find enough")
    parser.add_argument("--pairs", type=int, default=1, help="how often held and not held are tried in turn")
    parser.add_argument("--takeovers", type=int, default=5)
    parser.add_argument("--recordings", type=int, default=300)
    parser.add_argument("--workers", type=int, default=6)
    parser.add_argument("--turns", type=int, default=3, help="how often one worker and two are held against each other")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--gone", type=float, default=60, help="for how long a network is gone, in seconds")
    parser.add_argument("--patience", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write a record")
    options = parser.parse_args()
    if PROGRAMS is None:
        sys.exit("there is no PostgreSQL here: apt-get install postgresql")
    run, title, how = TRIALS[options.trial]
    bench = Bench(options)
    try:
        run(bench)
    finally:
        bench.end()
    if options.record:
        write_record(options.trial, title, f"`Benchmarks/board.py {options.trial}`: {how}.", bench.tool,
                     ["What", "Found"], bench.rows, group="board")
    if bench.broken:
        sys.exit("broken: " + "; ".join(bench.broken))


if __name__ == "__main__":
    main()
