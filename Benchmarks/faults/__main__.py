"""Fault trials of a built sagevoice: no lost recording, no duplicate session, no hang, no leak.

    python3 Benchmarks/faults --list                     # names and descriptions
    python3 Benchmarks/faults kill --kills 10 --recordings 30
    python3 Benchmarks/faults --short all                # every trial in its short form

Each trial uses a temporary folder and prints one line per check with its expected value. Exit status 1: a check failed.
--record writes Benchmarks/Records/DATE-faults-NAME.md. The trials queue-* and database-* start a temporary PostgreSQL
(apt-get install postgresql). The trial clocks needs a C compiler.
"""
import argparse, collections, os, statistics, subprocess, sys, time

import hostile, postgres, server
from trial import ROOT, FolderTrial, kill_now, memory_mb, wait_until


# MARK: - Watched folder: crashes, bursts, slow writers, throughput and memory

def kill(trial):
    """SIGKILL of `sagevoice watch` 0.02 to 0.45 s after each start while recordings of 1 s arrive, then one complete run."""
    kills, count = trial.size("kills", 200, 20), trial.size("recordings", 300, 40)
    waits = [trial.random.uniform(0.02, 0.45) for _ in range(kills)]
    arrivals = sorted((trial.random.uniform(0, sum(waits)), number) for number in range(count))
    start, during_work = time.monotonic(), 0
    for wait in waits:
        watcher, end = trial.watch("--quiet", "--settle", 0.2, "--sidecar-wait", 0.1), time.monotonic() + wait
        while time.monotonic() < end:
            while arrivals and arrivals[0][0] < time.monotonic() - start:
                number = arrivals.pop(0)[1]
                trial.put(f"{number}.wav", trial.recording(number))
            time.sleep(0.005)
        kill_now(watcher)
        during_work += trial.work.exists() and any(trial.work.iterdir())
    for _, number in arrivals:
        trial.put(f"{number}.wav", trial.recording(number))
    trial.measure("SIGKILLs", kills)
    trial.at_least("SIGKILLs with recordings in the work folder", during_work, 1)
    trial.equal("exit status of the last run", trial.drain()[0], 0)
    trial.check_delivery([f"{number}.wav" for number in range(count)])


def flood(trial):
    """A burst of recordings of 1 s, renamed into the inbox of a running watcher. File names have spaces, line breaks,
    quotation marks, composed and decomposed accents, and up to 255 bytes."""
    count = trial.size("recordings", 2000, 100)
    odd = ["ä ö {}.wav", "line\nbreak {}.wav", "e\u0301 {}.WAV", "日本 {}.wav", "-{}.wav", "'\"$ {}.wav"]
    names = [odd[number % len(odd)].format(number) for number in range(count - 9)]
    names += ["n" * (length - 4) + ".wav" for length in range(247, 256)]
    watcher = trial.start_watcher("--quiet", "--settle", 0.2, "--sidecar-wait", 0)
    outside = trial.folder / "outside"
    outside.mkdir()
    for number, name in enumerate(names):
        (outside / name).write_bytes(trial.recording(number))
    start = time.monotonic()
    for name in names:
        (outside / name).rename(trial.inbox / name)
    trial.wait_idle()
    trial.measure("recordings per second", round(count / (time.monotonic() - start), 1))
    trial.terminate(watcher)
    trial.check_delivery(names)


