#!/usr/bin/env python3
"""CPU time of the slowest kinds of sound over that of a voice of the same length and rate.

    Benchmarks/worst.py [--built DIR] [--seconds 30] [--rates 16000,44100,192000] [--preset clinical]

Noise, dither, tones at any frequency, clicks, a constant, alternating extremes and random bytes, in the comprehensive tier.
Bar: ten times the voice. Exit status 1 if it is missed.
"""
import argparse, array, math, pathlib, random, resource, subprocess, sys, tempfile, wave

MOST = 10


def sounds(count, rate):
    """Samples of 16 bits by the name of the sound."""
    draw = random.Random(1)
    yield "white noise", (int(draw.gauss(0, 5000)) for _ in range(count))
    yield "quiet noise", (int(draw.gauss(0, 20)) for _ in range(count))
    yield "dither", (draw.randrange(2) for _ in range(count))
    yield "dither of three steps", (draw.randrange(-1, 2) for _ in range(count))
    yield "random bytes", (draw.randrange(-32768, 32768) for _ in range(count))
    yield "constant", (8000 for _ in range(count))
    yield "silence", (0 for _ in range(count))
    yield "alternating 16", (16 - 32 * (k % 2) for k in range(count))
    yield "alternating extremes", (32767 - 65534 * (k % 2) for k in range(count))
    yield "clicks at 100 Hz", (20000 if k % (rate // 100) == 0 else 0 for k in range(count))
    yield "clicks at random", (20000 if draw.random() < 0.02 else 0 for _ in range(count))
    yield "square at 150 Hz", (20000 if k * 300 // rate % 2 else -20000 for k in range(count))
    for share in (0.002, 0.01, 0.03, 0.1, 0.2, 0.25, 0.333, 0.4, 0.45, 0.49, 0.499, 0.4999):
        turn = 2 * math.pi * share
        yield f"tone at {share} of the rate", (int(8000 * math.sin(turn * k + 0.3)) for k in range(count))


def write(path, samples, rate):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(array.array("h", (max(-32768, min(32767, s)) for s in samples)).tobytes())


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--built", default=".build/release")
    options.add_argument("--seconds", type=int, default=30)
    options.add_argument("--rates", default="16000,44100,192000")
    options.add_argument("--preset", default="clinical")
    chosen = options.parse_args()
    tool = str(pathlib.Path(chosen.built) / "sagevoice")
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "sound.wav"
        analyze = [tool, "analyze", "--preset", chosen.preset, str(path)]
        for rate in map(int, chosen.rates.split(",")):
            path.unlink(missing_ok=True)
            subprocess.run([tool, "synth", "--jitter", "0.5", "--shimmer", "3", "--hnr", "20", "--seconds", str(chosen.seconds),
                            "--sample-rate", str(rate), str(path)], check=True, stdout=subprocess.DEVNULL)
            voice = min(cpu_seconds(analyze) for _ in range(3))
            print(f"{rate} Hz, voice: {voice:.2f} s", flush=True)
            for name, samples in sounds(chosen.seconds * rate, rate):
                write(path, samples, rate)
                ratio = cpu_seconds(analyze) / voice
                missed = missed or ratio > MOST
                print(f"  {name}: {ratio:.1f}", flush=True)
    sys.exit(1 if missed else 0)


main()
