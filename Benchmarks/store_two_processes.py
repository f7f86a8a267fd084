#!/usr/bin/env python3
"""Two programs that commit to the same sessions at once, printed as a record.

    store_two_processes.py --count 10000 --folder /var/tmp > Records/DATE-store-two-processes.md

Ends with 1 if a change is lost, a log does not hold, or the index is not what the folders say.
"""
import collections, json, subprocess, time

from store_trials import document, trial_of

SESSIONS, PROGRAMS = 50, 2


HOW = (f"`Benchmarks/store_two_processes.py --count {{count}}`: each program makes half of the changes, of "
       f"{SESSIONS} sessions by chance, header and state with each, a results document or a bundle with some. The "
       f"store is made by whichever comes first, and listed all the while.")


def measure(tool, trial, folder, count):
    each = count // PROGRAMS
    store, rows, kept = folder / "store", [], True
    paper = document(tool, folder)

    def note(name, value, good=True):
        nonlocal kept
        kept = kept and good
        rows.append((name, f"{value}{'' if good else ' **broken**'}"))

    start = time.monotonic()
    programs = [subprocess.Popen([str(trial), "commit", str(store), str(paper), str(each), str(number)])
                for number in range(1, PROGRAMS + 1)]
    lists = failures = 0
    while any(program.poll() is None for program in programs):
        if not (store / "store.json").exists():
            time.sleep(0.01)
            continue
        listed = subprocess.run([str(tool), "records", "list", "--store", str(store)], capture_output=True)
        lists, failures = lists + 1, failures + (listed.returncode != 0)
        time.sleep(0.05)
    seconds = time.monotonic() - start
    statuses = [program.returncode for program in programs]
    note("status of the programs", ", ".join(map(str, statuses)), statuses == [0] * PROGRAMS)
    note("changes per second, both", f"{PROGRAMS * each / seconds:.0f}")
    note("lists meanwhile, of which failed", f"{lists}, {failures}", failures == 0)

    lines = collections.Counter()
    turns, former = 0, None
    for log in store.glob("sessions/*/audit.log"):
        for line in map(json.loads, log.read_text().splitlines()):
            lines[line["actor"]] += line["action"] == "trial"
    for line in map(json.loads, (store / "audit.log").read_text().splitlines()):
        if "anchor" in line:
            turns, former = turns + (line["actor"] != former), line["actor"]
    for number in range(1, PROGRAMS + 1):
        found = lines[f"program {number}"]
        note(f"changes of program {number} in the logs of sessions (of {each})", found, found == each)
    note("sessions", len(list(store.glob("sessions/*"))),
         len(list(store.glob("sessions/*"))) == SESSIONS)
    note("times that one program came behind the other in the log of the store", turns, turns > each // 10)
    left = len(list((store / "staging").iterdir()))
    note("files left in the staging folder", left, left == 0)
    # Looks at every log, every document and every row of the index.
    verified = subprocess.run([str(tool), "records", "verify", "--store", str(store), "--quiet"],
                              capture_output=True, text=True)
    findings = [line for line in verified.stdout.splitlines() if not line.startswith("head ")]
    note("`records verify`, status", verified.returncode, verified.returncode == 0)
    note("findings, also of the index", len(findings), not findings)
    return rows, kept


if __name__ == "__main__":
    trial_of("Two programs that change the same sessions", HOW, measure, 10_000, __doc__)
