"""Trials of the onboarding server: crashes, damaged recordings, hostile connections."""
import asyncio, collections, http.client, itertools, json, random, socket, statistics, struct, subprocess, threading, time

from trial import Trial, free_port, kill_now, memory_mb, raise_file_limit, sha256, wait_until

PROFILE = {"age": 34, "gender_identity": "woman", "sex_assigned_at_birth": "female", "voice_conditions": ["None"],
           "diagnosed_conditions": ["None"], "device_model": "microphone"}
CONSENT = {"language": "en", "signed": True, "purposes": ["analysis", "storage"]}
STEPS = ["sign_up", "explainer", "user_info_form", "sustained_vowel_test", "reading_prompt", "completed"]
COOKIE = "__Host-sagevoice"  # The name of the cookie behind a proxy.
WAV, JSON = {"Content-Type": "audio/wav"}, {"Content-Type": "application/json"}
MEMORY_LIMIT_MB = 300


class ServerTrial(Trial):
    """A trial of `sagevoice serve` with a folder store."""

    def __init__(self, name, options):
        super().__init__(name, options)
        raise_file_limit()
        self.store, self.spool = self.folder / "store", self.folder / "store.server/spool"
        self.port = free_port()

    def vowel(self, number, seconds=2.5):
        return self.recording(number, seconds, kinds=6)

    def serve(self, *options):
        # Behind a proxy the server reads the client address from a header, so each person has a separate rate limit.
        self.server = self.start(self.programs.server, "serve", "--store", self.store, "--create", "--bind", f"127.0.0.1:{self.port}",
                                 *(options or ("--behind-proxy", "--host", "voice.example")))

    def wait_ready(self):
        if not wait_until(lambda: Person(self).request("GET", "/readyz", timeout=5).status == 200, 30):
            raise RuntimeError(f"the server is not ready after 30 s: {self.log.read_text()[-1000:]}")

    def sessions(self):
        """State and SHA-256 of the recording of each session."""
        return {session: (json.loads(state)["state"], json.loads(header)["recording"]["sha256"])
                for session, header, state in self.rows("select id, header, state from kept_session")}

    def wait_idle(self):
        """Waits until the server uses no CPU time for a second, at most 180 s."""
        usage = None
        for _ in range(180):
            fields = open(f"/proc/{self.server.pid}/stat").read().rpartition(")")[2].split()
            if usage == (usage := fields[11:13]):
                return
            time.sleep(1)

    def finish(self):
        self.at_most("peak memory of the server, MB", memory_mb(self.server, "VmHWM"), MEMORY_LIMIT_MB)
        self.wait_idle()
        self.terminate(self.server)
        self.verify()


class Response:
    """A complete HTTP response."""

    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    def __str__(self):
        return f"{self.status} {self.body[:200]}"

    @property
    def json(self):
        return json.loads(self.body)


class Person:
    """A browser of one person: cookie, connection and client address."""

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

    def request(self, method, path, body=None, headers=(), timeout=60):
        """Sends a request. OSError without a complete response."""
        if isinstance(body, dict):
            body, headers = json.dumps(body).encode(), dict(headers) | JSON
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.trial.port, timeout=timeout)
        try:
            self.connection.request(method, path, body, self.headers(headers))
            response = Response(self.connection.getresponse())
        except (http.client.HTTPException, OSError) as error:
            self.close()
            raise OSError(f"{method} {path}: {error!r}") from error
        if cookie := response.headers.get("Set-Cookie"):
            self.cookie = cookie.split(";")[0].split("=", 1)[1] or None
        return response

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def event(self, event, **more):
        return self.request("POST", "/v1/me/journey/events", {"event": event, **more})

    def upload(self, recording):
        return self.request("POST", "/v1/me/recordings", recording, WAV)

    def journey(self):
        """The onboarding state once the server has no pending step."""
        while (journey := self.request("GET", "/v1/me/journey").json)["waits"]:
            time.sleep(0.03)
        return journey

    def to_recording(self):
        """Onboards until the server expects the first recording."""
        steps = (("POST", "/v1/people", None), ("POST", "/v1/me/journey/events", {"event": "explainer_read"}),
                 ("PUT", "/v1/me/consent", CONSENT), ("PUT", "/v1/me/profile", PROFILE),
                 ("POST", "/v1/me/journey/events", {"event": "microphone", "answer": "granted"}))
        for step in steps:
            response = self.request(*step)
            if response.status not in (200, 201):
                raise RuntimeError(f"{step}: {response}")
        return self


