"""What the trials of the server share: a server that is started, killed and watched, and people who use it over HTTP."""
import hashlib, http.client, json, os, shutil, signal, socket, subprocess, sys, tempfile, threading, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "watch"))
from trials import ROOT, write_record

PROFILE = {"age": 34, "gender_identity": "woman", "sex_assigned_at_birth": "female", "voice_conditions": ["None"],
           "diagnosed_conditions": ["None"], "device_model": "microphone"}
CONSENT = {"language": "en", "signed": True, "purposes": ["analysis", "storage"]}
# The name of the cookie behind a proxy, which every trial says it is: one address may begin 60 times in ten minutes.
COOKIE = "__Host-sagevoice"
# A browser gives up on nothing sooner.
PATIENCE = 60


class Bench:
    """A store with its server, and what was found with them."""

    def __init__(self, options):
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix="sagevoice-server-", dir=options.folder))
        self.store, self.log = self.folder / "store", self.folder / "log"
        self.found, self.broken, self.templates = [], [], {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process, self.watch = None, None

    # What is sent.

    def vowel(self, number, seconds=2.5):
        """A vowel whose bytes differ for every number: of six voices, with differences that nobody can hear."""
        seed = number % 6
        if (seed, seconds) not in self.templates:
            path = self.folder / f"voice-{seed}-{seconds}.wav"
            subprocess.run([self.options.tool, "synth", "--f0", str(160 + 7 * seed), "--jitter", "0.4", "--shimmer", "2",
                            "--hnr", "25", "--seconds", str(seconds), "--vowel", "a", "--seed", str(seed), path],
                           check=True, stdout=subprocess.DEVNULL)
            self.templates[seed, seconds] = path.read_bytes()
        data = bytearray(self.templates[seed, seconds])
        for bit in range(20):
            if number >> bit & 1:
                data[44 + 2 * (200 + bit)] ^= 1
        return bytes(data)

    # The server.

    def start(self, *more, is_waited_for=True):
        # A debug build says on standard error what no person reads; what the server says is kept.
        self.process = subprocess.Popen(
            [self.options.server, "serve", "--store", self.store, "--bind", f"127.0.0.1:{self.port}", "--behind-proxy",
             *more], stderr=self.log.open("a"), preexec_fn=more_files)
        if is_waited_for:
            self.wait_until_ready()

    def wait_until_ready(self):
        for _ in range(1200):
            try:
                if Person(self).ask("GET", "/readyz", patience=5).status == 200:
                    return
            except OSError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise SystemExit(f"the server does not begin:\n{self.log.read_text()[-2000:]}")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        began = time.monotonic()
        self.process.terminate()
        try:
            status = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.kill()
            status = "killed"
        self.expect("status of the server when it was ended", status, status == 0)
        self.note("seconds it took to end", f"{time.monotonic() - began:.1f}")

    def memory(self, what="VmRSS"):
        """Resident memory in MB, now or (`VmHWM`) at most."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith(what):
                return int(line.split()[1]) / 1024
        return 0.0

    def quiet(self, most=120):
        """Waits until the server uses no processor."""
        busy = None
        for _ in range(most):
            fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
            now = int(fields[11]) + int(fields[12])
            if now == busy:
                return
            busy = now
            time.sleep(1)

    # What was found.

    def note(self, what, value):
        print(f"{what}: {value}", flush=True)
        self.found.append((what, value))

    def expect(self, what, value, is_kept):
        self.note(what, value if is_kept else f"{value} **broken**")
        if not is_kept:
            self.broken.append(what)

    def same(self, what, value, expected):
        self.expect(what, value if value == expected else f"{value}, not {expected}", value == expected)

    def verify(self):
        result = subprocess.run([self.options.tool, "records", "verify", "--store", self.store], capture_output=True)
        self.same("records verify, exit status", result.returncode, 0)

    def sessions(self):
        """Of each session that is stored: its state, and the SHA-256 of its recording."""
        folder, found = self.store / "sessions", {}
        for place in folder.iterdir() if folder.exists() else []:
            read = lambda name: json.loads((place / name).read_text())
            found[place.name] = (read("state.json")["state"], read("header.json")["recording"]["sha256"])
        return found

    def complaints(self):
        """What the server said of itself that is no notice."""
        return [line for line in self.log.read_text().splitlines() if " notice " not in line]

    def end(self, name, title, how):
        if self.process and self.process.poll() is None:
            self.kill()
        if self.options.record:
            beside = f"; beside it: {self.options.beside}" if self.options.beside else ""
            write_record(name, title, how, self.options.tool, ("What", "Found"), self.found,
                         f", seed {self.options.seed}{beside}", group="server")
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)
        sys.exit(1 if self.broken else 0)


def more_files():
    import resource
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))


class Answer:
    def __init__(self, response, body):
        self.status, self.headers, self.body = response.status, response.headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Person:
    """Somebody with a browser: it keeps the cookie that it is given, and the connection while it lasts."""

    def __init__(self, bench, address="10.0.0.1"):
        self.bench, self.address = bench, address
        self.cookie, self.connection = None, None

    def head(self, headers=()):
        head = {"X-Forwarded-For": self.address, "Origin": "https://voice.example", "Host": "voice.example"}
        if self.cookie:
            head["Cookie"] = f"{COOKIE}={self.cookie}"
        return head | dict(headers)

    def ask(self, method, path, body=None, headers=(), patience=PATIENCE):
        """One request; OSError where there was no whole answer."""
        if isinstance(body, dict):
            body = json.dumps(body).encode()
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.bench.port, timeout=patience)
        try:
            self.connection.request(method, path, body, self.head(headers))
            response = self.connection.getresponse()
            answer = Answer(response, response.read())
        except (http.client.HTTPException, OSError) as problem:
            self.connection.close()
            self.connection = None
            raise OSError(f"{method} {path}: {problem!r}") from problem
        cookie = answer.headers.get("Set-Cookie")
        if cookie:
            self.cookie = cookie.split(";")[0].split("=", 1)[1] or None
        return answer

    def told(self, event, **more):
        return self.ask("POST", "/v1/me/journey/events", {"event": event, **more})

    def send(self, recording, headers=()):
        return self.ask("POST", "/v1/me/recordings", recording, {"Content-Type": "audio/wav", **dict(headers)})

    def journey(self):
        return self.ask("GET", "/v1/me/journey").json

    def settled(self):
        """Where the journey is once nothing goes on by itself."""
        while True:
            journey = self.journey()
            if not journey["waits"]:
                return journey
            time.sleep(0.03)

    def to_first_vowel(self):
        """Signs up, and goes as far as the first recording."""
        for step in (lambda: self.ask("POST", "/v1/people"), lambda: self.told("explainer_read"),
                     lambda: self.ask("PUT", "/v1/me/consent", CONSENT), lambda: self.ask("PUT", "/v1/me/profile", PROFILE)):
            answer = step()
            assert answer.status in (200, 201), answer.body
        return self

    def to_recording(self):
        """Goes as far as a recording is taken, from wherever the journey is."""
        journey = self.settled()
        if "recording" not in journey["may"]:
            assert "retried" not in journey["may"] or self.told("retried").status == 200
            self.told("microphone", answer="granted")
        return self


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def parser(doc):
    import argparse
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default=str(ROOT / ".build/release/sagevoice-server"))
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--folder", default=None, help="where the store is made")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--beside", default="", help="what else runs on the machine, for the record")
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    parser.add_argument("--keep", action="store_true", help="leave the store where it is")
    return parser


def at_once(count, body):
    """Runs `body(number)` in as many threads; what one of them raises is raised here."""
    faults = []

    def run(number):
        try:
            body(number)
        except BaseException as fault:
            faults.append(fault)
    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    return threads, faults
