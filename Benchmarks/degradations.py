#!/usr/bin/env python3
"""Degrades clean vowels as microphones, phones, rooms and programs do, and counts wrong values that no check reports.

    Benchmarks/degradations.py --half set|record|both --voices FOLDER [--voices FOLDER] --json FOLDER
                               [--sagevoice PATH] [--speakers 24] [--no-pauses] [--only NAME,NAME] [--keep FOLDER]
    Benchmarks/degradations.py --from FOLDER [--before FOLDER] [--record OUT.md] [--page OUT.md]

The first form measures and writes FOLDER/HALF.json or FOLDER/HALF-no-pauses.json; a half takes 3 to 10 min on two cores. The
second form writes the record and the page for users from all JSON files of a folder. The first form accepts --before,
--record and --page, too. Needs Python 3.11 with numpy and scipy, and ffmpeg with LAME, Opus, G.722 and GSM for the codecs; a
missing codec is skipped and named. Seeds are fixed: the same voices, binary and ffmpeg give the same numbers.

FOLDER has recordings and MANIFEST.csv (file, speaker, health, sex). The half of a speaker is the parity of the MD5 of the
speaker id: even is `set` (thresholds may be set on it), odd is `record`. Vowels are selected by rules of this script, not by
the checks under test: at least 1.4 s of steady F0 and level, no band limit below 10 kHz, no digital silence, no flat tops.
False alarms are counted on all speakers with a clean vowel, moves on the first 24.

A clean file is up to 4 s of such a vowel, high-pass filtered at 45 Hz (zero phase), between two pauses of 0.5 s. A pause is
quiet noise of the recording itself, or pink noise 55 dB below the vowel where the recording has none. --no-pauses leaves the
pauses out, and with them the sounds in a pause.

A value moves if it leaves the 95 % interval of the sampling error of the clean file (without the wander of a held voice, as
both files have the same vowel), or the tolerance of a measure without an interval. The column "document" counts only moves
that also leave the interval of the document, which includes the wander. A move is silent if the value is not withheld and no
check warns or fails that did not on the clean file. `--gates flag` states withheld values too, so that moves are known for
all files.
"""
import argparse, collections, concurrent.futures, csv, dataclasses, datetime, fractions, hashlib, itertools, json, pathlib, re
import shutil, subprocess, sys, tempfile, textwrap, typing, warnings

import numpy as np
from scipy import signal
from scipy.io import wavfile

import coverage

# MARK: Measures

@dataclasses.dataclass(frozen=True)
class Measure:
    key: str
    title: str
    unit: str                 # of a move: "%" of the clean value, "dB", or "" for a difference
    digits: int
    tolerance: float | None   # of a measure without an interval: its SD between recordings of a person

    def move(self, clean, degraded):
        return 100 * (degraded / clean - 1) if self.unit == "%" else degraded - clean


MEASURES = [Measure("f0.mean_hz", "F0", "%", 2, None),
            Measure("jitter.local_percent", "jitter", "%", 0, None),
            Measure("shimmer.local_percent", "shimmer", "%", 0, None),
            Measure("shimmer.apq11_percent", "APQ11", "%", 0, None),
            Measure("hnr.mean_db", "HNR", "dB", 1, None),
            Measure("voice_quality.cpps_db", "CPPS", "dB", 1, None),
            Measure("voice_quality.ltas_tilt_db", "tilt", "dB", 1, 2.0),
            Measure("voice_quality.gne", "GNE", "", 2, 0.03)]
JUDGED = ("shimmer.local_percent", "hnr.mean_db")   # measures of the bar for silent failures
BAR = 5                                             # percent of silent failures; codecs have none
RANK = {"pass": 0, "unknown": 0, "warn": 1, "fail": 2}

# MARK: Clean vowels

SPEAKERS = 24
LONGEST, SHORTEST, PAUSE = 4.0, 1.4, 0.5   # seconds
HIGH_PASS = 45.0          # hertz
PEAK = 0.4                # of the vowel, full scale being 1
PAUSE_LEVEL = -55.0       # dB of a synthesised pause, relative to the vowel
FRAME, STEP = 0.05, 0.01  # seconds
LEAST_PERIODICITY = 0.85  # of the autocorrelation of a frame
PITCH_SPREAD = 0.06       # of the median F0, in 95 % of frames
LEVEL_SPREAD = 8.0        # dB between the 5th and the 95th percentile of frames
BAND_STEP = 30.0          # dB from a band of 500 Hz to the next but one: a band limit
F0_RANGE = (70.0, 400.0)  # hertz


@dataclasses.dataclass
class Recording:
    """A clean vowel between two pauses."""
    speaker: str
    path: pathlib.Path
    rate: int
    samples: np.ndarray
    start: int     # first and last sample of the vowel
    end: int
    f0: float
    others: list = dataclasses.field(default_factory=list)   # clean vowels of other speakers
    speech: list = dataclasses.field(default_factory=list)   # rate and samples of sentences

    @property
    def vowel(self):
        return self.samples[self.start:self.end]

    @property
    def rms(self):
        return np.sqrt(np.mean(self.vowel ** 2))


def digest(*parts):
    return int(hashlib.md5("/".join(map(str, parts)).encode()).hexdigest(), 16)


def half(speaker):
    return "set" if digest(speaker) % 2 == 0 else "record"


