"""Times of the package, and of the same measures by parselmouth, in one run on the same files.

    python Packaging/python/benchmark.py [FILES]

FILES (default: 1000) copies of the vowels of Fixtures/voices, and as many arrays of 3 s. Needs the wheel, numpy and
praat-parselmouth. Tests compare the digits of both (tests/test_page.py).
"""

import multiprocessing
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import parselmouth
from parselmouth.praat import call

import sagevoice
from sagevoice import _sources, _stream

VOWELS = sorted((Path(__file__).resolve().parents[2] / "Fixtures/voices").glob("svd_*.wav"))
SAME = {"preset": "praat", "praat_version": "6.1", "measures": "f0,jitter,shimmer,hnr.mean_db"}
CYCLES = (0, 0, 0.0001, 0.02, 1.3)
JITTER = ("local", "local, absolute", "rap", "ppq5", "ddp")
SHIMMER = ("local", "local_dB", "apq3", "apq5", "apq11", "dda")


def praat(path):
    """Pitch, pulses, jitter, shimmer and HNR, as in Documentation/Python.md."""
    sound = parselmouth.Sound(path)
    pitch = sound.to_pitch_ac(pitch_floor=75, pitch_ceiling=600)
    pulses = call([sound, pitch], "To PointProcess (cc)")
    return (
        call(pitch, "Get mean", 0, 0, "Hertz"), [call(pulses, f"Get jitter ({kind})", *CYCLES) for kind in JITTER],
        [call([sound, pulses], f"Get shimmer ({kind})", *CYCLES, 1.6) for kind in SHIMMER],
        call(sound.to_harmonicity_cc(0.01, 75, 0.1, 1.0), "Get mean", 0, 0))


def seconds(work):
    """Elapsed seconds, and those of the processors in this process and its ended children."""
    start, used = time.perf_counter(), sum(os.times()[:4])
    work()
    return time.perf_counter() - start, sum(os.times()[:4]) - used


def cold(*call):
    """Milliseconds of a new process: minimum and median of 50."""
    times = [1000 * seconds(lambda: subprocess.run(call, check=True, stdout=subprocess.DEVNULL))[0] for _ in range(50)]
    return f"{min(times):.0f} ms, median {statistics.median(times):.0f} ms"


def arrays(count, folder):
    """Times of `count` arrays of 3 s, and of the program on the command line for the same samples in files."""
    voices = [(sagevoice.synth(f0, jitter=0.5, shimmer=3, hnr=20, seconds=3)[0], 44100) for f0 in range(90, 250, 5)]
    given = [voices[index % len(voices)] for index in range(count)]
    paths = [f"{folder}/array{index:05}.wav" for index in range(count)]
    for path, (samples, rate) in zip(paths, given):
        Path(path).write_bytes(_sources.wav(samples, rate))
    call = [sagevoice.binary_path(), "analyze", "--format=long", "--quiet", *paths]
    return (
        # The processor time of a process counts when it has ended.
        seconds(lambda: (sagevoice.analyze(given, as_="records"), _stream.close_idle())),
        seconds(lambda: subprocess.run(call, check=True, stdout=subprocess.PIPE)))


def main():
    count, cores = int((*sys.argv, 1000)[1]), len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/{index:05}.wav" for index in range(count)]
        for index, path in enumerate(paths):
            shutil.copy(VOWELS[index % len(VOWELS)], path)
        ours = seconds(lambda: sagevoice.analyze(paths, as_="records", **SAME))
        every = seconds(lambda: sagevoice.analyze(paths, as_="records"))
        theirs = seconds(lambda: [praat(path) for path in paths])
        with multiprocessing.Pool(cores) as pool:
            pooled, _ = seconds(lambda: pool.map(praat, paths))
        streamed, command = arrays(count, folder)
    print(f"{count} files, {cores} cores, sagevoice {sagevoice.version()}, parselmouth {parselmouth.VERSION}")
    for name, (elapsed, used) in {
        "sagevoice, same measures": ours, "sagevoice, all measures and checks": every, "parselmouth": theirs,
        "arrays of 3 s": streamed, "files of these arrays, command line": command,
    }.items():
        print(f"{name}: {elapsed:.2f} s, processor {used:.2f} s")
    print(f"parselmouth, a process per core: {pooled:.2f} s")
    print(f"ratio: {theirs[0] / ours[0]:.1f}, per core {pooled / ours[0]:.1f}, processor {theirs[1] / ours[1]:.1f}")
    call_of = "import sagevoice; sagevoice.analyze({!r}, as_='records', tier='{}')".format
    for tier in ("quick", "comprehensive"):
        print(f"cold call of one file, {tier} tier: {cold(sys.executable, '-c', call_of(str(VOWELS[0]), tier))}")
    print(f"Python alone: {cold(sys.executable, '-c', 'pass')}")
    print(f"program alone: {cold(sagevoice.binary_path(), 'analyze', '--tier=quick', str(VOWELS[0]))}")


if __name__ == "__main__":
    main()
