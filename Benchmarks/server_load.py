#!/usr/bin/env python3
"""How soon a server answers, while it is used.

    server_load.py speed      takes of ten seconds, four a second, each analysed in full beside; with 2 000 event streams held
    server_load.py streams    the streams alone: 2 000 held, each hears of what happens

A take is what the page sends: 24 bits at 48 kHz, 1.4 MB. Times are from the first byte of a request to the last of its answer,
measured on the same machine. Beside them: the same bytes where the journey asks for none (read and hashed, then refused), and
the same bytes written and synchronised by themselves, as the spool does it.

Exits with 1 if a goal is missed, and writes Records/DATE-server-NAME.md with --record.
"""
import os, subprocess, sys, threading, time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from server_hostile import Crowd, ready, streams
from server_trial import Bench, Person, more_files, parser

MEDIAN_MS, P95_MS = 100, 250


class Takes:
    """Takes of ten seconds as a page sends them, of six voices."""

    def __init__(self, bench):
        self.templates = []
        for seed in range(6):
            path = bench.folder / f"take-{seed}.wav"
            subprocess.run([bench.options.tool, "synth", "--f0", str(150 + 12 * seed), "--jitter", "0.5", "--shimmer", "2.5",
                            "--hnr", "24", "--seconds", "10", "--sample-rate", "48000", "--vowel", "a", "--seed", str(seed),
                            path], check=True, stdout=subprocess.DEVNULL)
            samples = path.read_bytes()[44:]
            wide = bytearray(len(samples) // 2 * 3)
            wide[1::3], wide[2::3] = samples[0::2], samples[1::2]
            head = b"RIFF" + (36 + len(wide)).to_bytes(4, "little") + b"WAVEfmt " + bytes.fromhex(
                "10000000 0100 0100 80bb0000 80320200 0300 1800") + b"data" + len(wide).to_bytes(4, "little")
            self.templates.append(head + bytes(wide))

    def take(self, number):
        """One whose bytes are those of no other, by the lowest bits of the first samples."""
        data = bytearray(self.templates[number % len(self.templates)])
        for bit in range(20):
            data[44 + 3 * bit] = number >> bit & 1
        return bytes(data)


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def told(values):
    return (f"{percentile(values, 0.5):.0f}, {percentile(values, 0.95):.0f}, {max(values):.0f} ({len(values)})")


def paced(count, rate, body):
    """Runs `body(number)` so many times a second, whether the former ones are done or not."""
    threads, began = [], time.monotonic()
    for number in range(count):
        time.sleep(max(0, began + number / rate - time.monotonic()))
        threads.append(threading.Thread(target=body, args=(number,), daemon=True))
        threads[-1].start()
    for thread in threads:
        thread.join(60)


def plain(bench, takes, count):
    """Milliseconds that writing a take durably takes: the file, its folder, a rename, the folder above."""
    times, top = [], bench.folder / "plain"
    top.mkdir()
    for number in range(count):
        data, began = takes.take(number), time.monotonic()
        place = top / f"part-{number}"
        place.mkdir()
        with open(place / "take.wav", "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        synchronize(place)
        place.rename(top / str(number))
        synchronize(top)
        times.append(1000 * (time.monotonic() - began))
    return times


def synchronize(folder):
    handle = os.open(folder, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


def held(bench, crowd, people, count):
    """So many event streams, that are read and otherwise left alone; how many broke is `crowd.broken`."""
    crowd.broken, crowd.open = 0, 0

    async def listen(number):
        reader, writer = await crowd.open_(people[number % len(people)], "GET", "/v1/me/updates", {})
        await reader.readuntil(b"\r\n\r\n")
        crowd.open += 1
        while await reader.read(1 << 14):
            pass
        crowd.broken += 1
    crowd.open_ = Crowd.open.__get__(crowd)
    for number in range(count):
        crowd.run(listen(number))
    until = time.monotonic() + 120
    while crowd.open < count and time.monotonic() < until:
        time.sleep(0.1)


def speed(bench, options):
    count, rate = options.takes, options.rate
    takes, problems = Takes(bench), []
    people = ready(bench, count)
    crowd = Crowd(bench)
    held(bench, crowd, people[:200], options.streams)
    bench.same("event streams that are open meanwhile", crowd.open, options.streams)
    bench.quiet()
    quick, alive, refused = [], [], []

    def upload(number, into, statuses):
        data, person = takes.take(number), people[number]
        person.connection = None
        person.ask("GET", "/v1/me/journey")
        began = time.monotonic()
        answer = person.send(data)
        into.append(1000 * (time.monotonic() - began))
        if answer.status not in statuses:
            problems.append(f"{answer.status} {answer.body[:200]}")
        elif answer.status == 201 and answer.json["tier"] != "quick":
            problems.append("the answer is not the quick document")

    closing = threading.Event()

    def look():
        person = Person(bench)
        while not closing.is_set():
            began = time.monotonic()
            person.ask("GET", "/healthz")
            alive.append(1000 * (time.monotonic() - began))
            time.sleep(0.1)
    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    began, used = time.monotonic(), processor(bench)
    paced(count, rate, lambda number: upload(number, quick, (201,)))
    seconds, cores = time.monotonic() - began, processor(bench) - used
    closing.set()
    looking.join()
    bench.expect("problems", "; ".join(problems[:3]) or "none", not problems)
    bench.note("takes, a second", f"{count}, {count / seconds:.2f}")
    bench.note("cores that the server used", f"{cores / seconds:.2f}")
    median, p95 = percentile(quick, 0.5), percentile(quick, 0.95)
    bench.expect(f"quick document in the reply: median (at most {MEDIAN_MS}), 95 % (at most {P95_MS}), slowest, ms", told(quick),
                 median <= MEDIAN_MS and p95 <= P95_MS)
    bench.note("a look at /healthz meanwhile: median, 95 %, slowest, ms", told(alive))
    bench.quiet()
    stored = bench.sessions()
    done = sum(state == "filed" and all((bench.store / "sessions" / session / name).exists()
                                        for name in ("quick.json", "computed.json"))
               for session, (state, _) in stored.items())
    bench.same("takes that are filed with both documents", done, count)
    paced(min(count, 60), rate, lambda number: upload(number, refused, (200, 409)))
    bench.note("the same takes again, which are known: read, hashed, answered: median, 95 %, slowest, ms", told(refused))
    bench.note("the same takes only written and synchronised: median, 95 %, slowest, ms", told(plain(bench, takes, 60)))
    bench.same("event streams that broke", crowd.broken, 0)
    bench.note("most memory of the server, MB", round(bench.memory("VmHWM")))
    bench.stop()
    bench.verify()
    bench.end("speed", "How soon a server answers a take of ten seconds",
              f"`Benchmarks/server_load.py speed`: {count} people send a take of 10 s (24 bits, 48 kHz), {rate} a second, whatever "
              f"has become of the former ones; each is analysed in full behind its quick document. {options.streams} event streams are "
              "held meanwhile. Client and server share the machine.")


def processor(bench):
    """Seconds of processor time that the server has used."""
    fields = open(f"/proc/{bench.process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    options = parser(__doc__)
    options.add_argument("trial", choices=("speed", "streams"))
    options.add_argument("--takes", type=int, default=240)
    options.add_argument("--rate", type=float, default=4)
    options.add_argument("--streams", type=int, default=2000)
    options.add_argument("--seconds", type=int, default=40)
    options = options.parse_args()
    options.count = options.streams
    more_files()
    bench = Bench(options)
    for number in range(6):
        bench.vowel(number)
    bench.start()
    {"speed": speed, "streams": streams}[options.trial](bench, options)


if __name__ == "__main__":
    main()
