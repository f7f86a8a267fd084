"""Trials of the onboarding server: crashes, damaged recordings, hostile connections."""
import asyncio, collections, http.client, itertools, json, random, socket, statistics, struct, subprocess, threading, time

from trial import Trial, kill_now, memory_mb, raise_file_limit, sha256, wait_until

PROFILE = {"age": 34, "gender_identity": "woman", "sex_assigned_at_birth": "female", "voice_conditions": ["None"],
           "diagnosed_conditions": ["None"], "device_model": "microphone"}
CONSENT = {"language": "en", "signed": True, "purposes": ["analysis", "storage"]}
STEPS = ["sign_up", "explainer", "user_info_form", "sustained_vowel_test", "reading_prompt", "completed"]
COOKIE = "__Host-sagevoice"  # Its name behind a proxy.
WAV, JSON = {"Content-Type": "audio/wav"}, {"Content-Type": "application/json"}
MOST_MEMORY_MB = 300


class ServerTrial(Trial):
    """A store and its server."""

    def __init__(self, name, options):
        super().__init__(name, options)
        raise_file_limit()
        self.store, self.spool = self.folder / "store", self.folder / "store.server/spool"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def vowel(self, number, seconds=2.5):
        return self.recording(number, seconds, kinds=6)

    def serve(self, *options):
        # Behind a proxy the server reads the client's address from a header: its rate limits count every person apart.
        self.server = self.start(self.programs.server, "serve", "--store", self.store, "--create", "--bind", f"127.0.0.1:{self.port}",
                                 *(options or ("--behind-proxy", "--host", "voice.example")))

    def wait_ready(self):
        if not wait_until(lambda: Person(self).ask("GET", "/readyz", patience=5).status == 200, 30):
            raise RuntimeError(f"the server does not start: {self.log.read_text()[-1000:]}")

    def sessions(self):
        """State and hash of the recording of every session."""
        return {session: (json.loads(state)["state"], json.loads(header)["recording"]["sha256"])
                for session, header, state in self.rows("select id, header, state from kept_session")}

    def wait_quiet(self):
        """Waits until the server uses no processor time for a second."""
        usage = None
        for _ in range(180):
            fields = open(f"/proc/{self.server.pid}/stat").read().rpartition(")")[2].split()
            if usage == (usage := fields[11:13]):
                return
            time.sleep(1)

    def finish(self):
        peak = memory_mb(self.server, "VmHWM")
        self.expect(f"peak memory, MB (at most {MOST_MEMORY_MB})", round(peak), peak <= MOST_MEMORY_MB)
        self.wait_quiet()
        self.same("exit status after SIGTERM", self.stop(self.server), 0)
        self.verify()


class Answer:
    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    @property
    def json(self):
        return json.loads(self.body)


class Person:
    """A browser with its cookie and its connection."""

    def __init__(self, trial, number=0):
        self.trial, self.address = trial, f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self.cookie, self.connection = None, None

    def headers(self, more=()):
        headers = {"X-Forwarded-For": self.address, "Origin": "https://voice.example", "Host": "voice.example"}
        if self.cookie:
            headers["Cookie"] = f"{COOKIE}={self.cookie}"
        return headers | dict(more)

    def head(self, method, path, more=()):
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in self.headers(more).items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def ask(self, method, path, body=None, headers=(), patience=60):
        """One request; OSError without a whole answer."""
        if isinstance(body, dict):
            body, headers = json.dumps(body).encode(), dict(headers) | JSON
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.trial.port, timeout=patience)
        try:
            self.connection.request(method, path, body, self.headers(headers))
            answer = Answer(self.connection.getresponse())
        except (http.client.HTTPException, OSError) as error:
            self.close()
            raise OSError(f"{method} {path}: {error!r}") from error
        if cookie := answer.headers.get("Set-Cookie"):
            self.cookie = cookie.split(";")[0].split("=", 1)[1] or None
        return answer

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def event(self, event, **more):
        return self.ask("POST", "/v1/me/journey/events", {"event": event, **more})

    def send(self, recording):
        return self.ask("POST", "/v1/me/recordings", recording, WAV)

    def settled(self):
        """The journey once the server waits for the person."""
        while (journey := self.ask("GET", "/v1/me/journey").json)["waits"]:
            time.sleep(0.03)
        return journey

    def to_recording(self):
        """Signs up and continues to the first recording."""
        steps = (("POST", "/v1/people", None), ("POST", "/v1/me/journey/events", {"event": "explainer_read"}),
                 ("PUT", "/v1/me/consent", CONSENT), ("PUT", "/v1/me/profile", PROFILE),
                 ("POST", "/v1/me/journey/events", {"event": "microphone", "answer": "granted"}))
        for step in steps:
            answer = self.ask(*step)
            if answer.status not in (200, 201):
                raise RuntimeError(f"{step}: {answer.status} {answer.body[:200]}")
        return self


