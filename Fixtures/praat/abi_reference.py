#!/usr/bin/env python3
"""Praat reference for the Acoustic Breathiness Index (through parselmouth).

    python abi_reference.py VOICES PAIRS.tsv > abi_6.1.38.jsonl

A line of PAIRS.tsv names a recording of speech and one of a sustained vowel, both in the folder
VOICES.  A third field changes both recordings before the analysis: `first:S` keeps the first S
seconds, `gain:FROM:TO:G` multiplies the samples with FROM <= index / rate < TO by G.

Every step is a Praat command, in the order of the published description (Barsties v. Latoszek et
al. 2017; Kitayama & Hosokawa 2025, whose script has an ABI branch):

  Resample: 44100, 50 · Filter (stop Hann band): 0, 34, 0.1 (speech only) · To TextGrid (silences):
  50, 0.003, -25, 0.1, 0.1 · Extract part (rectangular) · Get power in air · Get nearest zero
  crossing · Concatenate
  To PowerCepstrogram: 60, 0.002, 5000, 50 · Get CPPS: no, 0.01, 0.001, 60, 330, 0.05, Parabolic,
  0.001, 0, Straight, Robust
  To Pitch: 0, 70, 600 · To PointProcess (cc) · Get jitter (local), Get shimmer (local), Get shimmer
  (local_dB), Get stdev period with the period limits of the voice report, 0.8/600 and 1.25/70 s
  To Harmonicity (gne): 500, 4500, 1000, 80 · Get maximum
  and for each window of 0.1 s: Extract part (rectangular, times kept) · To Spectrum: yes · To Ltas
  (1-to-1) · Get minimum: 0, 10000 · Formula (self - minimum) · Get mean (energy) · Get maximum ·
  Get minimum · To Ltas: 6 · Get frequency of maximum · To PowerCepstrogram: 60, 0.002, 5000, 50 ·
  To PowerCepstrum (slice) · Subtract trend: 0.001, 0, Straight, Robust · Get quefrency of peak: 60,
  400, Parabolic

An undefined number of Praat is null.  One JSON object per pair on stdout:

  kept        indices of the voiced 30 ms windows of the speech
  chain       number of samples of the concatenated sound, and every `probe_step`-th of them
  windows     per window: Hfno, HNR-D, H1-H2, f0
  measures    the nine parts, and the index
"""
import argparse, json, math, os
import numpy, parselmouth
from parselmouth.praat import call
from avqi_reference import PROBE_STEP, SILENCES, num, sounding_stretches, voiced_parts

RATE, WINDOW, HALF_VOWEL = 44100, 0.1, 1.5
FLOOR, CEILING = 70, 600
WEIGHTS = {"cpps_db": -0.172, "jitter_local_percent": -0.193, "gne": -1.283, "hfno_6000": -0.396,
           "hnr_d_db": 0.010, "h1_h2_db": 0.017, "shimmer_local_db": 1.473,
           "shimmer_local_percent": -0.088, "period_sd_s": -68.295}


def changed(sound, change):
    if not change:
        return sound
    kind, *numbers = change.split(":")
    samples, rate = sound.values.copy(), sound.sampling_frequency
    if kind == "first":
        samples = samples[:, :round(float(numbers[0]) * rate)]
    else:
        start, end, gain = map(float, numbers)
        times = numpy.arange(samples.shape[1]) / rate
        samples[:, (times >= start) & (times < end)] *= gain
    return parselmouth.Sound(samples, rate)


def concatenation(speech, vowel):
    speech, vowel = (call(s, "Resample", RATE, 50) for s in (speech, vowel))
    speech = call(speech, "Filter (stop Hann band)", 0, 34, 0.1)
    stretches = sounding_stretches(call(speech, "To TextGrid (silences)", *SILENCES))
    loud = call([call(speech, "Extract part", a, b, "rectangular", 1.0, "no") for a, b in stretches],
                "Concatenate")
    parts, kept, _, _ = voiced_parts(loud)
    middle = vowel.duration / 2
    if vowel.duration > 2 * HALF_VOWEL:
        vowel = call(vowel, "Extract part", middle - HALF_VOWEL, middle + HALF_VOWEL, "rectangular",
                     1, "no")
    start = call("Create Sound", "onlyVoice", 0, 0.001, RATE, "0")
    return call([start] + parts + [vowel], "Concatenate"), kept


