#!/usr/bin/env python3
"""What hostile clients cannot do to a server.

    server_hostile.py mutated    10 000 recordings that were damaged: header, length, samples, ends
    server_hostile.py slow       200 clients that send a byte a second, 200 whose head never ends
    server_hostile.py endless    bodies without end, announced or not, and far more large ones than fit in memory
    server_hostile.py streams    1 000 event streams that nobody reads anything from

While they go on, other people are led to their baselines, and have to arrive; the server's memory stays below 300 MB.
Each trial exits with 1 if that does not hold, and writes Records/DATE-server-NAME.md with --record.
"""
import asyncio, collections, itertools, random, struct, sys, threading, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from server_trial import Bench, Person, at_once, parser

# What an answer to a bad recording may be; 409 where the journey asks for none just now.
REFUSALS = {200, 201, 400, 409, 412, 413, 415, 422}
MOST_MEMORY_MB = 300


class Others:
    """People who mean well, one after the other, while something goes on; and how long they wait."""

    def __init__(self, bench):
        self.bench, self.waits, self.arrived, self.problems = bench, collections.defaultdict(list), 0, []
        self.closing, self.numbers = threading.Event(), itertools.count(1 << 12)

    def timed(self, what, step):
        began = time.monotonic()
        answer = step()
        self.waits[what].append(time.monotonic() - began)
        if answer.status not in (200, 201):
            self.problems.append(f"{what}: {answer.status} {answer.body[:200]}")
        return answer

    def lead(self, _):
        while not self.closing.is_set():
            number = next(self.numbers)
            person = Person(self.bench, f"10.9.{number >> 8 & 255}.{number & 255}")
            began = time.monotonic()
            person.to_first_vowel()
            self.waits["to the first recording"].append(time.monotonic() - began)
            for take in range(3):
                self.timed("a word", lambda: person.told("microphone", answer="granted"))
                self.timed("quick document", lambda: person.send(self.bench.vowel(4 * number + take)))
                person.settled()
            self.timed("page", lambda: person.ask("GET", "/"))
            person.told("skipped")
            if person.settled()["phase"] == "baseline_held":
                self.arrived += 1
            else:
                self.problems.append("no baseline")

    def __enter__(self):
        self.threads, self.faults = at_once(2, self.lead)
        return self

    def __exit__(self, *_):
        self.closing.set()
        for thread in self.threads:
            thread.join(120)
        bench = self.bench
        self.problems += [repr(fault) for fault in self.faults]
        self.problems += ["somebody still waits"] * sum(thread.is_alive() for thread in self.threads)
        bench.expect("others who were led to a baseline meanwhile", self.arrived, self.arrived > 0)
        bench.expect("what others met", "; ".join(self.problems[:4]) or "nothing", not self.problems)
        for what, waits in self.waits.items():
            waits.sort()
            bench.note(f"others: {what}, median and slowest, ms",
                       f"{1000 * waits[len(waits) // 2]:.0f}, {1000 * waits[-1]:.0f} ({len(waits)})")


def ended(bench, options, name, title, how):
    peak = bench.memory("VmHWM")
    bench.expect(f"most memory of the server, MB (at most {MOST_MEMORY_MB})", round(peak), peak <= MOST_MEMORY_MB)
    bench.expect("the server lives", bench.process.poll() is None, bench.process.poll() is None)
    bench.stop()
    bench.verify()
    bench.end(name, title, how)


# Damaged recordings.