def in_threads(count, body):
    """Runs `body(number)` in threads. Returns them and a list of the errors that they raise."""
    errors = []

    def run(number):
        try:
            body(number)
        except BaseException as error:
            errors.append(repr(error))
    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    return threads, errors


class OrdinaryPeople:
    """Two people at a time who onboard without faults while a trial runs. At least one must arrive, and none may fail."""

    def __init__(self, trial):
        self.trial, self.arrived, self.slowest, self.problems = trial, 0, 0.0, []
        self.closing, self.numbers = threading.Event(), itertools.count(9 << 16)

    def onboard(self, _):
        while not self.closing.is_set():
            number = next(self.numbers)
            person = Person(self.trial, number).to_recording()
            for take in range(3):
                began = time.monotonic()
                answer = person.send(self.trial.vowel(4 * number + take))
                self.slowest = max(self.slowest, time.monotonic() - began)
                if answer.status != 201:
                    self.problems.append(f"recording: {answer.status} {answer.body[:200]}")
                person.settled()
                person.event("microphone", answer="granted")
            person.event("skipped")
            phase = person.settled()["phase"]
            self.arrived += phase == "baseline_held"
            if phase != "baseline_held":
                self.problems.append(phase)

    def __enter__(self):
        self.threads, self.errors = in_threads(2, self.onboard)

    def __exit__(self, *_):
        self.closing.set()
        for thread in self.threads:
            thread.join(120)
        problems = self.problems + self.errors + ["a person still waits"] * sum(t.is_alive() for t in self.threads)
        self.trial.expect("ordinary people with a baseline", self.arrived, self.arrived > 0)
        self.trial.expect("their problems", "; ".join(problems[:4]) or "none", not problems)
        self.trial.note("their slowest quick document, s", round(self.slowest, 1))


