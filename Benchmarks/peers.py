#!/usr/bin/env python3
"""Times Praat, openSMILE and sagevoice in turn, on one core; prints a report for `sagevoice-bench`.

    pip install praat-parselmouth==0.4.7 opensmile; apt-get install praat
    python3 Benchmarks/peers.py BENCH SAGEVOICE VOICE.wav

A program that is not installed is left out with a note. Each round measures every task of Praat in this process, warm,
then the same stages of sagevoice in a child process, warm too: CPU time on one core. Cold starts alternate as well: wall
time on all cores.
"""
import json, os, re, shutil, subprocess, sys, time

try:
    import parselmouth
    from parselmouth.praat import call
except ImportError:
    parselmouth = None
try:
    import opensmile
except ImportError:
    opensmile = None

ROUNDS = 7
COLD_STARTS = 15
PERIODS = (0, 0, 0.0001, 0.02, 1.3)
CPPS = ("no", 0.01, 0.001, 60, 330, 0.05, "Parabolic", 0.001, 0, "Straight", "Robust")
OURS = ["pitch ac", "pulses", "jitter", "shimmer", "harmonicity cc", "CPPS 6.1", "CPPS 7.0", "formants",
        "clinical job", "clinical job + CPPS 6.1", "quick tier", "comprehensive tier"]
# The measures of Praat's script, and then all of them, with harmonicity (ac), spectra, formants and tremor.
SAME = "f0,jitter,shimmer,hnr.mean_db,hnr.sd_db,voice_quality.intensity_mean_db,voice_quality.cpps_db"
COLD = {"cold start": ["--preset", "praat", "--praat-version", "6.3", "--measures", SAME],
        "cold start, everything": ["--preset", "praat", "--praat-version", "6.3"],
        "cold start, clinical preset": [],
        "cold start, quick tier": ["--tier", "quick"]}
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "praat_clinical.praat")


class Praat:
    """The tasks of Praat 6.1 on one sound, each timed."""

    def __init__(self, path):
        self.sound = parselmouth.Sound(path)
        self.times = {}

    def timed(self, name, work):
        start = time.process_time()
        result = work()
        self.last = 1000 * (time.process_time() - start)
        self.times.setdefault(name, []).append(self.last)
        return result

    def round(self):
        sound, total = self.sound, 0.0

        def step(name, work):
            nonlocal total
            result = self.timed(name, work)
            total += self.last
            return result

        pitch = step("pitch ac", lambda: call(
            sound, "To Pitch (ac)", 0, 75, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, 600))
        pulses = step("pulses", lambda: call([sound, pitch], "To PointProcess (cc)"))
        step("jitter", lambda: [call(pulses, f"Get jitter ({kind})", *PERIODS) for kind in (
            "local", "local, absolute", "rap", "ppq5", "ddp")])
        step("shimmer", lambda: [
            call([sound, pulses], f"Get shimmer ({kind})", *PERIODS, 1.6)
            for kind in ("local", "local_dB", "apq3", "apq5", "apq11", "dda")])
        step("harmonicity cc", lambda: call(
            call(sound, "To Harmonicity (cc)", 0.01, 75, 0.1, 1.0), "Get mean", 0, 0))
        self.times.setdefault("clinical job", []).append(total)
        step("CPPS 6.1", lambda: call(
            call(sound, "To PowerCepstrogram", 60, 0.002, 5000, 50), "Get CPPS", *CPPS))
        self.times.setdefault("clinical job + CPPS 6.1", []).append(total)
        self.timed("formants", lambda: call(
            call(sound, "To Formant (burg)", 0, 5, 5000, 0.025, 50), "Get mean", 1, 0, 0, "hertz"))


def our_stages(bench, voice, times):
    stages = [word for name in OURS for word in ("--stage", name)]
    output = subprocess.run([bench, "time", voice, *stages], check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        name, milliseconds = line.split("\t")
        times.setdefault(name, []).append(float(milliseconds))


def cold(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - start)


def entries(tool, times, quantity="cpu_ms"):
    return [{"tool": tool, "task": task, "quantity": quantity, "values": values}
            for task, values in times.items()]


def beside_praat(bench, voice):
    """Everything in process: Praat here, sagevoice in a child, both on the same core."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        praat, ours = Praat(voice), {}
        for _ in range(ROUNDS):
            praat.round()
            our_stages(bench, voice, ours)
    finally:
        os.sched_setaffinity(0, cores)
    return entries("Praat in process", praat.times) + entries("sagevoice alternating with Praat", ours)


def open_smile(voice):
    """The functionals of eGeMAPSv02, of which F0, jitter, shimmer and HNR are a part."""
    smile, times = opensmile.Smile(feature_set=opensmile.FeatureSet.eGeMAPSv02), []
    for _ in range(ROUNDS):
        start = time.process_time()
        smile.process_file(voice)
        times.append(1000 * (time.process_time() - start))
    return entries("openSMILE in process", {"eGeMAPSv02 functionals": times})


def cold_starts(sagevoice, voice):
    theirs, ours = [], {name: [] for name in COLD}
    for _ in range(COLD_STARTS):
        theirs.append(cold(["praat", "--run", SCRIPT, voice]))
        for name, options in COLD.items():
            ours[name].append(cold([sagevoice, "analyze", *options, voice]))
    return (entries("praat --run", {"cold start": theirs}, "wall_ms")
            + entries("sagevoice alternating with Praat", ours, "wall_ms"))


def main():
    bench, sagevoice, voice = sys.argv[1:4]
    versions, measurements, notes = {}, [], []
    if parselmouth:
        versions["Praat in process"] = f"{parselmouth.PRAAT_VERSION} (parselmouth {parselmouth.__version__})"
        measurements += beside_praat(bench, voice)
    else:
        notes.append("Praat in process was not measured: parselmouth is not installed.")
    if shutil.which("praat"):
        text = subprocess.run(["praat", "--version"], capture_output=True, text=True).stdout
        versions["praat --run"] = re.search(r"\d+\.\d+\.\d+", text).group()
        measurements += cold_starts(sagevoice, voice)
    else:
        notes.append("praat --run was not measured: praat is not installed.")
    if opensmile:
        versions["openSMILE"] = f"opensmile {opensmile.__version__}"
        measurements += open_smile(voice)
    else:
        notes.append("openSMILE was not measured: opensmile is not installed.")
    json.dump({"versions": versions, "measurements": measurements, "notes": notes}, sys.stdout)


if __name__ == "__main__":
    main()