def in_threads(count, body):
    """Runs `body(number)` in threads. Returns the threads and the list of their exceptions."""
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


class BackgroundOnboarding:
    """Two people at a time complete the onboarding while a trial disturbs the server. None may fail."""

    def __init__(self, trial):
        self.trial, self.completed, self.slowest, self.problems = trial, 0, 0.0, []
        self.closing, self.numbers = threading.Event(), itertools.count(9 << 16)

    def onboard(self, _):
        while not self.closing.is_set():
            number = next(self.numbers)
            person = Person(self.trial, number).to_recording()
            for vowel in range(3):
                began = time.monotonic()
                response = person.upload(self.trial.vowel(4 * number + vowel))
                self.slowest = max(self.slowest, time.monotonic() - began)
                if response.status != 201:
                    self.problems.append(f"upload: {response}")
                person.journey()
                person.event("microphone", answer="granted")
            person.event("skipped")
            phase = person.journey()["phase"]
            self.completed += phase == "baseline_held"
            if phase != "baseline_held":
                self.problems.append(f"onboarding ended in phase {phase}")

    def __enter__(self):
        self.threads, self.errors = in_threads(2, self.onboard)

    def __exit__(self, *_):
        self.closing.set()
        for thread in self.threads:
            thread.join(120)
        unfinished = ["onboarding not finished within 120 s"] * sum(thread.is_alive() for thread in self.threads)
        self.trial.at_least("background onboardings completed with a baseline", self.completed, 1)
        self.trial.none("errors of background onboardings", self.problems + self.errors + unfinished)
        self.trial.measure("slowest upload of a background onboarding (until its quick document), s", round(self.slowest, 1))