def slow(trial):
    """Recordings of 3 s written to the inbox in 50 parts over 5 s."""
    count = trial.size("recordings", 12, 4)
    watcher = trial.start_watcher("--quiet", "--sidecar-wait", 0)
    data = {f"{number}.wav": trial.recording(number, 3) for number in range(count)}
    files = {name: open(trial.inbox / name, "wb", buffering=0) for name in data}
    for step in range(50):
        for name, file in files.items():
            size = len(data[name])
            file.write(data[name][size * step // 50:size * (step + 1) // 50])
        time.sleep(0.1)
    for file in files.values():
        file.close()
    trial.wait_idle(60)
    trial.terminate(watcher)
    trial.check_delivery(list(data))


def latency(trial):
    """Time from close(2) of a recording of 10 s to the commit of its quick document and history line."""
    count, times = trial.size("recordings", 40, 8), []
    watcher = trial.start_watcher("--quiet", "--sidecar-wait", 0)
    stored = lambda: trial.rows("select count(*) from kept_document where name = 'quick'")[0][0]
    for number in range(count):
        data, known = trial.recording(number, 10), stored()
        (trial.inbox / f"{number}.wav").write_bytes(data)
        start = time.monotonic()
        wait_until(lambda: stored() > known, 30, pause=0.001)
        times.append(1000 * (time.monotonic() - start))
        trial.wait_idle(30)
    trial.terminate(watcher)
    times.sort()
    trial.measure("recordings, one at a time", count)
    trial.at_most("latency, median, ms", statistics.median(times), 100, 1)
    trial.measure("latency, 95th percentile, ms", round(times[int(0.95 * len(times))], 1))
    trial.measure("latency, maximum, ms", round(times[-1], 1))


def backlog(trial):
    """Throughput of `watch --once` relative to `analyze` of the same recordings of 10 s in both tiers. `watch` also stores
    and archives them. Ten alternating rounds average the speed of the machine. The settle time is subtracted."""
    rounds = 10
    per_round = trial.size("recordings", 2000, 40) // rounds
    seconds, ratios, exit_statuses = collections.Counter(), [], []

    def analyze(paths):
        start = time.monotonic()
        for tier in ("quick", "comprehensive"):
            subprocess.run([trial.programs.tool, "analyze", "--quiet", "--tier", tier, *paths], check=True,
                           stdout=subprocess.DEVNULL)
        return time.monotonic() - start

    def watch(paths):
        for path in paths:
            trial.put(path.name, path.read_bytes())
        os.sync()
        start = time.monotonic()
        exit_statuses.append(trial.watch("--quiet", "--once", "--settle", 0.2).wait())
        return time.monotonic() - start - 0.2

    for round_ in range(rounds):
        paths = [trial.folder / f"{round_ * per_round + number}.wav" for number in range(per_round)]
        for path in paths:
            path.write_bytes(trial.recording(int(path.stem), 10))
        os.sync()
        times = {part: part(paths) for part in ((analyze, watch) if round_ % 2 == 0 else (watch, analyze))}
        for path in paths:
            path.unlink()
        seconds.update({part.__name__: value for part, value in times.items()})
        ratios.append(times[analyze] / times[watch])
    for name, value in seconds.items():
        trial.measure(f"recordings per second of `{name}`", round(rounds * per_round / value, 1))
    trial.at_least("throughput of `watch` divided by that of `analyze`", seconds["analyze"] / seconds["watch"], 0.9, 3)
    trial.measure("standard error of the ratio over ten rounds", round(statistics.stdev(ratios) / rounds**0.5, 3))
    trial.equal("exit statuses of `watch --once`", set(exit_statuses), {0})
    trial.check_delivery([f"{number}.wav" for number in range(rounds * per_round)])


def memory(trial):
    """Resident memory of the watcher after each of 20 batches of recordings of 1 s."""
    batches = 20
    per_batch = trial.size("recordings", 10_000, 400) // batches
    watcher, sizes = trial.start_watcher("--quiet", "--sidecar-wait", 0), []
    for first in range(0, batches * per_batch, per_batch):
        for number in range(first, first + per_batch):
            trial.put(f"{number}.wav", trial.recording(number))
        trial.wait_idle()
        sizes.append(memory_mb(watcher))
    descriptors = len(os.listdir(f"/proc/{watcher.pid}/fd"))
    trial.terminate(watcher)
    trial.measure("resident memory after each batch, MB", ", ".join(f"{size:.0f}" for size in sizes))
    trial.at_most("growth, median of batches 2 to 4 to median of the last three, MB",
                  statistics.median(sizes[-3:]) - statistics.median(sizes[1:4]), 20, 1)
    trial.at_most("open file descriptors after the last batch", descriptors, 64)
    trial.check_delivery([f"{number}.wav" for number in range(batches * per_batch)])


# MARK: - Command line

FOLDER_TRIALS = {function.__name__: (FolderTrial, function) for function in (kill, flood, slow, latency, backlog, memory)}
TRIALS = FOLDER_TRIALS | hostile.TRIALS | server.TRIALS | postgres.TRIALS


def run(name, options):
    """Runs one trial and returns its failures."""
    make, function = TRIALS[name]
    trial = make(name, options)
    try:
        function(trial)
        trial.conclude()
    except Exception as error:  # The other trials still run.
        trial.none("exceptions of the trial script", [f"{type(error).__name__}: {error}"])
    finally:
        trial.end(function.__doc__)
    return trial.failures


def main():
    parser = argparse.ArgumentParser(prog="faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trials", nargs="*", metavar="trial", help=", ".join(TRIALS) + ", or all")
    parser.add_argument("--list", action="store_true", help="print the trials")
    parser.add_argument("--built", default=ROOT / ".build/release", help="folder of sagevoice and sagevoice-server")
    parser.add_argument("--short", action="store_true", help="small sizes: minutes instead of hours for all trials")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--recordings", type=int)
    parser.add_argument("--people", type=int, help="concurrent people")
    parser.add_argument("--connections", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", help="parent of the temporary folders (default: TMPDIR)")
    parser.add_argument("--record", action="store_true", help="write a record per trial")
    parser.add_argument("--keep", action="store_true", help="keep the temporary folders")
    options = parser.parse_args()
    if options.list or not options.trials:
        for name, (_, function) in TRIALS.items():
            print(f"{name}: {' '.join(function.__doc__.split())}")
        return 0
    names = list(TRIALS) if options.trials == ["all"] else options.trials
    if unknown := [name for name in names if name not in TRIALS]:
        parser.error(f"unknown trial: {', '.join(unknown)}")
    failures = [failure for name in names for failure in run(name, options)]
    print(f"trials: {len(names)}, failed checks: {len(failures)}")
    for failure in failures:
        print(f"  {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