def mutated(whole, generator):
    """A WAV with something wrong with it, and what."""
    data = bytearray(whole)
    kind = generator.choice(("head", "head", "bytes", "cut", "grown", "sizes", "format", "chunks", "samples", "noise"))
    if kind == "head":
        for _ in range(generator.randint(1, 6)):
            data[generator.randrange(44)] = generator.randrange(256)
    elif kind == "bytes":
        for _ in range(generator.randint(1, 200)):
            data[generator.randrange(len(data))] = generator.randrange(256)
    elif kind == "cut":
        del data[generator.randrange(len(data)):]
    elif kind == "grown":
        data += generator.randbytes(generator.randint(1, 5000))
    elif kind == "sizes":
        place = generator.choice((4, 16, 40))
        data[place:place + 4] = struct.pack("<I", generator.choice(
            (0, 1, 15, 17, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, generator.getrandbits(32))))
    elif kind == "format":
        rate = generator.choice((0, 1, 7999, 8000, 44100, 192000, 192001, 0xFFFFFFFF))
        width = generator.choice((0, 1, 8, 12, 16, 24, 32, 64, 65535))
        channels = generator.choice((0, 1, 2, 255, 65535))
        data[20:36] = struct.pack("<HHIIHH", generator.choice((0, 1, 2, 3, 6, 7, 85, 0xFFFE)), channels, rate,
                                  rate * channels * width // 8 & 0xFFFFFFFF, channels * width // 8 & 0xFFFF, width)
    elif kind == "chunks":
        chunk = generator.choice((b"LIST", b"fact", b"fmt ", b"data", b"bext", b"\0\0\0\0", b"id3 "))
        size = generator.choice((0, 1, 3, 4, 1 << 20, 0xFFFFFFFF))
        data[12:12] = chunk + struct.pack("<I", size) + generator.randbytes(min(size, 64))
    elif kind == "samples":
        value = generator.choice((b"\0\0", b"\xff\x7f", b"\0\x80", generator.randbytes(2)))
        data[44:] = value * ((len(data) - 44) // 2)
    else:
        data[44:] = generator.randbytes(len(data) - 44)
    return bytes(data), kind


def mutated_uploads(bench, options):
    count, people = options.count or 10_000, 8
    answers, states, problems = collections.Counter(), collections.Counter(), []
    numbers, lock = itertools.count(), threading.Lock()
    wholes = [bench.vowel(number, seconds) for number in range(3) for seconds in (0.3, 0.6)]

    def send(thread):
        person, beginnings = None, 0
        while True:
            number = next(numbers)
            if number >= count:
                return
            generator = random.Random(f"{options.seed} {number}")
            data, kind = mutated(generator.choice(wholes), generator)
            for _ in range(4):
                if person is None:
                    beginnings += 1
                    person = Person(bench, f"10.{thread}.{beginnings >> 8}.{beginnings & 255}").to_first_vowel()
                journey = person.settled()
                if "retried" in journey["may"]:
                    journey = person.told("retried").json
                if "microphone" in journey["may"]:
                    journey = person.told("microphone", answer="granted").json
                if "recording" in journey["may"]:
                    break
                person = None
            answer = person.send(data)
            with lock:
                answers[answer.status] += 1
                if answer.status not in REFUSALS:
                    problems.append(f"{number} {kind}: {answer.status} {answer.body[:200]}")
                if answer.status in (200, 201):
                    document = answer.json
                    states["refused with a document" if document.get("error") else "measured"] += 1
                    if number % 500 == 0:
                        print(number, dict(answers), f"{bench.memory():.0f} MB", flush=True)

    began = time.monotonic()
    with Others(bench):
        threads, faults = at_once(people, send)
        for thread in threads:
            thread.join()
    problems += [repr(fault) for fault in faults]
    bench.same("damaged recordings that were answered", sum(answers.values()), count)
    bench.note("answers", ", ".join(f"{status}: {number}" for status, number in sorted(answers.items())))
    bench.note("of those taken", ", ".join(f"{number} {state}" for state, number in states.most_common()))
    bench.expect("answers that should not be", "; ".join(problems[:4]) or "none", not problems)
    bench.note("seconds", round(time.monotonic() - began))
    bench.quiet()
    ended(bench, options, "mutated", "Damaged recordings sent to a server",
          f"`Benchmarks/server_hostile.py mutated`: {count} recordings of 0.3 and 0.6 s with damaged heads, sizes, formats, chunks, "
          f"samples or ends, by {people} clients at a time, each to a journey that asks for one.")


# Connections.

class Crowd:
    """Connections by the hundred, in a thread of their own."""

    def __init__(self, bench):
        self.bench, self.loop = bench, asyncio.new_event_loop()
        # A loop holds its tasks weakly: one that nobody else holds may be collected with its connection.
        self.works = []
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, work):
        self.works.append(asyncio.run_coroutine_threadsafe(work, self.loop))
        return self.works[-1]

    async def open(self, person, method, path, headers):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.bench.port, limit=1 << 16)
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(
            f"{name}: {value}\r\n" for name, value in person.head(headers).items())
        writer.write(head.encode() + b"\r\n")
        await writer.drain()
        return reader, writer