class CrashOnboarding:
    """Onboards people with retries while the server is killed, and records the acknowledged uploads."""

    def __init__(self, trial, timeout=180):
        self.trial, self.timeout = trial, timeout
        self.lock, self.closing, self.numbers = threading.Lock(), threading.Event(), itertools.count()
        self.acknowledged, self.sent, self.completed, self.problems = {}, set(), [], []
        self.unanswered, self.last_kill = 0, time.monotonic()

    def problem(self, text):
        with self.lock:
            self.problems.append(text)

    def retry(self, request):
        """Repeats a request until the response is neither 500 nor 503. The server may have processed an unanswered request."""
        while True:
            try:
                response = request()
                if response.status not in (500, 503):
                    return response
            except OSError:
                with self.lock:
                    self.unanswered += 1
            time.sleep(0.05)

    def onboard_people(self, first, stride):
        for number in itertools.count(first, stride):
            if self.closing.is_set() and number >= stride:
                return
            self.onboard(number)

    def onboard(self, number):
        person, recording, known, furthest, began = Person(self.trial, number), None, set(), 0, time.monotonic()
        response = self.retry(lambda: person.request("POST", "/v1/people"))
        if response.status != 201:
            return self.problem(f"sign-up: {response}")
        while time.monotonic() - max(began, self.last_kill) < self.timeout:
            response = self.retry(lambda: person.request("GET", "/v1/me/journey"))
            if response.status != 200:
                return self.problem(f"GET journey: {response}")
            journey = response.json
            sessions = [attempt["session_id"] for attempt in journey["attempts"]]
            if known - set(sessions):
                self.problem(f"acknowledged session missing in the journey: {known - set(sessions)}")
            step = STEPS.index(journey["step"]) if journey["step"] in STEPS else furthest
            if step < furthest:
                self.problem(f"the journey returned to the earlier step {journey['step']}")
            furthest = max(furthest, step)
            if journey["waits"]:
                time.sleep(0.05)
            elif journey["step"] == "completed":
                return self.completed.append((journey["phase"], sessions))
            elif "recording" in journey["may"] and journey["step"] != "reading_prompt":
                recording = self.upload(person, recording or self.trial.vowel(next(self.numbers)), known)
            else:
                self.advance(person, journey)
        self.problem(f"onboarding not completed within {self.timeout} s: {journey['step']} {journey['phase']}")

    def upload(self, person, recording, known):
        """Uploads a recording. Returns it if another upload is necessary, else None."""
        digest = sha256(recording)
        self.sent.add(digest)
        response = self.retry(lambda: person.upload(recording))
        if response.status in (200, 201):
            if response.json["recording"]["sha256"] != digest:
                self.problem("response with the quick document of another recording")
            session = response.headers["Location"].rsplit("/", 1)[1]
            known.add(session)
            with self.lock:
                self.acknowledged[digest] = session
            return None
        if response.status == 412:  # An unanswered earlier upload of the same attempt was stored.
            return None
        self.require_success("upload", response)
        return recording

    def advance(self, person, journey):
        """Performs the next step other than an upload."""
        if "profile" in journey["may"]:
            for path, body in (("consent", CONSENT), ("profile", PROFILE)):
                self.require_success(path, self.retry(lambda: person.request("PUT", f"/v1/me/{path}", body)))
            return
        if "retried" in journey["may"]:
            self.problem(f"recording refused: {journey['error']}")
        for event, more in (("explainer_read", {}), ("microphone", {"answer": "granted"}), ("retried", {}), ("skipped", {})):
            if event in journey["may"] or event == "skipped" and journey["step"] == "reading_prompt":
                return self.require_success(event, self.retry(lambda: person.event(event, **more)))
        self.problem(f"no event is possible at {journey['step']} {journey['phase']} {journey['may']}")
        time.sleep(0.2)

    def require_success(self, label, response):
        if response.status not in (200, 409):  # 409: an unanswered earlier request performed the step.
            self.problem(f"{label}: {response}")


def kill(trial):
    """SIGKILL of the server 0.05 to 1 s after it is ready, or during its start, while people onboard over HTTP with three
    recordings of 2.5 s each. Every acknowledged recording must be stored once, and every person must get a baseline."""
    kills, people = trial.size("kills", 100, 10), trial.size("people", 20, 5)
    onboarding, in_spool = CrashOnboarding(trial), 0
    for number in range(6):
        trial.vowel(number)
    trial.serve()
    trial.wait_ready()
    threads, errors = in_threads(people, lambda first: onboarding.onboard_people(first, people))
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
        thread.join(onboarding.timeout + 5)
    trial.measure("SIGKILLs", kills)
    trial.at_least("SIGKILLs with recordings in the spool", in_spool, 1)
    trial.measure("requests without a complete response", onboarding.unanswered)
    trial.equal("onboardings not completed", sum(thread.is_alive() for thread in threads), 0)
    trial.none("errors and unexpected responses", onboarding.problems + errors)
    trial.at_least("onboardings completed", len(onboarding.completed), people)
    trial.equal("completed onboardings without a baseline", sum(phase != "baseline_held" for phase, _ in onboarding.completed), 0)
    trial.equal("completed onboardings without exactly three recordings",
                sum(len(sessions) != 3 for _, sessions in onboarding.completed), 0)
    trial.finish()
    stored, acknowledged = trial.sessions(), onboarding.acknowledged
    trial.measure("acknowledged recordings", len(acknowledged))
    trial.equal("acknowledged recordings that are missing or in another session",
                sum(stored.get(session, (None, None))[1] != digest for digest, session in acknowledged.items()), 0)
    trial.equal("acknowledged recordings not in state `filed`",
                sum(stored.get(session, (None,))[0] != "filed" for session in acknowledged.values()), 0)
    sessions_of = collections.Counter(digest for _, digest in stored.values())
    trial.equal("recordings in more than one session", sum(count > 1 for count in sessions_of.values()), 0)
    trial.equal("sessions of recordings that no client sent", len(set(sessions_of) - onboarding.sent), 0)
    trial.equal("recordings left in the spool", len(list(trial.spool.rglob("*.wav"))), 0)


