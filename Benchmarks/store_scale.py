#!/usr/bin/env python3
"""What a store of many sessions costs to open and to list, printed as a record.

    store_scale.py --count 100000 --folder /var/tmp > Records/DATE-store-scale.md

The store is filled by its own code, one change per session. Ends with 1 if a bar is missed.
"""
import json, statistics

from store_trials import document, run, trial_of

PAGE_MS, OPENING_MS, TIMES = 50, 200, 20


HOW = (f"`Benchmarks/store_scale.py --count {{count}}`: sessions with header, state and one results document; "
       f"{TIMES} openings, the median of each; a page is 50 rows. Wall time beside other work on the machine.")


def measure(tool, trial, folder, count):
    store, rows, kept = folder / "store", [], True

    def note(name, value, bar=None):
        nonlocal kept
        broken = bar is not None and value > bar
        kept = kept and not broken
        shown = f"{value:.1f}" if isinstance(value, float) else value
        rows.append((name + (f" (at most {bar})" if bar else ""), f"{shown}{' **broken**' if broken else ''}"))

    status, _, seconds, memory = run(trial, "fill", store, document(tool, folder), count)
    assert status == 0, "the store could not be filled"
    note("sessions", count)
    note("sessions filled per second", count / seconds)
    note("memory of the program that filled it, MB", memory)
    note("index, MB", (store / "index.sqlite").stat().st_size / 2 ** 20)

    status, output, _, memory = run(trial, "open", store, TIMES)
    assert status == 0, "the store could not be opened"
    for name, times in json.loads(output).items():
        note(f"{name}, ms", statistics.median(times), OPENING_MS if "opening" in name else PAGE_MS)
    note("memory of the program that opened and asked, MB", memory)

    pages = [run(tool, "records", "list", "--store", store, "--limit", "50") for _ in range(TIMES)]
    assert all(status == 0 and output.count(b"\n") == 50 for status, output, _, _ in pages)
    note("`records list --limit 50` from start to end, ms",
         1000 * statistics.median(seconds for _, _, seconds, _ in pages), PAGE_MS)
    note("its memory, MB", max(memory for *_, memory in pages))

    for name in store.glob("index.sqlite*"):
        name.unlink()
    status, output, seconds, memory = run(tool, "records", "list", "--store", store, "--limit", "50")
    note("the same, status, without an index, which is made anew by the next that writes", status)
    status, _, seconds, memory = run(tool, "records", "reindex", "--store", store, "--quiet")
    note("`records reindex` without an index, status", status)
    note("its time, s", seconds)
    note("its memory, MB", memory)
    return rows, kept


if __name__ == "__main__":
    trial_of("A store of many sessions", HOW, measure, 100_000, __doc__)
