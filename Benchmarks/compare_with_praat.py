#!/usr/bin/env python3
"""Clinical job of sagevoice and of Praat side by side, in one run on one machine.

    pip install praat-parselmouth==0.4.7
    swift build -c release
    python3 Benchmarks/compare_with_praat.py .build/release/sagevoice [RUNS]

The voice is synthetic: 10 s, 44.1 kHz, /a/ at 120 Hz with jitter, shimmer and noise. Praat's job: pitch
(raw ac), pulses, 5 jitters, 6 shimmers, harmonicity (cc), CPPS (AVQI setting). sagevoice measures these and everything else
that the praat preset has (harmonicity ac, spectrum, formants, tremor, intervals, ...). Praat runs inside this process, warm, and
uses both cores; its CPU time is about its time on one core. sagevoice runs on one core; its time is
`run.analysis_ms` of the document. The two take turns; printed are medians, as a Markdown table.
"""
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import parselmouth
from parselmouth.praat import call

VOICE = ["--f0", "120", "--jitter", "0.5", "--shimmer", "3", "--hnr", "20", "--seconds", "10",
         "--vowel", "a", "--seed", "1"]
PERIODS = (0, 0, 0.0001, 0.02, 1.3)


def praat(path):
    sound = parselmouth.Sound(path)
    wall, cpu = time.perf_counter(), time.process_time()
    pitch = call(sound, "To Pitch (ac)", 0, 75, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, 600)
    pulses = call([sound, pitch], "To PointProcess (cc)")
    for kind in ("local", "local, absolute", "rap", "ppq5", "ddp"):
        call(pulses, f"Get jitter ({kind})", *PERIODS)
    for kind in ("local", "local_dB", "apq3", "apq5", "apq11", "dda"):
        call([sound, pulses], f"Get shimmer ({kind})", *PERIODS, 1.6)
    call(call(sound, "To Harmonicity (cc)", 0.01, 75, 0.1, 1.0), "Get mean", 0, 0)
    cepstrogram = call(sound, "To PowerCepstrogram", 60, 0.002, 5000, 50)
    call(cepstrogram, "Get CPPS", "no", 0.01, 0.001, 60, 330, 0.05, "Parabolic", 0.001, 0,
         "Straight", "Robust")
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - cpu)


def sagevoice(binary, path):
    output = subprocess.run([binary, "analyze", "--preset", "praat", "--praat-version", "6.1", path], check=True,
                            capture_output=True).stdout
    return json.loads(output)["run"]["analysis_ms"]


def main():
    binary, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 7
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "voice.wav")
        subprocess.run([binary, "synth", *VOICE, path], check=True)
        pairs = [(sagevoice(binary, path), praat(path)) for _ in range(runs)]
    ours = statistics.median(pair[0] for pair in pairs)
    wall = statistics.median(pair[1][0] for pair in pairs)
    cpu = statistics.median(pair[1][1] for pair in pairs)
    version = subprocess.run([binary, "--version"], capture_output=True, text=True).stdout.strip()
    print(f"- Date: {time.strftime('%Y-%m-%d')}, {platform.machine()}, {os.cpu_count()} cores, "
          f"{platform.system()}")
    print(f"- sagevoice {version}; Praat {parselmouth.PRAAT_VERSION} (parselmouth "
          f"{parselmouth.__version__}); {runs} runs in turn, medians")
    print(f"- Command: `python3 Benchmarks/compare_with_praat.py .build/release/sagevoice {runs}`\n")
    print("| 10 s voice | ms | Praat / sagevoice |\n| --- | --- | --- |")
    print(f"| sagevoice, whole praat preset, one core | {ours:.0f} | |")
    print(f"| Praat, clinical job and CPPS, wall (two cores) | {wall:.0f} | {wall / ours:.1f} |")
    print(f"| Praat, clinical job and CPPS, CPU | {cpu:.0f} | {cpu / ours:.1f} |")


if __name__ == "__main__":
    main()