def damage(recording, chance):
    """The WAV file with one kind of damage."""
    data, kind = bytearray(recording), chance.choice(("head", "bytes", "cut", "grown", "sizes", "format", "chunks", "samples"))
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
    """Uploads with damaged headers, sizes, formats, chunks, samples or ends by 8 concurrent clients, while other people
    onboard. The server must answer each with a document or a refusal (4xx)."""
    count, lock, statuses, problems = trial.size("recordings", 10_000, 400), threading.Lock(), collections.Counter(), []
    numbers, addresses = itertools.count(), itertools.count(1 << 16)
    undamaged = [trial.vowel(number, seconds) for number in range(3) for seconds in (0.3, 0.6)]

    def ready(person):
        """The person if the server expects a recording, else a new person."""
        journey = person.journey() if person else {"may": []}
        for event, more in (("retried", {}), ("microphone", {"answer": "granted"})):
            if event in journey["may"]:
                journey = person.event(event, **more).json
        return person if "recording" in journey["may"] else Person(trial, next(addresses)).to_recording()

    def client(_):
        person = None
        while (number := next(numbers)) < count:
            chance = random.Random(f"{trial.options.seed} {number}")
            person = ready(person)
            response = person.upload(damage(chance.choice(undamaged), chance))
            with lock:
                statuses[response.status] += 1
                if response.status not in {200, 201, 400, 409, 412, 413, 415, 422}:
                    problems.append(f"{number}: {response}")

    trial.serve()
    trial.wait_ready()
    with BackgroundOnboarding(trial):
        threads, errors = in_threads(8, client)
        for thread in threads:
            thread.join()
    trial.equal("responses to damaged recordings", sum(statuses.values()), count)
    trial.measure("responses by HTTP status", ", ".join(f"{status}: {number}" for status, number in sorted(statuses.items())))
    trial.none("errors and unexpected responses", problems + errors)
    trial.finish()


async def send_until_closed(trial, head, piece, pause, byte_limit, seconds):
    """Sends `head`, then `piece` repeatedly up to `byte_limit` bytes. Returns the HTTP status and "closed" or "open"."""
    reader, writer = await asyncio.open_connection("127.0.0.1", trial.port)
    writer.write(head)
    end, sent, status = time.monotonic() + seconds, 0, "no response"
    received = asyncio.ensure_future(reader.read(1000))
    try:
        while time.monotonic() < end:
            if received.done():
                if not received.result():
                    return f"{status}, closed"
                status = received.result()[9:12].decode() if status == "no response" else status
                received = asyncio.ensure_future(reader.read(1000))
            if sent < byte_limit:
                writer.write(piece)
                sent += len(piece)
                await asyncio.wait_for(writer.drain(), max(0.1, end - time.monotonic()))
            await (asyncio.wait([received], timeout=pause) if pause else asyncio.sleep(0))
        return f"{status}, open"
    except asyncio.TimeoutError:
        return f"{status}, open"
    except OSError:
        return f"{status}, closed"
    finally:
        received.cancel()
        writer.close()