class Onboarding:
    """Leads people to a baseline although the server dies again and again, and records what was acknowledged."""

    def __init__(self, trial, patience=180):
        self.trial, self.patience = trial, patience
        self.lock, self.closing, self.numbers = threading.Lock(), threading.Event(), itertools.count()
        self.acknowledged, self.sent, self.arrived, self.problems = {}, set(), [], []
        self.broken_off, self.last_kill = 0, time.monotonic()

    def problem(self, text):
        with self.lock:
            self.problems.append(text)

    def repeat(self, step):
        """Repeats a request until it is answered. An unanswered request may have had its effect."""
        while True:
            try:
                answer = step()
                if answer.status not in (500, 503):
                    return answer
            except OSError:
                with self.lock:
                    self.broken_off += 1
            time.sleep(0.05)

    def people(self, first, at_a_time):
        for number in itertools.count(first, at_a_time):
            if self.closing.is_set() and number >= at_a_time:
                return
            self.lead(number)

    def lead(self, number):
        person, take, known, furthest, began = Person(self.trial, number), None, set(), 0, time.monotonic()
        answer = self.repeat(lambda: person.ask("POST", "/v1/people"))
        if answer.status != 201:
            return self.problem(f"sign up: {answer.status} {answer.body[:200]}")
        while time.monotonic() - max(began, self.last_kill) < self.patience:
            answer = self.repeat(lambda: person.ask("GET", "/v1/me/journey"))
            if answer.status != 200:
                return self.problem(f"journey: {answer.status} {answer.body[:200]}")
            journey = answer.json
            sessions = [attempt["session_id"] for attempt in journey["attempts"]]
            if known - set(sessions):
                self.problem(f"acknowledged, but not in the journey: {known - set(sessions)}")
            step = STEPS.index(journey["step"]) if journey["step"] in STEPS else furthest
            if step < furthest:
                self.problem(f"the journey went back to {journey['step']}")
            furthest = max(furthest, step)
            if journey["waits"]:
                time.sleep(0.05)
            elif journey["step"] == "completed":
                return self.arrived.append((journey["phase"], sessions))
            elif "recording" in journey["may"] and journey["step"] != "reading_prompt":
                take = self.upload(person, take or self.trial.vowel(next(self.numbers)), known)
            else:
                self.advance(person, journey)
        self.problem(f"a journey did not arrive within {self.patience} s: {journey['step']} {journey['phase']}")

    def upload(self, person, take, known):
        """Sends a recording. Returns it if it must be sent again."""
        self.sent.add(sha256(take))
        answer = self.repeat(lambda: person.send(take))
        if answer.status in (200, 201):
            if answer.json["recording"]["sha256"] != sha256(take):
                self.problem("the answer has the document of another recording")
            known.add(answer.headers["Location"].rsplit("/", 1)[1])
            with self.lock:
                self.acknowledged[sha256(take)] = answer.headers["Location"].rsplit("/", 1)[1]
            return None
        if answer.status == 412:  # An earlier take was stored without an answer, and counts.
            return None
        self.judge("recording", answer)
        return take

    def advance(self, person, journey):
        """Takes the next step other than a recording."""
        if "profile" in journey["may"]:
            for path, body in (("consent", CONSENT), ("profile", PROFILE)):
                self.judge(path, self.repeat(lambda: person.ask("PUT", f"/v1/me/{path}", body)))
            return
        if "retried" in journey["may"]:
            self.problem(f"refused: {journey['error']}")
        for event, more in (("explainer_read", {}), ("microphone", {"answer": "granted"}), ("retried", {}), ("skipped", {})):
            if event in journey["may"] or event == "skipped" and journey["step"] == "reading_prompt":
                return self.judge(event, self.repeat(lambda: person.event(event, **more)))
        self.problem(f"no step is possible at {journey['step']} {journey['phase']} {journey['may']}")
        time.sleep(0.2)

    def judge(self, what, answer):
        if answer.status not in (200, 409):  # 409: the step was taken, and its answer was lost.
            self.problem(f"{what}: {answer.status} {answer.body[:200]}")


def kill(trial):
    """`kill -9` of the server 0.05 to 1 s after it is ready, or while it starts, while people onboard over HTTP with three
    recordings of 2.5 s each. Acknowledged recordings must be stored once, and every person must get a baseline."""
    kills, people = trial.size("kills", 100, 10), trial.size("people", 20, 5)
    onboarding, in_spool = Onboarding(trial), 0
    for number in range(6):
        trial.vowel(number)
    trial.serve()
    trial.wait_ready()
    threads, errors = in_threads(people, lambda first: onboarding.people(first, people))
    for _ in range(kills):
        if trial.random.random() < 0.1:
            time.sleep(trial.random.uniform(0, 0.1))
        else:
            trial.wait_ready()
            time.sleep(trial.random.uniform(0.05, 1.0))
        kill_now(trial.server)
        onboarding.last_kill = time.monotonic()
        in_spool += any(trial.spool.rglob("*.wav"))
        trial.serve()
    onboarding.closing.set()
    for thread in threads:
        thread.join(onboarding.patience + 5)
    trial.note("kills, of them with recordings in the spool", f"{kills}, {in_spool}")
    trial.note("requests without an answer", onboarding.broken_off)
    trial.same("people who still wait", sum(thread.is_alive() for thread in threads), 0)
    problems = onboarding.problems + errors
    trial.expect("problems", "; ".join(problems[:5]) or "none", not problems)
    trial.expect("people who arrived", len(onboarding.arrived), len(onboarding.arrived) >= people)
    trial.same("of them without a baseline", sum(phase != "baseline_held" for phase, _ in onboarding.arrived), 0)
    trial.same("of them without exactly three recordings", sum(len(sessions) != 3 for _, sessions in onboarding.arrived), 0)
    trial.finish()
    stored, acknowledged = trial.sessions(), onboarding.acknowledged
    trial.note("recordings acknowledged", len(acknowledged))
    trial.same("of them not stored, or in another session",
               sum(stored.get(session, (None, None))[1] != digest for digest, session in acknowledged.items()), 0)
    trial.same("of them not filed", sum(stored.get(session, (None,))[0] != "filed" for session in acknowledged.values()), 0)
    times = collections.Counter(digest for _, digest in stored.values())
    trial.same("recordings in two sessions", sum(count > 1 for count in times.values()), 0)
    trial.same("sessions of recordings that were never sent", len(set(times) - onboarding.sent), 0)
    trial.same("recordings left in the spool", len(list(trial.spool.rglob("*.wav"))), 0)