def read(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rate, samples = wavfile.read(path)
    samples = samples if samples.ndim == 1 else samples[:, 0]
    scale = {"int16": 2**15, "int32": 2**31}.get(str(samples.dtype), 1)
    return rate, samples.astype(float) / scale


def write(path, rate, samples):
    """Writes 16 bits. A peak above full scale is scaled to 0.9."""
    peak = np.abs(samples).max()
    if peak > 1.0:
        samples = samples * (0.9 / peak)
    wavfile.write(path, rate, np.clip(np.round(samples * 32768), -32768, 32767).astype(np.int16))


def frames(samples, rate):
    """F0, periodicity and level (dB) of frames."""
    length, step = int(FRAME * rate), int(STEP * rate)
    if len(samples) < length:
        return np.zeros(0), np.zeros(0), np.zeros(0)
    cut = np.lib.stride_tricks.sliding_window_view(samples, length)[::step]
    level = 10 * np.log10(np.mean(cut ** 2, axis=1) + 1e-12)
    window = np.hanning(length)
    size = 1 << (2 * length - 1).bit_length()
    power = lambda x: np.fft.irfft(np.abs(np.fft.rfft(x, size)) ** 2)
    low, high = int(rate / F0_RANGE[1]), int(rate / F0_RANGE[0])
    ratio = power((cut - cut.mean(axis=1, keepdims=True)) * window) / (power(window) + 1e-12)
    ratio = ratio[:, low:high + 1] / (ratio[:, :1] + 1e-12)
    best = ratio.max(axis=1)
    lag = low + np.argmax(ratio >= 0.95 * best[:, None], axis=1)   # the shortest of equal lags, near its peak
    return rate / lag, best, level


def longest_run(flags):
    """First and last index of the longest run of true flags."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(int), [0]))))
    if not len(edges):
        return 0, 0
    starts, ends = edges[::2], edges[1::2]
    best = np.argmax(ends - starts)
    return starts[best], ends[best]


def is_band_limited(vowel, rate):
    frequency, density = signal.welch(vowel, rate, nperseg=2048)
    bands = np.array([10 * np.log10(np.median(density[(frequency >= f) & (frequency < f + 500)]) + 1e-20)
                      for f in np.arange(3000, 10500, 500)])
    return rate < 32000 or (bands[:-2] - bands[2:]).max() > BAND_STEP


def own_pause(samples, rate, level, vowel_level):
    """Half a second of quiet noise of the recording, or nothing."""
    first, last = longest_run(level < vowel_level - 35)
    quiet = samples[int(first * STEP * rate):int((last * STEP + FRAME) * rate)]
    if last - first < 30 or np.mean(quiet == 0) > 0.2:
        return None
    quiet = quiet[:int(PAUSE * rate)]
    mirrored = np.concatenate([quiet, quiet[::-1]])
    return np.resize(mirrored, int(PAUSE * rate))


def colored(count, rate, slope, rng, low=20.0, high=None):
    """Noise of RMS 1 with an amplitude that falls as frequency ** slope, from low to high hertz."""
    spectrum = np.fft.rfft(rng.standard_normal(count))
    frequency = np.fft.rfftfreq(count, 1 / rate)
    spectrum[1:] *= frequency[1:] ** slope
    spectrum[(frequency < low) | (frequency > (high or rate))] = 0
    noise = np.fft.irfft(spectrum, count)
    return noise / np.sqrt(np.mean(noise ** 2))


def clean(path, speaker):
    """The clean vowel of a file, or nothing if the file has none."""
    rate, raw = read(path)
    if len(raw) < SHORTEST * rate or rate < 32000:
        return None
    sos = signal.butter(2, HIGH_PASS, "highpass", fs=rate, output="sos")
    samples = signal.sosfiltfilt(sos, raw - raw.mean())
    pitch, periodicity, level = frames(samples, rate)
    loud = level > np.percentile(level, 95) - 12
    first, last = longest_run((periodicity >= LEAST_PERIODICITY) & loud)
    trim = 30 if (last - first) * STEP > SHORTEST + 1 else 0
    first, last = first + trim, last - trim
    excess = (last - first) - int((LONGEST - FRAME) / STEP)
    if excess > 0:
        first, last = first + excess // 2, first + excess // 2 + int((LONGEST - FRAME) / STEP)
    start, end = int(first * STEP * rate), int(((last - 1) * STEP + FRAME) * rate)
    vowel, untouched = samples[start:end], raw[start:end]
    if end - start < SHORTEST * rate:
        return None
    f0 = np.median(pitch[first:last])
    spread = np.subtract(*np.percentile(level[first:last], [95, 5]))
    held = np.mean(np.abs(pitch[first:last] / f0 - 1) < PITCH_SPREAD)
    at_top = np.mean(np.abs(untouched) >= np.abs(untouched).max() * 0.999)
    zeros = longest_run(untouched == 0)
    if (held < 0.95 or spread > LEVEL_SPREAD or np.abs(untouched).max() > 0.98 or at_top > 2e-4
            or zeros[1] - zeros[0] > 0.002 * rate or is_band_limited(vowel, rate)):
        return None
    return between_pauses(vowel, own_pause(samples, rate, level, np.median(level[first:last])), rate, path, speaker, f0)


def between_pauses(vowel, pause, rate, path, speaker, f0):
    rng = np.random.default_rng(digest("pause", speaker))
    gain = PEAK / np.abs(vowel).max()
    vowel = vowel * gain
    count = int(PAUSE * rate)
    if pause is None:
        noise = colored(2 * count, rate, -0.5, rng) * np.sqrt(np.mean(vowel ** 2)) * 10 ** (PAUSE_LEVEL / 20)
        before, after = noise[:count], noise[count:]
    else:
        before, after = pause * gain, pause[::-1] * gain
    return Recording(speaker, path, rate, np.concatenate([before, faded(vowel, rate, 0.015), after]), count,
                     count + len(vowel), float(f0))


def faded(samples, rate, seconds):
    count = int(seconds * rate)
    ramp = 0.5 - 0.5 * np.cos(np.pi * np.arange(count) / count)
    out = samples.copy()
    out[:count] *= ramp
    out[-count:] *= ramp[::-1]
    return out


def candidates(folders):
    """Files per speaker, the longest first: people without a complaint, men first, then in the order of a hash."""
    speakers = collections.defaultdict(list)
    sexes = {}
    for folder in folders:
        table = folder / "MANIFEST.csv"
        rows = csv.DictReader(open(table)) if table.exists() else [
            {"file": path.name, "speaker": "_".join(path.stem.split("_")[:2])} for path in sorted(folder.glob("*.wav"))]
        for row in rows:
            if "egg" in row["file"] or "healthy" not in row.get("health", "healthy"):
                continue
            speakers[row["speaker"]].append(folder / row["file"])
            sexes[row["speaker"]] = row.get("sex", "")
    men_first = lambda speaker: (sexes[speaker] != "m", digest("order", speaker))
    return {speaker: sorted(speakers[speaker], key=lambda path: (-path.stat().st_size, path.name))
            for speaker in sorted(speakers, key=men_first)}


def selected(folders, wanted_half):
    """One clean vowel per speaker. Men come first, as they are few."""
    for speaker, paths in candidates(folders).items():
        if half(speaker) == wanted_half:
            yield from itertools.islice((vowel for path in paths if (vowel := clean(path, speaker))), 1)


# MARK: Degradations. Each takes a recording, a strength and a random generator and returns samples.

def added(recording, other, decibels, where=None):
    """Another sound (RMS over its length), at a level in dB relative to the vowel."""
    out = recording.samples.copy()
    place = where or slice(0, len(out))
    out[place] += other * (recording.rms * 10 ** (decibels / 20) / np.sqrt(np.mean(other ** 2)))
    return out


def looped(other, count, rate):
    """A sound repeated up to a number of samples, with crossfades of 50 ms."""
    fade = int(0.05 * rate)
    piece = faded(other, rate, 0.05)
    out = np.zeros(count + len(piece))
    for start in range(0, count, len(piece) - fade):
        out[start:start + len(piece)] += piece[:len(out) - start]
    return out[:count]


def resampled(samples, rate, new_rate):
    ratio = fractions.Fraction(new_rate, rate)
    return samples if rate == new_rate else signal.resample_poly(samples, ratio.numerator, ratio.denominator)


def lowered(samples, peak=0.35):
    return samples * (peak / np.abs(samples).max())


def flat_tops(recording, share, _):
    top = share * np.abs(recording.vowel).max()
    return lowered(np.clip(recording.samples, -top, top))


def flat_tops_one_side(recording, share, _):
    return lowered(np.minimum(recording.samples, share * recording.vowel.max()))


def overflow(recording, peak, _):
    """Peaks above full scale return at the other end, as of 16-bit integers."""
    return (recording.samples * (peak / np.abs(recording.vowel).max()) + 1) % 2 - 1


def dc_offset(recording, percent, _):
    return recording.samples + percent / 100


def second_voice(recording, decibels, rng):
    """Another speaker's vowel at another F0, below the vowel only."""
    unlike = [other for other in recording.others
              if all(abs(np.log2(other.f0 / recording.f0) - octave) > 0.12 for octave in (-1, 0, 1))]
    unlike = unlike or recording.others
    other = unlike[rng.integers(len(unlike))]
    voice = resampled(other.vowel, other.rate, recording.rate)
    return added(recording, faded(looped(voice, len(recording.vowel), recording.rate), recording.rate, 0.05), decibels,
                 slice(recording.start, recording.end))


def music(recording, decibels, rng):
    """Chords of three notes, one per second, each decaying."""
    count, rate = len(recording.samples), recording.rate
    time = np.arange(rate) / rate
    out = np.zeros(count + rate)
    for start in range(0, count, rate):
        root = 220 * 2 ** (rng.integers(-5, 6) / 12)
        for note in (1, 2 ** (4 / 12), 2 ** (7 / 12)):
            tone = sum(np.sin(2 * np.pi * k * root * note * time + rng.uniform(0, 6.28)) / k ** 1.5 for k in range(1, 9))
            out[start:start + rate] += faded(tone * np.exp(-1.5 * time), rate, 0.01)
    return added(recording, out[:count], decibels)


def speech(recording, decibels, rng):
    rate, talk = recording.speech[rng.integers(len(recording.speech))]
    talk = resampled(talk - talk.mean(), rate, recording.rate)
    return added(recording, looped(talk, len(recording.samples), recording.rate), decibels)


def hum(hertz):
    def degrade(recording, decibels, rng):
        time = np.arange(len(recording.samples)) / recording.rate
        tone = sum(np.sin(2 * np.pi * k * hertz * time + rng.uniform(0, 6.28)) / k for k in range(1, 9))
        return added(recording, tone, decibels)
    return degrade


def rumble(recording, decibels, rng):
    return added(recording, colored(len(recording.samples), recording.rate, -1, rng, 5, 40), decibels)


def white_noise(recording, ratio, rng):
    return added(recording, rng.standard_normal(len(recording.samples)), -ratio)


def room(seconds):
    """Reverberation with a time RT60 in seconds. The strength is the direct-to-reverberant ratio in dB."""
    def degrade(recording, ratio, rng):
        rate = recording.rate
        count = int(1.2 * seconds * rate)
        tail = rng.standard_normal(count) * 10 ** (-3 * np.arange(count) / (seconds * rate))
        tail = signal.sosfilt(signal.butter(1, 6000, fs=rate, output="sos"), tail)   # absorption of walls and air
        tail[:int(0.003 * rate)] = 0
        tail *= np.sqrt(10 ** (-ratio / 10) / np.sum(tail ** 2))
        tail[0] = 1
        return lowered(signal.fftconvolve(recording.samples, tail)[:len(recording.samples)], PEAK)
    return degrade


def in_a_pause(sound, both=False):
    """A sound in the middle of one pause or of both. The strength is its peak in dB relative to that of the vowel."""
    def degrade(recording, decibels, rng):
        middles = [recording.start // 2, (recording.end + len(recording.samples)) // 2]
        out = recording.samples.copy()
        for middle in middles if both else [middles[rng.integers(2)]]:
            noise = sound(recording.rate, rng)
            start = middle - len(noise) // 2
            out[start:start + len(noise)] += noise * (PEAK * 10 ** (decibels / 20) / np.abs(noise).max())
        return out
    return degrade


def click(rate, rng):
    count = int(0.00136 * rate)
    return rng.standard_normal(count) * np.exp(-4 * np.arange(count) / count)


def cough(rate, rng):
    count = int(0.25 * rate)
    shape = np.exp(-4 * np.arange(count) / count) + 0.5 * np.exp(-0.5 * ((np.arange(count) / count - 0.6) / 0.1) ** 2)
    return faded(colored(count, rate, -0.5, rng, 300, 4000) * shape, rate, 0.005)


def door(rate, rng):
    count = int(0.3 * rate)
    return faded(colored(count, rate, -1, rng, 30, 400) * np.exp(-6 * np.arange(count) / count), rate, 0.002)


def noise_suppression(recording, setting, rng):
    """Spectral gating of a recording with noise 35 dB below the vowel: bins below a threshold are turned down."""
    threshold, floor = setting
    noise = colored(len(recording.samples), recording.rate, -0.5, rng)
    noise *= recording.rms * 10 ** (-35 / 20)
    size = 2 * int(0.016 * recording.rate)
    transform = lambda x: signal.stft(x, recording.rate, nperseg=size, noverlap=3 * size // 4)[2]
    spectrum = transform(recording.samples + noise)
    profile = np.mean(np.abs(transform(noise)) ** 2, axis=1, keepdims=True)
    mask = np.where(np.abs(spectrum) ** 2 > threshold * profile, 1.0, 10 ** (floor / 20))
    mask = signal.lfilter([0.5], [1, -0.5], mask, axis=1)
    return signal.istft(spectrum * mask, recording.rate, nperseg=size, noverlap=3 * size // 4)[1][:len(recording.samples)]


def automatic_gain(recording, strength, _):
    """Gain towards −20 dBFS, at most 20 dB, which falls within 20 ms and rises within 0.3 s."""
    step = int(0.005 * recording.rate)
    gains, level, gain = [], 1e-6, 0.0
    for start in range(0, len(recording.samples), step):
        level += (np.mean(recording.samples[start:start + step] ** 2) - level) * 0.2
        wanted = min(20.0, strength * (-20 - 10 * np.log10(level + 1e-9)))
        gain += (wanted - gain) * (0.22 if wanted < gain else 0.0165)
        gains.append(gain)
    places = np.arange(len(gains)) * step
    return recording.samples * 10 ** (np.interp(np.arange(len(recording.samples)), places, gains) / 20)


def telephone_rate(recording, way, _):
    """8 kHz, then the former rate again in one of three ways."""
    rate, count = recording.rate, len(recording.samples)
    low = resampled(recording.samples, rate, 8000)
    if way == "sharp":
        return signal.resample(low, round(len(low) * rate / 8000))[:count]
    if way == "gentle":
        return resampled(low, 8000, rate)[:count]
    return np.interp(np.arange(count) / rate, np.arange(len(low)) / 8000, low)


def dropped_buffers(recording, count, rng):
    """Three buffers inside the vowel are lost; their neighbours join."""
    places = recording.start + (np.array([0.35, 0.5, 0.65]) + rng.uniform(-0.05, 0.05, 3)) * len(recording.vowel)
    lost = np.concatenate([np.arange(int(place), int(place) + count) for place in places])
    return np.delete(recording.samples, lost)


def control(recording, decibels, _):
    """No degradation: a lower level and other samples at the start."""
    return recording.samples[int(0.0123 * recording.rate):] * 10 ** (decibels / 20)


@dataclasses.dataclass(frozen=True)
class Degradation:
    name: str
    title: str
    strengths: dict                # label: strength, from weak to strong
    apply: typing.Callable | None = None
    codec: bool = False
    in_pause: bool = False


def decibels(*values, unit="dB"):
    return {f"{value:+d} {unit}".replace("-", "−"): value for value in values}


def codec(name, title, encoders):
    return Degradation(name, title, encoders, codec=True)


DEGRADATIONS = [
    Degradation("control", "none (lowered, shifted)", decibels(-6), control),
    Degradation("flat_tops", "flat tops, lowered afterwards", {"at 70 %": 0.7, "at 50 %": 0.5, "at 35 %": 0.35}, flat_tops),
    Degradation("flat_tops_one_side", "flat tops of one polarity", {"at 70 %": 0.7, "at 50 %": 0.5, "at 35 %": 0.35},
                flat_tops_one_side),
    Degradation("overflow", "16-bit overflow", {"peak 1.1": 1.1, "peak 1.3": 1.3, "peak 1.6": 1.6}, overflow),
    Degradation("dc_offset", "DC offset", {"2 %": 2, "5 %": 5, "10 %": 10}, dc_offset),
    Degradation("second_voice", "second voice under the vowel", decibels(-20, -15, -10), second_voice),
    Degradation("music", "music", decibels(-20, -15, -10), music),
    Degradation("speech", "speech of another person", decibels(-20, -15, -10), speech),
    Degradation("hum_50", "hum, 50 Hz", decibels(-30, -25, -20), hum(50)),
    Degradation("hum_60", "hum, 60 Hz", decibels(-30, -25, -20), hum(60)),
    Degradation("rumble", "rumble, 5 to 40 Hz", decibels(-30, -20, -10), rumble),
    Degradation("white_noise", "white noise", {"SNR 30 dB": 30, "SNR 20 dB": 20, "SNR 10 dB": 10}, white_noise),
    *[Degradation(f"room_{seconds}", f"room, RT60 {seconds} s", {"DRR 10 dB": 10, "DRR 5 dB": 5, "DRR 0 dB": 0}, room(seconds))
      for seconds in (0.3, 0.6, 1.0)],
    Degradation("click", "clicks in both pauses", decibels(-6, 0, 6), in_a_pause(click, both=True), in_pause=True),
    Degradation("cough", "cough in a pause", decibels(-6, 0, 6), in_a_pause(cough), in_pause=True),
    Degradation("door", "door in a pause", decibels(-6, 0, 6), in_a_pause(door), in_pause=True),
    Degradation("noise_suppression", "noise suppression", {"−12 dB": (2, -12), "−30 dB": (4, -30), "−80 dB": (8, -80)},
                noise_suppression),
    Degradation("automatic_gain", "automatic gain control", {"half": 0.5, "three quarters": 0.75, "full": 1.0}, automatic_gain),
    Degradation("telephone_rate", "8 kHz, upsampled", {"sharp filter": "sharp", "gentle filter": "gentle",
                                                       "linear interpolation": "linear"}, telephone_rate),
    codec("telephone_call", "telephone call", {
        "G.722, 16 kHz": ("g722", 16000, ["-af", "highpass=f=50", "-c:a", "g722"]),
        "G.711, 8 kHz": ("wav", 8000, ["-af", "highpass=f=200", "-c:a", "pcm_mulaw"]),
        "GSM, 8 kHz": ("gsm", 8000, ["-af", "highpass=f=200", "-c:a", "libgsm"])}),
    codec("mp3", "MP3", {f"{rate} kb/s": ("mp3", 48000, ["-c:a", "libmp3lame", "-b:a", f"{rate}k"])
                         for rate in (128, 64, 48, 32)}),
    codec("opus", "Opus", {f"{rate} kb/s": ("opus", 48000, ["-c:a", "libopus", "-b:a", f"{rate}k"])
                           for rate in (64, 32, 24, 16)}),
    Degradation("dropped_buffers", "dropped buffers", {"64 samples": 64, "256 samples": 256, "1024 samples": 1024},
                dropped_buffers),
]


def encoders():
    """Audio encoders of ffmpeg, none if it is not installed."""
    if not shutil.which("ffmpeg"):
        return set()
    listed = subprocess.run(["ffmpeg", "-hide_banner", "-encoders"], capture_output=True, text=True).stdout
    return {line.split()[1] for line in listed.splitlines() if line.startswith(" A") and len(line.split()) > 1}


def through_codec(files, settings, folder):
    """Encodes and decodes files, each at its own rate. One ffmpeg process codes all files."""
    extension, rate, options = settings
    quiet = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-bitexact"]
    coded = [folder / f"{index}.{'coded.wav' if extension == 'wav' else extension}" for index in range(len(files))]
    encode, decode = list(quiet), list(quiet)
    for file in files:
        encode += ["-i", file]
    for index, file in enumerate(coded):
        encode += ["-map", f"{index}:a", "-ar", str(rate), "-ac", "1", *options, "-bitexact", file]
    for file in coded:
        decode += ["-i", file]
    for index, file in enumerate(files):
        decode += ["-map", f"{index}:a", "-ar", str(wavfile.read(file)[0]), "-ac", "1", "-c:a", "pcm_s16le", "-bitexact",
                   folder / f"decoded-{index}.wav"]
    for command in (encode, decode):
        subprocess.run(list(map(str, command)), check=True, stdin=subprocess.DEVNULL)
    for index, file in enumerate(files):
        (folder / f"decoded-{index}.wav").replace(file)
        coded[index].unlink()


# MARK: Measuring

def analyzed(tool, files):
    """A row per file, in order: values, intervals, flagged measures, and checks that warn or fail."""
    keys = ",".join(measure.key for measure in MEASURES)
    run = subprocess.run([tool, "analyze", "--quiet", "--gates", "flag", "--measures", keys, "--files-from", "-"],
                         input="\n".join(map(str, files)), capture_output=True, text=True)
    rows = [row(json.loads(line)) for line in run.stdout.splitlines()]
    if len(rows) != len(files):
        sys.exit(f"{len(rows)} documents of {len(files)} files: {run.stderr[:500]}")
    return rows


def rounded(value):
    return None if value is None else float(f"{value:.7g}")


def row(document):
    values, intervals, stated = {}, {}, {}
    for measure in MEASURES:
        group, name = measure.key.split(".")
        values[measure.key] = rounded(document.get("biomarkers", {}).get(group, {}).get(name))
        bounds = coverage.sampling_interval(measure.key, document)
        if bounds:
            intervals[measure.key] = [rounded(bound) for bound in bounds]
            stated[measure.key] = [rounded(bound) for bound in document["uncertainty"][measure.key]["ci95"]]
    return {"version": document["provenance"]["version"], "state": document["state"], "values": values, "intervals": intervals,
            "stated": stated,
            "withheld": {flag["measure"]: flag["code"] for flag in document.get("flags", []) + document.get("unavailable", [])
                         if flag["measure"] in values},
            "checks": {check["id"]: check["verdict"] for check in (document.get("quality") or {}).get("checks", [])
                       if RANK.get(check["verdict"], 0) > 0}}


def without_pauses(recording):
    return dataclasses.replace(recording, samples=recording.vowel, start=0, end=len(recording.vowel))


def measured(options, wanted_half):
    """The rows of all degradations of one half."""
    everyone = list(selected(options.voices, wanted_half))
    if options.no_pauses:
        everyone = [without_pauses(recording) for recording in everyone]
    recordings = everyone[:options.speakers]
    talk = {path.name: path for folder in [pathlib.Path(__file__).parent.parent / "Fixtures/voices",
                                           *[voices.resolve().parent for voices in options.voices]]
            for path in sorted(folder.glob("arctic_*.wav"))}
    for recording in everyone:
        recording.others = [other for other in recordings if other.speaker != recording.speaker]
        recording.speech = [read(talk[name]) for name in sorted(talk)]
    available = encoders()
    found = {"date": datetime.date.today().isoformat(), "half": wanted_half, "pauses": not options.no_pauses,
             "speakers": [recording.speaker for recording in recordings],
             "f0": [rounded(recording.f0) for recording in recordings],
             "seconds": [rounded(len(recording.vowel) / recording.rate) for recording in recordings],
             "skipped": [], "degraded": {}}
    wanted = options.only.split(",") if options.only else [degradation.name for degradation in DEGRADATIONS]
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(1) as measuring:
        root = pathlib.Path(options.keep or temporary)

        def queue(name, label, files):
            """Measures files in the background; deletes them unless they are kept."""
            def work():
                rows = analyzed(options.sagevoice, files)
                if not options.keep:
                    shutil.rmtree(files[0].parent)
                return rows
            print(f"{name} {label}", file=sys.stderr)
            return measuring.submit(work)

        def written(name, label, people, samples):
            folder = root / name / label.replace(" ", "_").replace("/", "_")
            folder.mkdir(parents=True, exist_ok=True)
            files = [folder / f"{recording.path.stem}.wav" for recording in people]
            for file, recording, data in zip(files, people, samples):
                write(file, recording.rate, data)
            return files

        unaltered = measuring.submit(lambda: analyzed(options.sagevoice, [recording.path for recording in everyone]))
        plain = queue("clean", "", written("clean", "clean", everyone, [recording.samples for recording in everyone]))
        waiting = []
        for degradation in DEGRADATIONS:
            if degradation.name not in wanted or (options.no_pauses and degradation.in_pause):
                continue
            for label, strength in degradation.strengths.items():
                if degradation.codec:
                    if strength[2][strength[2].index("-c:a") + 1] not in available:
                        found["skipped"].append(f"{degradation.title}, {label}")
                        continue
                    files = written(degradation.name, label, recordings, [recording.samples for recording in recordings])
                    through_codec(files, strength, files[0].parent)
                else:
                    seeded = lambda recording: np.random.default_rng(digest(degradation.name, recording.speaker))
                    people = everyone if degradation.in_pause else recordings   # false alarms need many
                    files = written(degradation.name, label, people, [
                        degradation.apply(recording, strength, seeded(recording)) for recording in people])
                waiting.append((degradation.name, label, queue(degradation.name, label, files)))
                while sum(not task.done() for _, _, task in waiting) > 4:   # bounds the temporary files
                    concurrent.futures.wait([task for _, _, task in waiting if not task.done()],
                                            return_when=concurrent.futures.FIRST_COMPLETED)
        found["unaltered"], found["clean"] = unaltered.result(), plain.result()
        for name, label, task in waiting:
            found["degraded"].setdefault(name, {})[label] = task.result()
    found["version"] = found["clean"][0]["version"]
    return found


# MARK: Counts

def is_reported(degraded, original):
    """Whether a check warns or fails that did not on the clean file."""
    return degraded["state"] == "refused" or any(
        RANK[verdict] > RANK[original["checks"].get(check, "pass")] for check, verdict in degraded["checks"].items())


@dataclasses.dataclass
class Counts:
    """Counts of one measure under one degradation."""
    compared: int = 0
    moved: int = 0
    stated: int = 0     # moved and not withheld
    silent: int = 0     # moved, not withheld and not reported
    beyond: int = 0     # silent, and outside the interval of the document
    moves: list = dataclasses.field(default_factory=list)


def counts(measure, degraded, originals):
    """Recordings whose clean value is stated and has an interval or tolerance are compared."""
    found = Counts()
    for row, original in zip(degraded, originals):
        before, after = original["values"][measure.key], row["values"][measure.key]
        bounds = original["intervals"].get(measure.key) or (measure.tolerance and before is not None and
                                                            [before - measure.tolerance, before + measure.tolerance])
        if before is None or measure.key in original["withheld"] or not bounds:
            continue
        moved = after is not None and not bounds[0] <= after <= bounds[1]
        withheld = after is None or measure.key in row["withheld"]
        found.compared += 1
        found.moved += moved
        found.stated += moved and not withheld
        silent = moved and not withheld and not is_reported(row, original)
        low, high = original.get("stated", {}).get(measure.key, bounds)
        found.silent += silent
        found.beyond += silent and not low <= after <= high
        if after is not None:
            found.moves.append(measure.move(before, after))
    return found


def judged(degraded, originals):
    """Recordings in which shimmer or HNR can be compared, moves, is stated although it moved, moves silently, and moves
    silently out of the interval of the document."""
    keys = [measure for measure in MEASURES if measure.key in JUDGED]
    compared = moved = stated = silent = beyond = 0
    for row, original in zip(degraded, originals):
        parts = [counts(measure, [row], [original]) for measure in keys]
        compared += any(part.compared for part in parts)
        moved += any(part.moved for part in parts)
        stated += any(part.stated for part in parts)
        silent += any(part.silent for part in parts)
        beyond += any(part.beyond for part in parts)
    return compared, moved, stated, silent, beyond


def percent(part, whole):
    return f"{100 * part / whole:.0f}" if whole else "–"


def median_move(measure, found):
    if not found.moves:
        return "–"
    value = float(np.median(found.moves))
    text = f"{value:+.{measure.digits}f}".replace("-", "−")
    return text.lstrip("+−") if float(f"{value:.{measure.digits}f}") == 0 else text


# MARK: Record

def table(titles, rows):
    yield f"| {' | '.join(titles)} |"
    yield f"|{' --- |' * len(titles)}"
    for cells in rows:
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""


def cases(run):
    for degradation in DEGRADATIONS:
        for label, rows in run["degraded"].get(degradation.name, {}).items():
            yield degradation, label, rows


def partner(run, others):
    """The earlier run of the same half, with or without pauses."""
    return next((other for other in others if (other["half"], other["pauses"]) == (run["half"], run["pauses"])), None)


def silent_rows(run, earlier):
    for degradation, label, rows in cases(run):
        old = earlier and earlier["degraded"].get(degradation.name, {}).get(label)
        compared, moved, stated, silent, beyond = judged(rows, run["clean"])
        both = percent(silent, compared)
        if old:
            old_compared, _, _, old_silent, _ = judged(old, earlier["clean"])
            both = f"{percent(old_silent, old_compared)} → {both}"
        cells = [counts(measure, rows, run["clean"]) for measure in MEASURES]
        reported = sum(is_reported(row, original) for row, original in zip(rows, run["clean"]))
        yield [degradation.title, label, *[percent(cell.silent, cell.compared) for cell in cells], both,
               percent(beyond, compared), percent(stated, compared), percent(moved, compared), percent(reported, len(rows))]


def above_bar(run):
    """How many strengths exceed the bar for silent failures, by the sampling error and by the document, of how many."""
    rows = [judged(rows, run["clean"]) for degradation, _, rows in cases(run) if degradation.name not in ("mp3", "opus")]
    return (sum(100 * silent > BAR * compared for compared, _, _, silent, _ in rows),
            sum(100 * beyond > BAR * compared for compared, *_, beyond in rows), len(rows))


def alarm_rows(run):
    groups = [("as recorded", "", run["unaltered"], None), ("clean file", "", run["clean"], None)]
    groups += [(degradation.title, label, rows, run["clean"])
               for degradation, label, rows in cases(run) if degradation.in_pause]
    for title, label, rows, originals in groups:
        base = originals or [{"checks": {}, "withheld": {}}] * len(rows)
        found = collections.Counter()
        at = collections.Counter()
        for row, original in zip(rows, base):
            new = {check: verdict for check, verdict in row["checks"].items()
                   if RANK[verdict] > RANK[original["checks"].get(check, "pass")]}
            found["warn"] += bool(new)
            found["fail"] += "fail" in new.values() or row["state"] == "refused"
            found["withheld"] += any(key in row["withheld"] and key not in original["withheld"]
                                     for key in ("jitter.local_percent", *JUDGED))
            at.update(f"{check} {verdict}" for check, verdict in new.items())
        yield [title, label, len(rows), percent(found["warn"], len(rows)), percent(found["fail"], len(rows)),
               percent(found["withheld"], len(rows)),
               ", ".join(f"{name} {count}" for name, count in sorted(at.items())) or "–"]


def move_rows(run):
    for degradation, label, rows in cases(run):
        cells = [counts(measure, rows, run["clean"]) for measure in MEASURES]
        yield [degradation.title, label, *[f"{median_move(measure, cell)}, {percent(cell.moved, cell.compared)}"
                                           for measure, cell in zip(MEASURES, cells)]]


def prose(*sentences, bullet=""):
    """Lines of at most 120 characters, and an empty one after a paragraph."""
    text = re.sub(r"(\d) (%|Hz|dB|s)\b", "\\1~\\2", " ".join(sentences)).replace(" %", "~%")   # a number and its unit
    for line in textwrap.wrap(text, 120, initial_indent=bullet, subsequent_indent=" " * len(bullet), break_long_words=False,
                              break_on_hyphens=False):
        yield line.replace("~", " ")
    if not bullet:
        yield ""


def half_name(run):
    return ("record half" if run["half"] == "record" else "setting half") + ("" if run["pauses"] else ", without pauses")


def described(run):
    f0, seconds = np.array(run["f0"]), np.array(run["seconds"])
    plain = run["clean"][:len(f0)]
    compared = ", ".join(f"{measure.title} {counts(measure, plain, plain).compared}" for measure in MEASURES)
    yield from prose(
        f"{half_name(run).capitalize()}: {run['date']}, sagevoice {run['version']}, {len(f0)} speakers, one vowel each",
        f"({len(run['clean'])} speakers for false alarms), F0",
        f"{f0.min():.0f} to {f0.max():.0f} Hz ({(f0 < 165).sum()} below 165 Hz), {seconds.min():.1f} to {seconds.max():.1f} s",
        f"(median {np.median(seconds):.1f}). Compared: {compared}.",
        f"Skipped without an encoder: {'; '.join(run['skipped'])}." if run["skipped"] else "", bullet="- ")


def record(runs, earlier):
    yield from ["# Record: degradations", ""]
    yield from prose("Values that move without a warning when a recording is degraded, and warnings about clean recordings.")
    yield from prose("`Benchmarks/degradations.py` writes this file. Its first lines have the definitions.")
    for run in runs:
        yield from described(run)
    for version in sorted({run["version"] for run in earlier}):
        yield f"- Before: sagevoice {version}, the same files."
    yield from prose("Speakers are halved by the MD5 of their id. Thresholds of checks may be set on the setting half only.",
                     bullet="- ")
    yield from prose("Tilt and GNE have no interval. Their tolerances are 2 dB and 0.03, the SD between recordings of "
                     "a person.",
                     bullet="- ")
    yield ""
    for run in runs:
        yield from [f"## Silent failures, {half_name(run)}", ""]
        yield from prose(
            "A silent failure: the value leaves its interval and is stated without a new warning or failure. Numbers are percent "
            "of recordings. The column",
            "*either* is shimmer or HNR" + (" (before → now)." if partner(run, earlier) else "."),
            "*Stated*: one of them leaves its interval and is not withheld, with or without a warning. *Moved*: one of "
            "them leaves its",
            "interval. *Reported*: recordings with a new warning or failure. The bar for *either* is at most",
            f"{BAR} %, except for MP3 and Opus. {above_bar(run)[0]} of {above_bar(run)[2]} strengths exceed it. The column",
            "*document* counts only values that also leave the interval of the document, which includes the wander of a sustained "
            f"vowel: {above_bar(run)[1]} of {above_bar(run)[2]} strengths exceed the bar.")
        yield from table(["degradation", "strength", *[measure.title for measure in MEASURES], "either", "document", "stated", "moved",
                          "reported"],
                         silent_rows(run, partner(run, earlier)))
        yield from [f"## False alarms, {half_name(run)}", ""]
        yield from prose(
            "Percent of recordings with a warning or failure, with a failure, and with jitter, shimmer or HNR "
            "withheld. *As recorded* is",
            "the file of the collection with its own faults, such as rumble. Sounds in a pause count only checks "
            "that pass in the clean file. The bars for a clean file and for sounds in a pause are 3 % and, for failures, 1 %.")
        yield from table(["recording", "peak relative to the vowel", "n", "warn or fail", "fail", "withheld", "checks"],
                         alarm_rows(run))
    yield from [f"## Moves, {half_name(runs[0])}", ""]
    yield from prose(
        "Median move of the value and percent of recordings that leave the interval, withheld values included. F0, "
        "jitter, shimmer and",
        "APQ11 in percent of the clean value, the others in dB or as a difference.")
    yield from table(["degradation", "strength", *[measure.title for measure in MEASURES]], move_rows(runs[0]))


# MARK: Page for users

SITUATIONS = [
    ("A phone", "A call over the telephone network. The last table has the noise suppression and gain control of a phone. *8 kHz* is "
     "the bandwidth of a call without its codec.", [("telephone_call", None), ("telephone_rate", ("sharp filter",))]),
    ("A room", "RT60 is the reverberation time: 0.3 s in a furnished room, 0.6 s in an office, 1 s in a bare room. DRR is the level of "
     "the direct voice relative to the reverberation: about 10 dB close to the microphone, 0 dB across a table.",
     [("room_0.3", None), ("room_0.6", None), ("room_1.0", None)]),
    ("A codec", "A file that a messenger, a browser or a recorder has compressed, one channel.", [("mp3", None), ("opus", None)]),
    ("Background sounds", "Levels relative to the vowel.",
     [("white_noise", None), ("hum_50", None), ("rumble", None), ("music", None), ("speech", None), ("second_voice", None)]),
    ("Microphone and program", "Faults of level, and processing between the microphone and the file.",
     [("flat_tops", None), ("dc_offset", None), ("automatic_gain", None), ("noise_suppression", None), ("dropped_buffers", None)])]
OVERVIEW = [("Call, 16 kHz (G.722)", "telephone_call", "G.722, 16 kHz"), ("Call, 8 kHz (G.711)", "telephone_call", "G.711, 8 kHz"),
            ("Call, 8 kHz (GSM)", "telephone_call", "GSM, 8 kHz"), ("Furnished room, close", "room_0.3", "DRR 10 dB"),
            ("Office, half a metre", "room_0.6", "DRR 5 dB"), ("Bare room, across a table", "room_1.0", "DRR 0 dB"),
            *[(f"MP3, {rate}", "mp3", rate) for rate in ("128 kb/s", "64 kb/s", "32 kb/s")],
            *[(f"Opus, {rate}", "opus", rate) for rate in ("64 kb/s", "32 kb/s", "16 kb/s")],
            ("Quiet noise, 30 dB below", "white_noise", "SNR 30 dB"), ("Automatic gain control", "automatic_gain", "full"),
            ("Noise suppression", "noise_suppression", "−30 dB")]
SURVIVES, MOVES = 10, 50   # percent of recordings that leave the interval
LONG = {"F0": "mean F0", "jitter": "jitter (local)", "shimmer": "shimmer (local)", "APQ11": "shimmer (APQ11)",
        "tilt": "spectral tilt"}


def rows_of(run, wanted):
    for name, labels in wanted:
        for degradation, label, rows in cases(run):
            if degradation.name == name and (labels is None or label in labels):
                yield degradation, label, rows


def verdict(found):
    if not found.compared:
        return "–"
    share = 100 * found.moved / found.compared
    return "yes" if share <= SURVIVES else "no" if share > MOVES else "partly"


def overview(run):
    """Title, rows and measures' verdicts of each measured situation of the overview."""
    for title, name, label in OVERVIEW:
        rows = run["degraded"].get(name, {}).get(label)
        if rows:
            yield title, [verdict(counts(measure, rows, run["clean"])) for measure in MEASURES]


def statements(run):
    """A sentence per measure: in how many situations it stays within its interval, and its largest typical change."""
    situations = list(overview(run))
    for index, measure in enumerate(MEASURES):
        survived = sum(verdicts[index] == "yes" for _, verdicts in situations)
        moves = [(counts(measure, run["degraded"][name][label], run["clean"]), title) for title, name, label in OVERVIEW
                 if label in run["degraded"].get(name, {})]
        size, title = max(((float(np.median(np.abs(found.moves))), title) for found, title in moves if found.moves),
                          default=(None, None))
        if size is None:
            continue
        name = LONG.get(measure.title, measure.title)
        yield (f"**{name[0].upper()}{name[1:]}** stays within its interval in {survived} of {len(situations)} situations. Its "
               f"largest typical change is {size:.{measure.digits}f}{' ' * bool(measure.unit)}{measure.unit} ({title}).")


def page_cell(measure, found):
    unit = f" {measure.unit}" if measure.unit else ""
    return f"{median_move(measure, found)}{unit} ({percent(found.moved, found.compared)})"


def page(run):
    titles = [measure.title for measure in MEASURES]
    yield from ["# Measures after a phone, a room and a codec", ""]
    yield from prose("Changes of each measure when a clean recording passes through a telephone, a room, a codec or a program.")
    yield from ["## Overview", ""]
    yield from prose(
        f"A program degraded clean vowels of {len(run['speakers'])} people. sagevoice {run['version']} measured them "
        f"before and after",
        f"({run['date']}), so the true change is known. Every change is compared with the sampling error (95 %) of the "
        f"clean recording. A change inside",
        "it is smaller than the error of one recording. A change outside it is a property of the device or the room, "
        "not of the voice.")
    yield from prose(
        f"*Yes*: the measure leaves its interval in at most {SURVIVES} % of the recordings. *No*: in more than {MOVES} "
        f"%. *Partly*: between.",
        "Tilt and GNE have no interval; their tolerances are 2 dB and 0.03.")
    yield from table(["unchanged after", *titles], [[title, *verdicts] for title, verdicts in overview(run)])
    for sentence in statements(run):
        yield from prose(sentence, bullet="- ")
    yield ""
    yield from prose(
        "Record all sessions of a person with the same device, place and program. Their comparison then has the same "
        "error on both",
        "sides. Record WAV close to the microphone, without noise suppression. The checks of a recording do not "
        "find every",
        "degradation: the column *reported* has their share. [The record](../Benchmarks/Records/Degradations.md) has "
        "all numbers.")
    yield from prose(
        "Each cell of the following tables has the median change and, in parentheses, the percent of recordings outside "
        "the interval.",
        "If the median is near zero and the share is large, the measure rises in some voices and falls in others. "
        "*Reported* is the",
        "percent of recordings in which a check warns or fails.")
    for title, text, wanted in SITUATIONS:
        yield from [f"## {title}", ""]
        yield from prose(text)
        yield from table(["degradation", "strength", *titles, "reported"], [
            [degradation.title, label, *[page_cell(measure, counts(measure, rows, run["clean"])) for measure in MEASURES],
             percent(sum(is_reported(row, original) for row, original in zip(rows, run["clean"])), len(rows))]
            for degradation, label, rows in rows_of(run, wanted)])
    yield from ["## Limits of these numbers", ""]
    low = sum(f0 < 165 for f0 in run["f0"])
    for sentence in (f"Most voices are of young women in a studio; {low} of {len(run['f0'])} are below 165 Hz. Hoarse "
                     f"voices are not among them.",
                     f"The vowels last {min(run['seconds']):.1f} to {max(run['seconds']):.1f} s. A longer vowel has a "
                     f"narrower interval.",
                     "Rooms and calls are simulated: exponential reverberation, codecs of ffmpeg, no lost packets, and "
                     "speakers who do not move.",
                     "The changes include values that the clinical preset withholds.",
                     "`Benchmarks/degradations.py --page` writes this page."):
        yield from prose(sentence, bullet="- ")


def summary(run):
    """Silent failures of shimmer or HNR, one line per degradation and strength, and false alarms."""
    print(f"sagevoice {run['version']}, {run['half']} half, n = {len(run['speakers'])}, pauses: {run['pauses']}")
    for degradation, label, rows in cases(run):
        compared, moved, stated, silent, beyond = judged(rows, run["clean"])
        reported = sum(is_reported(row, original) for row, original in zip(rows, run["clean"]))
        print(f"{degradation.title:32} {label:20} moved {percent(moved, compared):>3} stated "
              f"{percent(stated, compared):>3} silent {percent(silent, compared):>3} document {percent(beyond, compared):>3} "
              f"reported {percent(reported, len(rows)):>3}")
    print("strengths with more than %d %% silent failures: %d, by the document %d, of %d" % (BAR, *above_bar(run)))
    for cells in alarm_rows(run):
        print("warn %s fail %s withheld %s  " % tuple(cells[3:6]) + f"{cells[0]} {cells[1]}: {cells[6]}")


def loaded(paths):
    """Runs of JSON files and folders: record half first, with pauses first."""
    files = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    return sorted((json.loads(file.read_text()) for file in files), key=lambda run: (not run["pauses"], run["half"] != "record"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--half", choices=("set", "record", "both"))
    parser.add_argument("--voices", type=pathlib.Path, action="append", help="folder with recordings and MANIFEST.csv")
    parser.add_argument("--sagevoice", default=".build/release/sagevoice")
    parser.add_argument("--speakers", type=int, default=SPEAKERS)
    parser.add_argument("--no-pauses", action="store_true")
    parser.add_argument("--only", help="names of degradations, separated by commas; replaces these in a former file")
    parser.add_argument("--keep", help="folder for the degraded files")
    parser.add_argument("--json", type=pathlib.Path, help="folder for the results")
    parser.add_argument("--from", dest="sources", nargs="+", type=pathlib.Path, help="folders or JSON files of former runs")
    parser.add_argument("--before", nargs="+", type=pathlib.Path, default=[], help="folders or JSON files of an older version")
    parser.add_argument("--record", type=pathlib.Path, help="Markdown file for the tables")
    parser.add_argument("--page", type=pathlib.Path, help="Markdown file for users")
    options = parser.parse_args()
    if options.sources:
        runs = loaded(options.sources)
    elif options.half and options.voices:
        runs = [measured(options, name) for name in (("record", "set") if options.half == "both" else (options.half,))]
    else:
        parser.error("needs --half and --voices, or --from")
    for run in runs if options.json else []:
        options.json.mkdir(parents=True, exist_ok=True)
        name = run["half"] + ("" if run["pauses"] else "-no-pauses")
        file = options.json / f"{name}.json"
        if options.only and file.exists():
            former = json.loads(file.read_text())
            if former["version"] == run["version"] and former["speakers"] == run["speakers"]:
                run["degraded"] = former["degraded"] | run["degraded"]
        file.write_text(json.dumps(run) + "\n")
    for run in runs:
        summary(run)
    if options.record:
        options.record.write_text("\n".join(record(runs, loaded(options.before))).rstrip() + "\n")
    if options.page:
        options.page.write_text("\n".join(page(runs[0])).rstrip() + "\n")


if __name__ == "__main__":
    main()