async def slow_and_endless(trial, people, count):
    """Clients that send one byte per second, then clients with endless bodies. The server must close every connection."""
    cycle = itertools.cycle(people)
    recordings, chunked = "/v1/me/recordings", {"Transfer-Encoding": "chunked"}
    body = lambda length: next(cycle).head("POST", recordings, WAV | {"Content-Length": str(length)})
    groups = {
        # The server closes after 60 s without a complete head and 120 s without a complete body.
        "slow heads": (lambda: b"GET /healthz HTTP/1.1\r\nHost: voice.example\r\n", b"x", 1, 1 << 50, 130),
        "slow bodies": (lambda: body(1_500_000), b"x", 1, 1 << 50, 130),
        "endless uploads": (lambda: next(cycle).head("POST", recordings, WAV | chunked), None, 0, 1 << 50, 40),
        "endless events": (lambda: next(cycle).head("POST", "/v1/me/journey/events", JSON | chunked), None, 0, 1 << 50, 40),
        "uploads of 1 TB": (lambda: body(1 << 40), bytes(1 << 16), 0, 1 << 50, 40),
        "unfinished uploads of 24 MB": (lambda: body(24 << 20), bytes(1 << 16), 0, (24 << 20) - (1 << 16), 130),
    }
    chunk = b"10000\r\n" + bytes(1 << 16) + b"\r\n"
    for names in (("slow heads", "slow bodies"), tuple(groups)[2:]):
        tasks = {name: [send_until_closed(trial, groups[name][0](), groups[name][1] or chunk, *groups[name][2:])
                        for _ in range(count if "slow" in name else max(4, count // 20))] for name in names}
        results = await asyncio.gather(*(asyncio.gather(*group) for group in tasks.values()))
        for name, ends in zip(tasks, results):
            ends = collections.Counter(ends)
            trial.check(f"{name}: HTTP status, connection", "; ".join(f"{number} × {end}" for end, number in ends.items()),
                        "all closed", not any("open" in end for end in ends))


async def event_streams(trial, people, count):
    """Open event streams. Each must receive a ping and an event of its person."""
    received, broken, tasks = collections.Counter(), collections.Counter(), []

    async def listen(number):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", trial.port)
            writer.write(people[number % len(people)].head("GET", "/v1/me/updates"))
            received[number, "head"] += b" 200 " in (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0]
            while line := await reader.readline():
                received[number, "ping"] += line.strip() == b": ping"
                received[number, "event"] += line.startswith(b"event:")
            broken["ended"] += 1
        except (OSError, asyncio.IncompleteReadError) as error:
            broken[type(error).__name__] += 1

    before = memory_mb(trial.server)
    streams = lambda part: sum(received[number, part] > 0 for number in range(count))
    tasks = [asyncio.create_task(listen(number)) for number in range(count)]
    for _ in range(1200):
        if streams("head") == count:
            break
        await asyncio.sleep(0.1)
    trial.measure("server memory per event stream, kB", round(1024 * (memory_mb(trial.server) - before) / count))
    await asyncio.sleep(40)
    for person in people:
        await asyncio.to_thread(person.upload, b"RIFF")
    await asyncio.sleep(5)
    for part, label in (("head", "status 200"), ("ping", "a ping"), ("event", "an event of their person")):
        trial.equal(f"event streams with {label}", streams(part), count)
    trial.none("event streams that ended, by reason", list(broken.items()))
    for task in tasks:
        task.cancel()


def connections(trial):
    """Clients that send one byte per second, endless bodies, and open event streams, while other people onboard. The server
    must close slow and endless requests, serve the event streams and stay below its memory limit."""
    count = trial.size("connections", 200, 20)
    trial.serve()
    trial.wait_ready()
    # A person has at most 8 event streams.
    people = [Person(trial, number).to_recording() for number in range(max(20, -(-5 * count // 8)))]
    for person in people:
        person.close()
    with BackgroundOnboarding(trial):
        asyncio.run(slow_and_endless(trial, people, count))
        asyncio.run(event_streams(trial, people, 5 * count))
    trial.finish()


class Connection:
    """A raw TCP connection for HTTP."""

    def __init__(self, trial):
        self.socket = socket.create_connection(("127.0.0.1", trial.port), timeout=5)

    def request(self, *lines):
        """Sends a head. Returns the HTTP status, "closed", or "no response" after the timeout of the socket."""
        self.socket.sendall("\r\n".join((*lines, "", "")).encode())
        return self.status()

    def status(self):
        try:
            return self.socket.recv(1 << 16)[9:12].decode() or "closed"
        except TimeoutError:
            return "no response"

    def read(self, *lines):
        """Sends a head. Returns the received text until 2 s without data, and whether the server closed the connection."""
        self.socket.sendall("\r\n".join((*lines, "", "")).encode())
        self.socket.settimeout(2)
        text = b""
        try:
            while piece := self.socket.recv(1 << 16):
                text += piece
        except TimeoutError:
            return text.decode(), False
        return text.decode(), True


def tls_cipher(trial, *options):
    """The cipher suite of a connection by `openssl s_client`, or "refused"."""
    result = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{trial.port}", "-brief", *options],
                            input=b"", capture_output=True, timeout=20)
    found = [line.split(b": ")[1].decode() for line in result.stderr.splitlines() if line.startswith(b"Ciphersuite: ")]
    return found[0] if found and result.returncode == 0 else "refused"


def access(trial):
    """Requests that must be refused or limited: forged `X-Forwarded-For` lines, wrong hosts, event streams, reports and
    connections above their limits, HTTP/1.0, old TLS. Also the upload of a vowel during the analysis of noise."""
    trial.serve("--behind-proxy", "--host", "voice.example", "--jobs", 1)
    trial.wait_ready()
    sign_ups = collections.Counter(
        Connection(trial).request("POST /v1/people HTTP/1.1", "Host: voice.example", f"X-Forwarded-For: 10.7.7.{number}",
                                  "X-Forwarded-For: 192.0.2.9") for number in range(62))
    trial.equal("HTTP statuses of 62 sign-ups with a forged and a constant X-Forwarded-For line", dict(sign_ups),
                {"201": 60, "429": 2})
    for label, hosts, status in (("no Host", (), "400"), ("two Host lines", ("voice.example",) * 2, "400"),
                                 ("a foreign host", ("evil.example",), "421"), ("a loopback host", ("127.0.0.1:1",), "200")):
        lines = [f"Host: {host}" for host in hosts]
        trial.equal(f"HTTP status of GET /healthz with {label}", Connection(trial).request("GET /healthz HTTP/1.1", *lines), status)

    person, other = Person(trial, 1).to_recording(), Person(trial, 2).to_recording()
    head = person.head("GET", "/v1/me/updates").decode().split("\r\n")[:-2]
    streams = [Connection(trial) for _ in range(9)]
    trial.equal("HTTP statuses of nine event streams of one person", [stream.request(*head) for stream in streams],
                ["200"] * 8 + ["429"])
    has_listeners = lambda: b"sagevoice_server_listeners 0\n" not in Person(trial).request("GET", "/metrics").body
    for stream in streams:
        stream.socket.close()
    trial.within("time until the metrics count no closed event stream", 5, lambda: not has_listeners())
    trial.equal("HTTP status of another event stream after that", Connection(trial).request(*head), "200")

    host, cookie = "Host: voice.example", f"Cookie: {COOKIE}={person.cookie}"
    text, _ = Connection(trial).read("HEAD /v1/me/export HTTP/1.1", host, cookie, "", "GET /healthz HTTP/1.1", host)
    first, second = text.split("\r\n\r\n")[:2]
    trial.equal("HEAD /v1/me/export: status line", first.splitlines()[0], "HTTP/1.1 200 OK")
    trial.equal("HEAD /v1/me/export: Content-Length present", "content-length" in first.lower(), False)
    trial.equal("HEAD /v1/me/export: status line of the next pipelined response", second.splitlines()[0], "HTTP/1.1 200 OK")
    for line, closes in (("Accept: */*", True), ("Connection: keep-alive", False)):
        text, is_closed = Connection(trial).read("GET /healthz HTTP/1.0", host, line)
        trial.equal(f"HTTP/1.0 with `{line}`: HTTP status, closed by the server", (text[9:12], is_closed), ("200", closes))

    noise = bytes(trial.vowel(0)[:44]) + trial.random.randbytes(2 * 44_100 * 10)
    noise = noise[:4] + struct.pack("<I", len(noise) - 8) + noise[8:40] + struct.pack("<I", len(noise) - 44) + noise[44:]
    person.upload(noise)
    began = time.monotonic()
    trial.equal("HTTP status of a vowel uploaded during the analysis of noise", other.upload(trial.vowel(1)).status, 201)
    trial.measure("time to the quick document of this vowel, s", round(time.monotonic() - began, 2))
    session = other.request("GET", "/v1/me/sessions").json[0]["session_id"]
    results, lock = collections.Counter(), threading.Lock()

    def report(_):
        reader = Person(trial, 2)
        reader.cookie = other.cookie
        response = reader.request("GET", f"/v1/me/sessions/{session}/report")
        with lock:
            results[response.status, response.headers.get("Retry-After")] += 1
    threads, errors = in_threads(20, report)
    slowest = 0.0
    while any(thread.is_alive() for thread in threads):
        began = time.monotonic()
        Person(trial).request("GET", "/healthz")
        slowest = max(slowest, time.monotonic() - began)
    trial.measure("slowest GET /healthz during 20 concurrent reports, s", round(slowest, 2))
    trial.check("20 concurrent reports of one person: number by HTTP status and Retry-After",
                ", ".join(f"{status} {retry or ''}: {number}" for (status, retry), number in results.items()),
                "≥ 2 × 200, ≥ 1 × 429 with Retry-After 5",
                not errors and set(results) <= {(200, None), (429, "5")} and results[200, None] >= 2 and results[429, "5"] > 0)
    trial.finish()

    trial.serve("--host", "voice.example", "--connections", 20)
    trial.wait_ready()
    idle = [Connection(trial) for _ in range(40)]
    healthz = lambda connection: connection.request("GET /healthz HTTP/1.1", "Host: localhost")
    idle[-1].socket.settimeout(1)
    served = [healthz(connection) for connection in idle[:10]]
    last = healthz(idle[-1])
    for connection in idle[:30]:
        connection.socket.close()
    idle[-1].socket.settimeout(5)
    trial.equal("--connections 20: HTTP statuses of the first 10 of 40 connections", served, ["200"] * 10)
    trial.equal("--connections 20: the 40th connection before and after 30 were closed", [last, idle[-1].status()],
                ["no response", "200"])
    trial.terminate(trial.server)

    chain, key = trial.folder / "chain.pem", trial.folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
                    "-keyout", key, "-out", chain], check=True, capture_output=True)
    trial.serve("--tls-cert", chain, "--tls-key", key)
    wait_until(lambda: tls_cipher(trial) != "refused", 30)
    weak = ["-cipher", "DEFAULT@SECLEVEL=0"]
    for options in (["-tls1", *weak], ["-tls1_1", *weak], *(["-tls1_2", "-cipher", cipher] for cipher in
                    ("AES256-GCM-SHA384", "AES128-SHA", "ECDHE-RSA-AES256-SHA", "ECDHE-RSA-AES128-SHA256"))):
        trial.equal(f"`openssl s_client {' '.join(options)}`", tls_cipher(trial, *options), "refused")
    for option, start in (("-tls1_2", "ECDHE-RSA-AES"), ("-tls1_3", "TLS_")):
        cipher = tls_cipher(trial, option)
        trial.check(f"`openssl s_client {option}`", cipher, f"{start}…GCM…", cipher.startswith(start) and "GCM" in cipher)
    trial.terminate(trial.server)


def guesses(trial):
    """The owner of an account signs in while 60 addresses guess passwords without a pause. Measures the delay of sign-ins and
    of `/healthz`. Each wrong guess must be logged. A new address has no failed sign-in yet when the guesses begin."""
    count, guessers = 10, 60
    trial.serve("--behind-proxy", "--trusted-proxies", "127.0.0.1/32", "--host", "voice.example")
    trial.wait_ready()
    account = {"email": "owner@voice.example", "password": "seven quiet lanterns"}
    trial.equal("HTTP status of the account creation", Person(trial, 1).request("POST", "/v1/accounts", account).status, 201)
    statuses, failed_once, lock, closing = collections.Counter(), set(), threading.Lock(), threading.Event()

    def sign_in(number):
        """Seconds until the sign-in succeeds, with pauses after each 503, and the number of 503 responses."""
        person, began, refused = Person(trial, number), time.monotonic(), 0
        while (response := person.request("POST", "/v1/sign-in", account)).status == 503 and refused < 60:
            refused += 1
            time.sleep(int(response.headers["Retry-After"]))
        return time.monotonic() - began if response.status == 200 else float("inf"), refused

    def guess(number):
        person = Person(trial, 10_000 + number)
        for attempt in itertools.count():
            wrong = {"email": f"p{number}-{attempt // 4}@voice.example", "password": "wrong guess"}
            status = person.request("POST", "/v1/sign-in", wrong, timeout=300).status
            with lock:
                statuses[status] += 1
                if status == 401:
                    failed_once.add(number)
            if closing.is_set() or status == 429:
                return

    health = []

    def check_health(_):
        while not closing.is_set():
            began = time.monotonic()
            Person(trial).request("GET", "/healthz")
            health.append(time.monotonic() - began)
            time.sleep(0.05)
    alone = [sign_in(1_000 + number) for number in range(count)]
    (threads, errors), (health_threads, health_errors) = in_threads(guessers, guess), in_threads(1, check_health)
    known, new = [sign_in(1_000)], [sign_in(2_000)]
    wait_until(lambda: len(failed_once) == guessers, 120)
    during = [sign_in(3_000 + number) for number in range(count)]
    guessing = sum(thread.is_alive() for thread in threads)
    closing.set()
    for thread in threads + health_threads:
        thread.join(60)
    trial.none("exceptions of the clients", errors + health_errors)
    trial.at_least("addresses that still guess at the end", guessing, guessers // 2 + 1)
    trial.measure("responses to guesses by HTTP status", dict(statuses))
    for label, results in (("10 sign-ins without guesses", alone), ("sign-in of a known address at the start of the guesses", known),
                           ("sign-in of a new address at the start of the guesses", new), ("10 sign-ins during guesses", during)):
        times = [seconds for seconds, _ in results]
        trial.measure(f"{label}: median, maximum, s; 503 responses",
                      f"{statistics.median(times):.3f}, {max(times):.3f}; {sum(refused for _, refused in results)}")
    trial.measure("GET /healthz during guesses: requests; median, maximum, s",
                  f"{len(health)}; {statistics.median(health):.3f}, {max(health):.3f}")
    trial.at_most("sign-in of a new address at the start of the guesses, s", new[0][0], 1.5, 3)
    trial.equal("503 responses to this sign-in", new[0][1], 0)
    hash_seconds = statistics.median_low(alone)[0]
    trial.measure("this sign-in divided by the median without guesses", round(new[0][0] / hash_seconds, 1))
    trial.at_most("slowest sign-in during guesses divided by the median without guesses",
                  max(during)[0] / hash_seconds, 12, 1)
    lines = sum("sign_in_failed" in line for line in trial.log.read_text().splitlines())
    trial.equal("log lines `sign_in_failed` (one per 401)", lines, statuses[401])
    trial.finish()


TRIALS = {f"server-{function.__name__}": (ServerTrial, function) for function in (kill, damaged, connections, access, guesses)}