def damage(whole, chance):
    """A damaged WAV file."""
    data, kind = bytearray(whole), chance.choice(("head", "bytes", "cut", "grown", "sizes", "format", "chunks", "samples"))
    if kind == "head":
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(44)] = chance.randrange(256)
    elif kind == "bytes":
        for _ in range(chance.randint(1, 200)):
            data[chance.randrange(len(data))] = chance.randrange(256)
    elif kind == "cut":
        del data[chance.randrange(len(data)):]
    elif kind == "grown":
        data += chance.randbytes(chance.randint(1, 5000))
    elif kind == "sizes":
        place = chance.choice((4, 16, 40))
        data[place:place + 4] = struct.pack("<I", chance.choice((0, 1, 17, 0x7FFFFFFF, 0xFFFFFFFF, chance.getrandbits(32))))
    elif kind == "format":
        rate, width, channels = chance.choice((0, 1, 8000, 192001, 0xFFFFFFFF)), chance.choice((0, 1, 12, 64)), chance.choice((0, 2, 65535))
        data[20:36] = struct.pack("<HHIIHH", chance.choice((0, 1, 3, 7, 0xFFFE)), channels, rate,
                                  rate * channels * width // 8 & 0xFFFFFFFF, channels * width // 8 & 0xFFFF, width)
    elif kind == "chunks":
        chunk, size = chance.choice((b"LIST", b"fmt ", b"data", b"\0\0\0\0")), chance.choice((0, 1, 3, 1 << 20, 0xFFFFFFFF))
        data[12:12] = chunk + struct.pack("<I", size) + chance.randbytes(min(size, 64))
    else:
        data[44:] = chance.choice((b"\0\0", b"\xff\x7f", chance.randbytes(2))) * ((len(data) - 44) // 2)
    return bytes(data)


def damaged(trial):
    """Recordings with damaged headers, sizes, formats, chunks, samples or ends, sent by 8 clients at a time, while other
    people onboard. The server must answer each with a document or a refusal."""
    count, lock, answers, problems = trial.size("recordings", 10_000, 400), threading.Lock(), collections.Counter(), []
    numbers, addresses = itertools.count(), itertools.count(1 << 16)
    wholes = [trial.vowel(number, seconds) for number in range(3) for seconds in (0.3, 0.6)]

    def ready(person):
        """The person if the journey asks for a recording, else a new person."""
        journey = person.settled() if person else {"may": []}
        for event, more in (("retried", {}), ("microphone", {"answer": "granted"})):
            if event in journey["may"]:
                journey = person.event(event, **more).json
        return person if "recording" in journey["may"] else Person(trial, next(addresses)).to_recording()

    def client(_):
        person = None
        while (number := next(numbers)) < count:
            chance = random.Random(f"{trial.options.seed} {number}")
            person = ready(person)
            answer = person.send(damage(chance.choice(wholes), chance))
            with lock:
                answers[answer.status] += 1
                if answer.status not in {200, 201, 400, 409, 412, 413, 415, 422}:
                    problems.append(f"{number}: {answer.status} {answer.body[:200]}")

    trial.serve()
    trial.wait_ready()
    with OrdinaryPeople(trial):
        threads, errors = in_threads(8, client)
        for thread in threads:
            thread.join()
    trial.same("answers", sum(answers.values()), count)
    trial.note("answers by status", ", ".join(f"{status}: {number}" for status, number in sorted(answers.items())))
    trial.expect("problems", "; ".join((problems + errors)[:4]) or "none", not problems + errors)
    trial.finish()


async def send_until_closed(trial, head, piece, pause, most, seconds):
    """Sends `head`, then `piece` repeatedly, at most `most` bytes. Returns the status of the answer and "closed" or "open"."""
    reader, writer = await asyncio.open_connection("127.0.0.1", trial.port)
    writer.write(head)
    end, sent, status = time.monotonic() + seconds, 0, "no answer"
    answer = asyncio.ensure_future(reader.read(1000))
    try:
        while time.monotonic() < end:
            if answer.done():
                if not answer.result():
                    return f"{status}, closed"
                status = answer.result()[9:12].decode() if status == "no answer" else status
                answer = asyncio.ensure_future(reader.read(1000))
            if sent < most:
                writer.write(piece)
                sent += len(piece)
                await asyncio.wait_for(writer.drain(), max(0.1, end - time.monotonic()))
            await (asyncio.wait([answer], timeout=pause) if pause else asyncio.sleep(0))
        return f"{status}, open"
    except asyncio.TimeoutError:
        return f"{status}, open"
    except OSError:
        return f"{status}, closed"
    finally:
        answer.cancel()
        writer.close()


async def slow_and_endless(trial, people, count):
    """Byte-per-second clients, then clients that send without end."""
    turn = itertools.cycle(people)
    recordings, chunked = "/v1/me/recordings", {"Transfer-Encoding": "chunked"}
    body = lambda length: next(turn).head("POST", recordings, WAV | {"Content-Length": str(length)})
    groups = {
        # The server closes after 60 s without a whole head and 120 s without a whole body.
        "slow head": (lambda: b"GET /healthz HTTP/1.1\r\nHost: voice.example\r\n", b"x", 1, 1 << 50, 130),
        "slow body": (lambda: body(1_500_000), b"x", 1, 1 << 50, 130),
        "endless recording": (lambda: next(turn).head("POST", recordings, WAV | chunked), None, 0, 1 << 50, 40),
        "endless event": (lambda: next(turn).head("POST", "/v1/me/journey/events", JSON | chunked), None, 0, 1 << 50, 40),
        "recording of 1 TB": (lambda: body(1 << 40), bytes(1 << 16), 0, 1 << 50, 40),
        "unfinished 24 MB": (lambda: body(24 << 20), bytes(1 << 16), 0, (24 << 20) - (1 << 16), 130),
    }
    chunk = b"10000\r\n" + bytes(1 << 16) + b"\r\n"
    for names in (("slow head", "slow body"), tuple(groups)[2:]):
        tasks = {name: [send_until_closed(trial, groups[name][0](), groups[name][1] or chunk, *groups[name][2:])
                        for _ in range(count if "slow" in name else max(4, count // 20))] for name in names}
        results = await asyncio.gather(*(asyncio.gather(*group) for group in tasks.values()))
        for name, ends in zip(tasks, results):
            ends = collections.Counter(ends)
            trial.expect(name, ", ".join(f"{end} {number}" for end, number in ends.items()), not any("open" in end for end in ends))


async def event_streams(trial, people, count):
    """Event streams held open; each must carry a ping and the event of its person."""
    heard, broken, tasks = collections.Counter(), collections.Counter(), []

    async def listen(number):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", trial.port)
            writer.write(people[number % len(people)].head("GET", "/v1/me/updates"))
            heard[number, "head"] += b" 200 " in (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0]
            while line := await reader.readline():
                heard[number, "ping"] += line.strip() == b": ping"
                heard[number, "event"] += line.startswith(b"event:")
            broken["ended"] += 1
        except (OSError, asyncio.IncompleteReadError) as error:
            broken[type(error).__name__] += 1

    before = memory_mb(trial.server)
    streams = lambda what: sum(heard[number, what] > 0 for number in range(count))
    tasks = [asyncio.create_task(listen(number)) for number in range(count)]
    for _ in range(1200):
        if streams("head") == count:
            break
        await asyncio.sleep(0.1)
    trial.note("memory per stream, kB", round(1024 * (memory_mb(trial.server) - before) / count))
    await asyncio.sleep(40)
    for person in people:
        await asyncio.to_thread(person.send, b"RIFF")
    await asyncio.sleep(5)
    for what in ("head", "ping", "event"):
        trial.same(f"streams with a {what}", streams(what), count)
    trial.expect("broken streams", dict(broken) or 0, not broken)
    for task in tasks:
        task.cancel()


def connections(trial):
    """Clients that send a byte per second, bodies without end, and event streams that stay open, while other people onboard.
    The server must close the former, serve the latter and stay below its memory limit."""
    count = trial.size("connections", 200, 20)
    trial.serve()
    trial.wait_ready()
    # A person has at most 8 event streams.
    people = [Person(trial, number).to_recording() for number in range(max(20, -(-5 * count // 8)))]
    for person in people:
        person.close()
    with OrdinaryPeople(trial):
        asyncio.run(slow_and_endless(trial, people, count))
        asyncio.run(event_streams(trial, people, 5 * count))
    trial.finish()


class Connection:
    """One connection that speaks HTTP byte by byte."""

    def __init__(self, trial):
        self.socket = socket.create_connection(("127.0.0.1", trial.port), timeout=5)

    def ask(self, *lines):
        """Sends a head. Returns the status of the answer, or "no answer"."""
        self.socket.sendall("\r\n".join((*lines, "", "")).encode())
        return self.status()

    def status(self):
        try:
            return self.socket.recv(1 << 16)[9:12].decode() or "closed"
        except TimeoutError:
            return "no answer"

    def read(self, *lines):
        """Sends a head. Returns the text until the connection is quiet for two seconds, and whether the server closed it."""
        self.socket.sendall("\r\n".join((*lines, "", "")).encode())
        self.socket.settimeout(2)
        text = b""
        try:
            while piece := self.socket.recv(1 << 16):
                text += piece
        except TimeoutError:
            return text.decode(), False
        return text.decode(), True


def tls_answer(trial, *options):
    """The cipher of a connection with these options of `openssl s_client`, or "refused"."""
    result = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{trial.port}", "-brief", *options],
                            input=b"", capture_output=True, timeout=20)
    found = [line.split(b": ")[1].decode() for line in result.stderr.splitlines() if line.startswith(b"Ciphersuite: ")]
    return found[0] if found and result.returncode == 0 else "refused"


def access(trial):
    """Connections that must be refused or bounded: forged `X-Forwarded-For` lines, faulty and foreign hosts, more event streams,
    reports and connections than allowed, streams whose client is gone, old TLS. A heavy recording beside a quick one."""
    trial.serve("--behind-proxy", "--host", "voice.example", "--jobs", 1)
    trial.wait_ready()
    signed_up = collections.Counter(
        Connection(trial).ask("POST /v1/people HTTP/1.1", "Host: voice.example", f"X-Forwarded-For: 10.7.7.{number}",
                              "X-Forwarded-For: 192.0.2.9") for number in range(62))
    trial.same("sign-ups with two X-Forwarded-For lines", dict(signed_up), {"201": 60, "429": 2})
    for hosts, status in (((), "400"), (("voice.example",) * 2, "400"), (("evil.example",), "421"), (("127.0.0.1:1",), "200")):
        lines = [f"Host: {host}" for host in hosts]
        trial.same(f"GET /healthz with hosts {hosts}", Connection(trial).ask("GET /healthz HTTP/1.1", *lines), status)

    person, other = Person(trial, 1).to_recording(), Person(trial, 2).to_recording()
    head = person.head("GET", "/v1/me/updates").decode().split("\r\n")[:-2]
    streams = [Connection(trial) for _ in range(9)]
    trial.same("event streams of a person", [stream.ask(*head) for stream in streams], ["200"] * 8 + ["429"])
    listeners = lambda: b"sagevoice_server_listeners 0\n" not in Person(trial).ask("GET", "/metrics").body
    for stream in streams:
        stream.socket.close()
    began = time.monotonic()
    trial.expect("streams are counted out when they are closed", "", wait_until(lambda: not listeners(), 5))
    trial.note("after, s", round(time.monotonic() - began, 2))
    trial.same("another stream then", Connection(trial).ask(*head), "200")

    host, cookie = "Host: voice.example", f"Cookie: {COOKIE}={person.cookie}"
    text, _ = Connection(trial).read("HEAD /v1/me/export HTTP/1.1", host, cookie, "", "GET /healthz HTTP/1.1", host)
    first, second = text.split("\r\n\r\n")[:2]
    trial.expect("a HEAD of content that is not made has no length", first,
                 first.startswith("HTTP/1.1 200") and "content-length" not in first.lower())
    trial.same("the next response follows its head", second[:12], "HTTP/1.1 200")
    for line, closes in (("Accept: */*", True), ("Connection: keep-alive", False)):
        text, is_closed = Connection(trial).read("GET /healthz HTTP/1.0", host, line)
        trial.same(f"HTTP/1.0 with {line}: status, closed", (text[9:12], is_closed), ("200", closes))

    noise = bytes(trial.vowel(0)[:44]) + trial.random.randbytes(2 * 44_100 * 10)
    noise = noise[:4] + struct.pack("<I", len(noise) - 8) + noise[8:40] + struct.pack("<I", len(noise) - 44) + noise[44:]
    person.send(noise)
    began = time.monotonic()
    trial.same("a vowel beside noise", other.send(trial.vowel(1)).status, 201)
    trial.note("its quick document, s", round(time.monotonic() - began, 2))
    session = other.ask("GET", "/v1/me/sessions").json[0]["session_id"]
    answers, lock = collections.Counter(), threading.Lock()

    def report(_):
        reader = Person(trial, 2)
        reader.cookie = other.cookie
        answer = reader.ask("GET", f"/v1/me/sessions/{session}/report")
        with lock:
            answers[answer.status, answer.headers.get("Retry-After")] += 1
    threads, errors = in_threads(20, report)
    slowest, began = 0.0, time.monotonic()
    while any(thread.is_alive() for thread in threads):
        began = time.monotonic()
        Person(trial).ask("GET", "/healthz")
        slowest = max(slowest, time.monotonic() - began)
    trial.note("slowest /healthz beside 20 reports, s", round(slowest, 2))
    trial.expect("20 reports at once", {str(key): count for key, count in answers.items()},
                 not errors and set(answers) <= {(200, None), (429, "5")} and answers[200, None] >= 2 and answers[429, "5"] > 0)
    trial.finish()

    trial.serve("--host", "voice.example", "--connections", 20)
    trial.wait_ready()
    idle = [Connection(trial) for _ in range(40)]
    ask = lambda connection: connection.ask("GET /healthz HTTP/1.1", "Host: localhost")
    idle[-1].socket.settimeout(1)
    served = [ask(connection) for connection in idle[:10]]
    last = ask(idle[-1])
    for connection in idle[:30]:
        connection.socket.close()
    idle[-1].socket.settimeout(5)
    trial.same("of 40 connections the last one", [last, idle[-1].status()], ["no answer", "200"])
    trial.same("the first ones", served, ["200"] * 10)
    trial.same("exit status after SIGTERM", trial.stop(trial.server), 0)

    chain, key = trial.folder / "chain.pem", trial.folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
                    "-keyout", key, "-out", chain], check=True, capture_output=True)
    trial.serve("--tls-cert", chain, "--tls-key", key)
    wait_until(lambda: tls_answer(trial) != "refused", 30)
    weak = ["-cipher", "DEFAULT@SECLEVEL=0"]
    for options in (["-tls1", *weak], ["-tls1_1", *weak], *(["-tls1_2", "-cipher", cipher] for cipher in
                    ("AES256-GCM-SHA384", "AES128-SHA", "ECDHE-RSA-AES256-SHA", "ECDHE-RSA-AES128-SHA256"))):
        trial.same(" ".join(options), tls_answer(trial, *options), "refused")
    for option, start in (("-tls1_2", "ECDHE-RSA-AES"), ("-tls1_3", "TLS_")):
        cipher = tls_answer(trial, option)
        trial.expect(option, cipher, cipher.startswith(start) and "GCM" in cipher)
    trial.same("exit status after SIGTERM", trial.stop(trial.server), 0)


def guesses(trial):
    """Sign-ins with the right password while 60 addresses guess passwords without a pause: their delay, that of `/healthz`, and a
    line of the log for each wrong guess. The first sign-in begins with the guesses, whose addresses have no failure yet."""
    count, guessers = 10, 60
    trial.serve("--behind-proxy", "--trusted-proxies", "127.0.0.1/32", "--host", "voice.example")
    trial.wait_ready()
    account = {"email": "owner@voice.example", "password": "seven quiet lanterns"}
    trial.same("status of the account", Person(trial, 1).ask("POST", "/v1/accounts", account).status, 201)
    answers, failed_once, lock, closing = collections.Counter(), set(), threading.Lock(), threading.Event()

    def sign_in(number):
        """Seconds to a sign-in and the 503 before it, each with its pause."""
        person, began, refused = Person(trial, number), time.monotonic(), 0
        while (answer := person.ask("POST", "/v1/sign-in", account)).status == 503 and refused < 60:
            refused += 1
            time.sleep(int(answer.headers["Retry-After"]))
        return time.monotonic() - began if answer.status == 200 else float("inf"), refused

    def guess(number):
        person = Person(trial, 10_000 + number)
        for attempt in itertools.count():
            wrong = {"email": f"p{number}-{attempt // 4}@voice.example", "password": "wrong guess"}
            status = person.ask("POST", "/v1/sign-in", wrong, patience=300).status
            with lock:
                answers[status] += 1
                if status == 401:
                    failed_once.add(number)
            if closing.is_set() or status == 429:
                return

    health = []

    def check_health(_):
        while not closing.is_set():
            began = time.monotonic()
            Person(trial).ask("GET", "/healthz")
            health.append(time.monotonic() - began)
            time.sleep(0.05)
    groups = {"alone": [sign_in(1_000 + number) for number in range(count)]}
    (threads, errors), (watching, failed) = in_threads(guessers, guess), in_threads(1, check_health)
    groups["of a known address with the first guesses"] = [sign_in(1_000)]
    groups["of a new address with the first guesses"] = [sign_in(2_000)]
    wait_until(lambda: len(failed_once) == guessers, 120)
    groups["beside guesses"] = [sign_in(3_000 + number) for number in range(count)]
    guessing = sum(thread.is_alive() for thread in threads)
    closing.set()
    for thread in threads + watching:
        thread.join(60)
    trial.same("errors", errors + failed, [])
    trial.expect("addresses that still guess at the end", guessing, guessing > guessers // 2)
    trial.note("answers to guesses", dict(answers))
    for name, found in groups.items():
        times = [seconds for seconds, _ in found]
        trial.note(f"sign-ins {name}: number, median and slowest, s, refused first",
                   f"{len(times)}, {statistics.median(times):.3f}, {max(times):.3f}, {sum(refused for _, refused in found)}")
    trial.note("/healthz: number, median and slowest, s", f"{len(health)}, {statistics.median(health):.3f}, {max(health):.3f}")
    delay, refused = groups["of a new address with the first guesses"][0]
    trial.expect("sign-in of a new address with the first guesses, s (at most 1.5, none refused)", (round(delay, 3), refused),
                 delay <= 1.5 and refused == 0)
    hash_time, slowest = statistics.median_low(groups["alone"])[0], max(groups["beside guesses"])[0]
    trial.expect("slowest sign-in beside guesses, in sign-ins alone (at most 12)", round(slowest / hash_time, 1), slowest <= 12 * hash_time)
    lines = sum("sign_in_failed" in line for line in trial.log.read_text().splitlines())
    trial.same("lines of wrong guesses in the log", lines, answers[401])
    trial.finish()


TRIALS = {f"server-{function.__name__}": (ServerTrial, function) for function in (kill, damaged, connections, access, guesses)}