WAV = {"Content-Type": "audio/wav"}


def ready(bench, count, first=0):
    """People whose journeys ask for a recording."""
    people = [Person(bench, f"10.200.{(first + number) >> 8}.{(first + number) & 255}") for number in range(count)]
    for person in people:
        person.to_first_vowel().told("microphone", answer="granted")
        person.connection.close()
        person.connection = None
    return people


def slow(bench, options):
    # The server gives up on a head and on a body after a minute and two.
    count, seconds = options.count or 200, options.seconds or 130
    people, crowd = ready(bench, 20), Crowd(bench)
    ends, sent = collections.Counter(), collections.Counter()

    async def drip(number):
        is_head = number >= count
        reader, writer = await crowd.open(people[number % len(people)], "POST", "/v1/me/recordings",
                                          WAV if is_head else WAV | {"Content-Length": "1500000"}) \
            if not is_head else await asyncio.open_connection("127.0.0.1", bench.port)
        if is_head:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: voice.example\r\n")
        kind, until = "heads" if is_head else "bodies", time.monotonic() + seconds
        try:
            while time.monotonic() < until and not reader.at_eof():
                writer.write(b"x")
                await writer.drain()
                sent[kind] += 1
                try:
                    answer = await asyncio.wait_for(reader.read(1000), 1)
                    ends[f"{kind}: {answer[9:12].decode() or 'closed'}"] += 1
                    return
                except asyncio.TimeoutError:
                    pass
            ends[f"{kind}: still open"] += 1
        except OSError:
            ends[f"{kind}: closed"] += 1
        finally:
            writer.close()

    async def all_of_them():
        await asyncio.gather(*(drip(number) for number in range(2 * count)))

    with Others(bench):
        crowd.run(all_of_them()).result(seconds + 60)
    bench.note("how the slow ones ended", ", ".join(f"{end} {number}" for end, number in sorted(ends.items())))
    bench.note("bytes that they sent", ", ".join(f"{number} in {kind}" for kind, number in sent.items()))
    bench.expect("slow ones that are still there in the end", sum(
        number for end, number in ends.items() if "open" in end), not any("open" in end for end in ends))
    ended(bench, options, "slow", "Clients that send a byte a second",
          f"`Benchmarks/server_hostile.py slow`: {count} connections that send the body of a recording, and {count} that send a head, "
          f"at a byte a second, for {seconds} s at most.")


