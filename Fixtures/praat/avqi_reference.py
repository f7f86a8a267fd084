#!/usr/bin/env python3
"""Praat reference for the Acoustic Voice Quality Index 03.01 and 02.02 (through parselmouth).

    python avqi_reference.py VOICES PAIRS.tsv [--chains FOLDER]  > avqi_6.1.38.jsonl

A line of PAIRS.tsv names a recording of speech and one of a held vowel, both in the folder VOICES;
a third field names a file, and with --chains the concatenated sound is written there as a 24-bit
WAV file, read back, and measured once more, so that both programs measure the very same samples.

Every step is a named Praat command, in the order of the published script of Maryn & Corthals
(AVQI 03.01).  What is undefined in Praat is null.  One JSON object per pair on stdout:

  sounding        start and end of each stretch that is not silence, in seconds
  windows, kept   how many windows of 30 ms were looked at, and the numbers of those kept
  zero_crossings  crossings per second of every window that was loud enough to be asked, null
                  where undefined
  chain           how many samples the concatenated sound has, and every `probe_step`-th of them
  measures        the six measures of that sound, and both indices
  file, file_measures   the file it was written to, and the same of that file
"""
import argparse, json, math, os
import parselmouth
from parselmouth.praat import call

SILENCES = (50, 0.003, -25, 0.1, 0.1, "silence", "sounding")
WINDOW, POWER_SHARE, MOST_CROSSINGS = 0.03, 30 / 100, 3000
SEARCH_START, SEARCH_END = 0.0025, 0.0275
VOWEL = 3
PROBE_STEP = 53


def num(x):
    return x if math.isfinite(x) else None


def crossing_rate(part, period):
    """Zero crossings per second, walking from crossing to nearest crossing; NaN if undefined."""
    def nearest(t):
        return call(part, "Get nearest zero crossing", 1, t)
    first = nearest(SEARCH_START)
    if math.isnan(first):
        return math.nan              # Praat's script stops with an error here
    found, here, place = 0, first, first + period
    following = nearest(place)
    span = math.nan
    while here < SEARCH_END:         # false for an undefined time
        while following == here:
            place += period
            following = nearest(place)
        span = following - first
        found += 1
        here = following
    return found / span


def sounding_stretches(grid):
    return [(call(grid, "Get start time of interval", 1, i), call(grid, "Get end time of interval", 1, i))
            for i in range(1, int(call(grid, "Get number of intervals", 1)) + 1)
            if call(grid, "Get label of interval", 1, i) == "sounding"]


def voiced_parts(loud):
    """The windows that are kept, their numbers, how many there were, and the crossing rates."""
    threshold = call(loud, "Get power in air") * POWER_SHARE
    period = call(loud, "Get sampling period")
    end = call(loud, "Get end time") - WINDOW
    left, index, kept, parts, rates = call(loud, "Get start time"), 0, [], [], []
    while left + WINDOW < end:
        part = call(loud, "Extract part", left, left + WINDOW, "rectangular", 1.0, "no")
        if call(part, "Get power in air") > threshold:
            rate = crossing_rate(part, period)
            rates.append(num(rate))
            if rate < MOST_CROSSINGS:
                kept.append(index)
                parts.append(part)
        left, index = left + WINDOW, index + 1
    return parts, kept, index, rates


def measures(chain):
    cepstrogram = call(chain, "To PowerCepstrogram", 60, 0.002, 5000, 50)
    m = {"cpps_db": call(cepstrogram, "Get CPPS", "no", 0.01, 0.001, 60, 330, 0.05, "Parabolic",
                         0.001, 0, "Straight", "Robust")}
    pitch = call(chain, "To Pitch (cc)", 0, 75, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, 600)
    pulses = call([chain, pitch], "To PointProcess (cc)")
    report = call([chain, pitch, pulses], "Voice report", 0, 0, 75, 600, 1.3, 1.6, 0.03, 0.45)
    printed = report.split("Mean harmonics-to-noise ratio:")[1].split()[0]
    m["hnr_printed_db"] = None if "undefined" in printed else float(printed)
    frames = pitch.selected_array                # the same mean with all its digits
    r = [s for f, s in zip(frames["frequency"], frames["strength"]) if f > 0]
    m["hnr_db"] = sum(10 * math.log10(s / (1 - s)) for s in r) / len(r) if r else math.nan
    pulses = call(chain, "To PointProcess (periodic, cc)", 50, 400)
    limits = (0, 0, 0.0001, 0.02, 1.3, 1.6)
    m["shimmer_local_percent"] = 100 * call([chain, pulses], "Get shimmer (local)", *limits)
    m["shimmer_local_db"] = call([chain, pulses], "Get shimmer (local_dB)", *limits)
    ltas = call(chain, "To Ltas", 1)
    bands = (0, 1000, 1000, 10000, "energy")
    m["ltas_slope_db"] = call(ltas, "Get slope", *bands)
    m["ltas_tilt_db"] = call(call(ltas, "Compute trend line", 1, 10000), "Get slope", *bands)
    m["avqi"] = 2.8902 * (4.152 - 0.177 * m["cpps_db"] - 0.006 * m["hnr_db"]
                          - 0.037 * m["shimmer_local_percent"] + 0.941 * m["shimmer_local_db"]
                          + 0.01 * m["ltas_slope_db"] + 0.093 * m["ltas_tilt_db"])
    m["avqi_02_02"] = 1.797 + 2.208 * (3.295 - 0.111 * m["cpps_db"] - 0.073 * m["hnr_db"]
                                       - 0.213 * m["shimmer_local_percent"]
                                       + 2.789 * m["shimmer_local_db"] - 0.032 * m["ltas_slope_db"]
                                       + 0.077 * m["ltas_tilt_db"])
    return {k: None if v is None else num(v) for k, v in m.items()}


def analyze(speech, vowel):
    speech = call(speech, "Filter (stop Hann band)", 0, 34, 0.1)
    vowel = call(vowel, "Filter (stop Hann band)", 0, 34, 0.1)
    stretches = sounding_stretches(call(speech, "To TextGrid (silences)", *SILENCES))
    loud = call([call(speech, "Extract part", a, b, "rectangular", 1.0, "no") for a, b in stretches],
                "Concatenate")
    parts, kept, windows, rates = voiced_parts(loud)
    start = call("Create Sound", "onlyVoice", 0, 0.001, speech.sampling_frequency, "0")
    duration = vowel.duration
    if duration > VOWEL:
        vowel = call(vowel, "Extract part", duration - VOWEL, duration, "rectangular", 1, "no")
    chain = call([start] + parts + [vowel], "Concatenate")
    samples = chain.values[0]
    return chain, {"sounding": stretches, "windows": windows, "kept": kept, "zero_crossings": rates,
                   "chain": {"samples": len(samples), "probe_step": PROBE_STEP,
                             "probes": samples[::PROBE_STEP].tolist()},
                   "measures": measures(chain)}


def main():
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("voices")
    ap.add_argument("pairs")
    ap.add_argument("--chains")
    o = ap.parse_args()
    for line in open(o.pairs):
        speech, vowel, *name = line.split()
        record = {"praat_version": parselmouth.PRAAT_VERSION, "speech": speech, "vowel": vowel}
        sounds = [parselmouth.Sound(os.path.join(o.voices, f)) for f in (speech, vowel)]
        chain, numbers = analyze(*sounds)
        record.update(numbers)
        if name and o.chains:
            path = os.path.join(o.chains, name[0])
            chain.save(path, parselmouth.SoundFileFormat.WAV_24)
            record.update(file=name[0], file_measures=measures(parselmouth.Sound(path)))
        print(json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
