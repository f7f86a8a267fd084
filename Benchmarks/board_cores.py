#!/usr/bin/env python3
"""What breaks first with 10, 100 and 1 000 cores on one board: a simulation from costs that were measured.

    Benchmarks/board_cores.py [--cores 10 100 1000] > TABLE.md

Each core takes a recording, reads it once, analyses it for the quick and for the comprehensive document and brings both
back; for each that is done another is put in. A read, a document and a recording that is put in each pass the
processors of the database, the network before it and its log, and wait there behind others. Costs are those of
`board.py scale`; the machine of the database is what the options say. Time is simulated; no database is needed.
"""
import argparse
import heapq
import itertools
import random


class Station:
    """Servers that each do one thing at a time, in the order of arrival."""

    def __init__(self, servers):
        self.free = [0.0] * servers
        self.busy, self.servers = 0.0, servers

    def serve(self, now, seconds):
        """When something that arrives now is done."""
        start = max(now, heapq.heappop(self.free))
        heapq.heappush(self.free, start + seconds)
        self.busy += seconds
        return start + seconds


def simulate(cores, costs, seconds, seed=1):
    """Recordings a second, the share of its time that each station was busy, and that a core waited."""
    generator = random.Random(seed)
    stations = {"processors": Station(costs.processors), "network": Station(1), "log": Station(1)}
    wanted = {"processors": 1.0, "network": 1 / costs.network, "log": 1 / costs.log}

    def steps():
        """What one recording asks for: a station and how much of it, or the core itself."""
        quick = costs.quick * generator.uniform(0.9, 1.1)
        comprehensive = costs.analysis * generator.uniform(0.9, 1.1) - quick
        yield "processors", costs.read
        if not costs.sound_elsewhere:
            yield "network", costs.bytes
        for analysis in (quick, comprehensive):
            yield "processors", costs.job / 2
            yield None, analysis
            yield "network", costs.document
            yield "log", costs.document
        # Whoever puts the next one in waits for that, and no core does: it is charged and not waited for.
        yield "put", None

    def put(now):
        stations["processors"].serve(now, costs.put)
        size = costs.document if costs.sound_elsewhere else costs.bytes
        stations["network"].serve(now, size * wanted["network"])
        stations["log"].serve(now, size * wanted["log"])

    order, events = itertools.count(), []
    for _ in range(cores):
        heapq.heappush(events, (generator.uniform(0, costs.analysis), next(order), steps()))
    done, worked, begun = 0, 0.0, 0.2 * seconds
    base = None
    while events:
        now, _, recording = heapq.heappop(events)
        if base is None and now >= begun:
            base = {name: station.busy for name, station in stations.items()}
        if now >= seconds:
            break
        what, amount = next(recording)
        if what == "put":
            put(now)
            if now >= begun:
                done += 1
            ready, recording = now, steps()
        elif what is None:
            if now >= begun:
                worked += amount
            ready = now + amount
        else:
            ready = stations[what].serve(now, amount * wanted[what])
        heapq.heappush(events, (ready, next(order), recording))
    span = seconds - begun
    shares = {name: min(1, (station.busy - base[name]) / span / station.servers) for name, station in stations.items()}
    return done / span, shares, max(0, 1 - worked / span / cores)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cores", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--seconds", type=float, default=30, help="simulated time, of which the first fifth is not counted")
    parser.add_argument("--analysis", type=float, default=0.088, help="seconds of a core for both documents")
    parser.add_argument("--quick", type=float, default=0.010, help="of that for the quick one")
    parser.add_argument("--job", type=float, default=0.0026, help="seconds of the database for both jobs without the sound")
    parser.add_argument("--read", type=float, default=0.0021, help="seconds of the database to read the sound once")
    parser.add_argument("--put", type=float, default=0.0049, help="seconds of the database to take a recording in")
    parser.add_argument("--put-elsewhere", type=float, default=0.0010, help="the same without its sound")
    parser.add_argument("--bytes", type=float, default=882e3, help="of a recording")
    parser.add_argument("--document", type=float, default=20e3, help="bytes of a document")
    parser.add_argument("--processors", type=int, default=16, help="of the database")
    parser.add_argument("--network", type=float, default=1.25e9, help="bytes a second; 10 Gbit/s")
    parser.add_argument("--log", type=float, default=1e9, help="bytes a second that the log takes durably")
    options = parser.parse_args()
    print("| cores | sound | recordings a second | of what the cores could do | processors | network | log | first to break |")
    print("|---|---|---|---|---|---|---|---|")
    for cores in options.cores:
        for elsewhere in (False, True):
            options.sound_elsewhere = elsewhere
            asked = argparse.Namespace(**vars(options))
            if elsewhere:
                asked.read, asked.put = 0.0, options.put_elsewhere
            rate, shares, waited = simulate(cores, asked, options.seconds)
            worst = max(shares, key=shares.get)
            print(f"| {cores} | {'elsewhere' if elsewhere else 'in the database'} | {rate:.0f} | "
                  f"{100 * rate * options.analysis / cores:.0f} % | "
                  + " | ".join(f"{100 * shares[name]:.0f} %" for name in ("processors", "network", "log"))
                  + f" | {worst if shares[worst] > 0.9 else 'nothing'} |")


if __name__ == "__main__":
    main()
