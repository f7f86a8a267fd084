#!/usr/bin/env python3
"""Whether a server answers as its own document says, by requests that schemathesis makes of that document.

Schemathesis (`pip install schemathesis` into a virtual environment, whose `bin/schemathesis` is given by --schemathesis)
reads /openapi.json and sends what it allows and what it does not: nobody signed in; somebody whose journey is under way, who is
followed by another one as soon as a request has signed them out or removed them; and staff with all rights. An answer 5xx, or one whose
status, type, headers or shape the document does not have, is a fault. The two event streams do not end, and are tried by server_hostile.py.

Exits with 1 if anything is found, and writes Records/DATE-server-schema.md with --record.
"""
import json, os, re, subprocess, sys, textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from server_trial import COOKIE, Bench, Person, parser

CHECKS = ("not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
          "response_schema_conformance,unsupported_method,ignored_auth")
HOOKS = '''
import io, itertools, random, subprocess, sys, uuid, zipfile
sys.path.insert(0, {here!r})
import schemathesis
from hypothesis import strategies
from server_hostile import mutated
from server_trial import COOKIE, Person

class Bench:
    port = {port}
numbers = itertools.count()
vowel = open({vowel!r}, "rb").read()

def fresh():
    """Somebody with a recording, whose journey asks for the next one."""
    number = next(numbers)
    person = Person(Bench, f"10.77.{{number >> 8 & 255}}.{{number & 255}}").to_first_vowel()
    person.told("microphone", answer="granted")
    person.sessions = [person.send(vowel).headers["Location"].rsplit("/", 1)[1]]
    person.settled()
    person.told("microphone", answer="granted")
    return person

state = {{"person": None}}

def signed_in():
    person = state["person"]
    if person is None or person.ask("GET", "/v1/me/journey").status != 200:
        person = state["person"] = fresh()
    return person

schemathesis.openapi.media_type("audio/wav", strategies.one_of(strategies.binary(), strategies.integers(0, 1 << 40).map(
    lambda seed: mutated(vowel, random.Random(seed))[0])))

def parcel(seed):
    """A ZIP of what a parcel may be taken for: names of an export, with anything or JSON in them, sometimes cut."""
    chance, whole = random.Random(seed), io.BytesIO()
    names = ["manifest.json", "sessions/" + str(uuid.UUID(int=seed)) + "/header.json", "../up", "a" * 300]
    with zipfile.ZipFile(whole, "w") as archive:
        for name in chance.sample(names, chance.randint(0, len(names))):
            archive.writestr(name, chance.choice([b"{{}}", b"[", chance.randbytes(chance.randint(0, 4096))]))
    data = whole.getvalue()
    return data[:chance.randint(0, len(data))] if chance.random() < 0.3 else data

schemathesis.openapi.media_type("application/zip", strategies.one_of(
    strategies.binary(), strategies.integers(0, 1 << 40).map(parcel)))

@schemathesis.serializer("audio/wav", "application/zip")
def as_it_is(context, value):
    return value if isinstance(value, bytes) else repr(value).encode()

WHO, STAFF = {who!r}, Person(Bench, "10.78.0.1")

def as_staff(path):
    return STAFF.ask("GET", path, headers={{"Authorization": "Bearer " + state["token"]}})

def token():
    """A token with all rights; another one where a request has ended it."""
    if "token" not in state or as_staff("/v1/staff/me").status != 200:
        state["token"] = subprocess.run({make_token!r}, capture_output=True, text=True, check=True).stdout.strip()
    return state["token"]

def known():
    """A person and a session, as staff call them."""
    signed_in(), token()
    rows = as_staff("/v1/staff/sessions").json["sessions"]
    row = rows[next(numbers) % len(rows)]
    return row["person"], row["session_id"]

@schemathesis.hook
def before_call(context, case, kwargs):
    # Half of the people and sessions that are asked for are there.
    named = case.path_parameters or {{}}
    if WHO == "nobody" or not {{"person", "session"}} & set(named) or next(numbers) % 2:
        return
    person, session = (None, signed_in().sessions[0]) if WHO == "somebody" else known()
    named.update({{name: value for name, value in (("person", person), ("session", session)) if name in named and value}})

if WHO == "somebody":
    @schemathesis.auth(refresh_interval=None)
    class SignedIn:
        def get(self, case, context):
            return signed_in()

        def set(self, case, person, context):
            case.cookies = dict(case.cookies or {{}})
            case.cookies[COOKIE] = person.cookie

if WHO == "staff":
    @schemathesis.auth(refresh_interval=None)
    class Staff:
        def get(self, case, context):
            return token()

        def set(self, case, token, context):
            case.headers = dict(case.headers or {{}})
            case.headers["Authorization"] = "Bearer " + token
'''


def run(bench, options, name, address):
    """Schemathesis over all operations; what it said."""
    environment = dict(os.environ, PYTHONPATH=str(bench.folder))
    (bench.folder / f"hooks_{name}.py").write_text(HOOKS.format(
        here=str(Path(__file__).resolve().parent), port=bench.port, vowel=str(bench.folder / "vowel.wav"),
        who=name,
        make_token=[os.path.abspath(options.server), "token", "create", "--store", str(bench.store), "--role", "admin", "--name", "ida"]))
    environment["SCHEMATHESIS_HOOKS"] = f"hooks_{name}"
    output = bench.folder / f"{name}.txt"
    with output.open("w") as file:
        status = subprocess.run(
            [options.schemathesis, "run", f"http://127.0.0.1:{bench.port}/openapi.json", "--checks", CHECKS,
             "--exclude-path-regex", "/updates$", "--max-examples", str(options.examples), "--seed", str(options.seed),
             "--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--request-timeout", "30", "--workers", "1",
             "--header", f"X-Forwarded-For: {address}"], stdout=file, stderr=subprocess.STDOUT, env=environment, cwd=bench.folder).returncode
    text = output.read_text()
    if options.verbose:
        print(text)
    cases = re.search(r"([\d,]+) generated", text)
    bench.note(f"{name}: requests", cases.group(1) if cases else "unknown")
    faults = re.findall(r"^_+ (.+?) _+$", text, re.M)
    bench.expect(f"{name}: faults", "; ".join(sorted(set(faults)))[:400] or f"status {status}" if status else 0, status == 0)


def main():
    options = parser(__doc__)
    options.add_argument("--schemathesis", default="schemathesis", help="its program")
    options.add_argument("--examples", type=int, default=100, help="for each operation")
    options.add_argument("--verbose", action="store_true", help="print what schemathesis says")
    options = options.parse_args()
    bench = Bench(options)
    (bench.folder / "vowel.wav").write_bytes(bench.vowel(1))
    bench.start()
    version = subprocess.run([options.schemathesis, "--version"], capture_output=True, text=True).stdout.split()[-1]
    bench.note("schemathesis", version)
    document = Person(bench).ask("GET", "/openapi.json").json
    bench.note("operations in the document", sum(len(path) for path in document["paths"].values()))
    run(bench, options, "nobody", "10.66.0.1")
    run(bench, options, "somebody", "10.66.0.2")
    run(bench, options, "staff", "10.66.0.3")
    bench.same("complaints of the server", len(bench.complaints()), 0)
    bench.stop()
    bench.verify()
    bench.end("schema", "A server held against its own document",
              f"`Benchmarks/server_schema.py`: requests that schemathesis makes of /openapi.json, {options.examples} for an operation at most, "
              f"in its phases examples, coverage and fuzzing; checks {CHECKS.replace(',', ', ')}.")


if __name__ == "__main__":
    main()