def window_measures(part):
    """Hfno, HNR-D, H1-H2 and f0 of one window."""
    spectrum = call(part, "To Spectrum", "yes")
    levels = call(spectrum, "To Ltas (1-to-1)")
    lowest = call(levels, "Get minimum", 0, 10000, "None")
    call(levels, "Formula", f"self - {lowest!r}")
    low, high = (call(levels, "Get mean", a, b, "energy") for a, b in ((0, 6000), (6000, 10000)))
    slice_ = call(call(part, "To PowerCepstrogram", 60, 0.002, 5000, 50), "To PowerCepstrum (slice)",
                  (part.xmin + part.xmax) / 2)
    flat = call(slice_, "Subtract trend", 0.001, 0, "Straight", "Robust")
    fq = 1 / call(flat, "Get quefrency of peak", 60, 400, "Parabolic")
    bands = call(spectrum, "To Ltas", 6)
    f0 = call(bands, "Get frequency of maximum", fq - 20, fq + 20, "None")
    peaks = [call(levels, "Get maximum", p * f0 - 20, p * f0 + 20, "None")
             for p in range(math.ceil(500 / f0), math.floor(1500 / f0) + 1)]
    valleys = [call(levels, "Get minimum", p * f0 + 20, (p + 1) * f0 - 20, "None")
               for p in range(math.ceil(500 / f0), math.floor(1500 / fq))]
    h1, h2 = (call(bands, "Get maximum", n * f0 - 20, n * f0 + 20, "None") for n in (1, 2))
    return (low / high if high else math.nan, numpy.mean(peaks) - numpy.mean(valleys), h1 - h2, f0)


def measures(chain):
    cepstrogram = call(chain, "To PowerCepstrogram", 60, 0.002, 5000, 50)
    m = {"cpps_db": call(cepstrogram, "Get CPPS", "no", 0.01, 0.001, 60, 330, 0.05, "Parabolic",
                         0.001, 0, "Straight", "Robust")}
    pitch = call(chain, "To Pitch", 0, FLOOR, CEILING)
    pulses = call([chain, pitch], "To PointProcess (cc)")
    limits = (0, 0, 0.8 / CEILING, 1.25 / FLOOR, 1.3)
    m["jitter_local_percent"] = 100 * call(pulses, "Get jitter (local)", *limits)
    m["gne"] = call(call(chain, "To Harmonicity (gne)", 500, 4500, 1000, 80), "Get maximum")
    rows = []
    for k in range(1, math.floor(chain.duration / WINDOW) + 1):
        end = k * WINDOW
        rows.append(window_measures(
            call(chain, "Extract part", end - WINDOW, end, "rectangular", 1.0, "yes")))
    m["hfno_6000"], m["hnr_d_db"], m["h1_h2_db"], _ = map(float, numpy.mean(rows, axis=0))
    m["shimmer_local_db"] = call([chain, pulses], "Get shimmer (local_dB)", *limits, 1.6)
    m["shimmer_local_percent"] = 100 * call([chain, pulses], "Get shimmer (local)", *limits, 1.6)
    m["period_sd_s"] = call(pulses, "Get stdev period", *limits)
    m["abi"] = 2.9257400394 * (5.0447740915 + sum(w * m[k] for k, w in WEIGHTS.items()))
    return {k: num(v) for k, v in m.items()}, [[num(x) for x in row] for row in rows]


def main():
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("voices")
    ap.add_argument("pairs")
    o = ap.parse_args()
    for line in open(o.pairs):
        speech, vowel, *change = line.split()
        change = change[0] if change else None
        sounds = [changed(parselmouth.Sound(os.path.join(o.voices, f)), change)
                  for f in (speech, vowel)]
        chain, kept = concatenation(*sounds)
        numbers, rows = measures(chain)
        samples = chain.values[0]
        print(json.dumps({
            "praat_version": parselmouth.PRAAT_VERSION, "speech": speech, "vowel": vowel,
            "change": change, "kept": kept,
            "chain": {"samples": len(samples), "probe_step": 10 * PROBE_STEP,
                      "probes": samples[::10 * PROBE_STEP].tolist()},
            "windows": rows, "measures": numbers}), flush=True)


if __name__ == "__main__":
    main()