def endless(bench, options):
    count, seconds = options.count or 40, options.seconds or 40
    people, crowd = ready(bench, 40), Crowd(bench)
    ends, sent = collections.Counter(), collections.Counter()
    piece = bytes(1 << 16)

    async def pour(number):
        path, headers, kind = (
            ("/v1/me/recordings", WAV | {"Transfer-Encoding": "chunked"}, "recording without end"),
            ("/v1/me/journey/events", {"Transfer-Encoding": "chunked"}, "word without end"),
            ("/v1/people", {"Transfer-Encoding": "chunked"}, "body where none is read"),
            ("/v1/me/recordings", WAV | {"Content-Length": str(1 << 40)}, "recording of 1 TB"),
            ("/v1/me/recordings", WAV | {"Content-Length": str(24 << 20)}, "24 MB that stop before the end"),
        )[number % 5]
        stops = (24 << 20) - 1 if number % 5 == 4 else 1 << 50
        person = people[number % len(people)]
        reader, writer = await crowd.open(person, "POST", path, headers)
        is_chunked, until, status, mine = "Transfer-Encoding" in headers, time.monotonic() + seconds, None, 0
        heard = asyncio.ensure_future(reader.read(1000))
        try:
            while time.monotonic() < until:
                if heard.done():
                    told = heard.result()
                    status = status or told[9:12].decode()
                    if not told:
                        break
                    heard = asyncio.ensure_future(reader.read(1000))
                if mine < stops:
                    part = piece[:stops - mine]
                    writer.write(b"10000\r\n" + part + b"\r\n" if is_chunked else part)
                    await asyncio.wait_for(writer.drain(), max(0.1, until - time.monotonic()))
                    sent[kind] += len(part)
                    mine += len(part)
                await asyncio.sleep(0 if mine < stops else 0.2)
            else:
                ends[f"{kind}: {status or 'no answer'}, still open"] += 1
                return
            ends[f"{kind}: {status or 'no answer'}, closed"] += 1
        except asyncio.TimeoutError:
            ends[f"{kind}: {status or 'no answer'}, still open"] += 1
        except OSError:
            ends[f"{kind}: {status or 'no answer'}, closed"] += 1
        finally:
            heard.cancel()
            writer.close()

    async def all_of_them():
        await asyncio.gather(*(pour(number) for number in range(count)))

    with Others(bench):
        crowd.run(all_of_them()).result(seconds + 60)
    for end, number in sorted(ends.items()):
        bench.note(end, number)
    for kind, number in sorted(sent.items()):
        bench.note(f"{kind}: sent, MB", round(number / 1e6))
    bench.expect("connections that are still open in the end", sum(
        number for end, number in ends.items() if "open" in end), not any("open" in end for end in ends))
    ended(bench, options, "endless", "Bodies without end",
          f"`Benchmarks/server_hostile.py endless`: {count} clients that send as fast as they can, for {seconds} s at most.")


def streams(bench, options):
    count, seconds = options.count or 1000, options.seconds or 40
    people, crowd = ready(bench, 20), Crowd(bench)
    heard, open_, problems = collections.Counter(), [], collections.Counter()

    async def listen(number):
        try:
            reader, writer = await crowd.open(people[number % len(people)], "GET", "/v1/me/updates", {})
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
            if b" 200 " not in head.split(b"\r\n")[0]:
                problems[head.split(b"\r\n")[0].decode()] += 1
                return
            open_.append(writer)
            while True:
                line = await reader.readline()
                if not line:
                    problems["ended"] += not crowd.closing
                    return
                if line.strip() == b": ping":
                    heard[number, "pings"] += 1
                elif line.startswith(b"event:"):
                    heard[number, "events"] += 1
        except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError) as problem:
            problems[type(problem).__name__] += not crowd.closing

    crowd.closing = False
    before = bench.memory()
    with Others(bench):
        for number in range(count):
            crowd.run(listen(number))
        began = time.monotonic()
        while len(open_) < count and time.monotonic() - began < 120:
            time.sleep(0.05)
        bench.same("streams that are open", len(open_), count)
        bench.note("seconds until they were", f"{time.monotonic() - began:.1f}")
        bench.note("memory for each, kB", round(1024 * (bench.memory() - before) / count))
        time.sleep(seconds)
        # Each of them hears of the word.
        for person in people:
            answer = person.send(b"RIFF")
            assert answer.status in (201, 422), answer.body
        time.sleep(5)
    numbers = lambda what: sum(heard[number, what] > 0 for number in range(count))
    bench.same("streams that had signs of life", numbers("pings"), count)
    bench.same("streams that had the events of their person", numbers("events"), count)
    bench.expect("streams that broke", dict(problems) or 0, not problems)
    crowd.closing = True
    began = time.monotonic()
    ended(bench, options, "streams", "Event streams that are held",
          f"`Benchmarks/server_hostile.py streams`: {count} connections of 20 people to `/v1/me/updates`, for {seconds} s.")


def main():
    options = parser(__doc__)
    trials = {"mutated": mutated_uploads, "slow": slow, "endless": endless, "streams": streams}
    options.add_argument("trial", choices=trials)
    options.add_argument("--count", type=int)
    options.add_argument("--seconds", type=int, help="how long it lasts; 130 for slow, 40 for others")
    options = options.parse_args()
    bench = Bench(options)
    for number in range(6):
        bench.vowel(number)
    bench.start()
    trials[options.trial](bench, options)


if __name__ == "__main__":
    main()
