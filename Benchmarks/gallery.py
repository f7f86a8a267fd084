#!/usr/bin/env python3
"""Renders Documentation/Gallery.md and its pictures: the first sheet of the report of twelve voices.

    Benchmarks/gallery.py [--built DIR] [--only NAME,NAME] [--pages FOLDER]

Needs Python 3.11 with numpy and Pillow, pdftoppm (poppler-utils) and Chromium. DIR has sagevoice, and sagevoice-server for
the read text (default: .build/release). --pages keeps recordings, HTML and PDF. Seeds are fixed; the date of analysis is on
every page.
"""

import argparse, dataclasses, datetime, json, pathlib, shutil, subprocess, tempfile, wave

import numpy as np
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES, PAGE = ROOT / "Documentation/Images/gallery", ROOT / "Documentation/Gallery.md"
WIDTH, SHADES = 1000, 64   # pixels and colours of a picture
ROOM = -65.0               # dBFS of the noise in synthetic recordings: without it, pauses are digital silence
PAUSES = ("--onset-silence", 0.6, "--offset-silence", 0.6)
SVD, COSWARA = "Saarbruecken Voice Database, CC BY 4.0", "Coswara-Data, CC BY 4.0"
SYNTHETIC = "synthetic, licence of this project"
HEADER = {"name": "A. Example", "clinic": "Example clinic", "examiner": "B. Example", "device": "headset", "distance_cm": 5,
          "task": "sustained vowel", "vowel": "a", "grbas": "G0 R0 B0 A0 S0", "vhi_10": 3, "signature": True}

# MARK: Recordings


def read(name):
    with wave.open(str(ROOT / "Fixtures" / name)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float) / 32768
        return samples, file.getframerate()


def write(path, samples, rate):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1), file.setsampwidth(2), file.setframerate(rate)
        file.writeframes(np.clip(np.round(samples * 32768), -32768, 32767).astype("<i2").tobytes())


def noise(count, level, seed=1):
    return np.random.default_rng(seed).normal(0, 10 ** (level / 20), count)


def level(samples):
    return 20 * np.log10(np.sqrt(np.mean(samples**2)))


def fixture(name):
    return lambda path, tool: shutil.copy(ROOT / "Fixtures" / name, path)


def changed(name, change):
    def make(path, tool):
        samples, rate = read(name)
        write(path, change(samples), rate)
    return make


def synth(*options, seed=1):
    def make(path, tool):
        subprocess.run([tool / "sagevoice", "synth", *map(str, options), *map(str, PAUSES), "--seed", str(seed), path], check=True)
        path.with_suffix(".json").unlink()
        samples, rate = read(path)
        write(path, samples + noise(len(samples), ROOM, seed), rate)
    return make


CLEAR = ("--f0", 205, "--jitter", 0.4, "--shimmer", 2, "--hnr", 24, "--seconds", 5)
BREATHY = ("--f0", 205, "--jitter", 0.6, "--shimmer", 3, "--hnr", 9, "--seconds", 5)

# MARK: Pages


@dataclasses.dataclass
class Voice:
    name: str
    title: str
    recording: str             # origin, licence and preparation, for people
    make: list                 # one recording, or two of a comparison
    profile: dict
    baseline: tuple | None = None
    header: dict | None = None
    task: str | None = None


def person(age, gender, device="studio microphone"):
    sex = {"woman": "female", "man": "male", "girl": "female"}[gender]
    return {"age": age, "sex_assigned_at_birth": sex, "device_model": device} | (
        {"gender_identity": gender} if gender != "girl" else {})


VOICES = [
    Voice("clear", "A clear voice", f"`svd_0001_a_n.wav` ({SVD}), unchanged, with the entries of a clinic",
          [fixture("voices/svd_0001_a_n.wav")], person(20, "woman"), header=HEADER),
    Voice("breathy", "A breathy voice", f"HNR 9 dB ({SYNTHETIC}), with a baseline of three days at 24 dB",
          [synth(*BREATHY, seed=4)], person(45, "woman"), baseline=CLEAR),
    Voice("rough", "A rough voice", f"`svd_1931_a_n.wav` ({SVD}), unchanged: every second cycle differs",
          [fixture("voices/svd_1931_a_n.wav")], person(52, "woman")),
    Voice("breaking", "A voice with breaks", f"`svd_1163_a_n.wav` ({SVD}), unchanged: irregular after 1.4 s",
          [fixture("voices/svd_1163_a_n.wav")], person(69, "man")),
    Voice("tremulous", "A tremulous voice", f"tremor of 5 Hz, 5 % of F0 and 15 % of the amplitude ({SYNTHETIC})",
          [synth("--f0", 150, "--jitter", 0.4, "--shimmer", 2, "--hnr", 22, "--seconds", 6, "--f0-tremor", 5,
                 "--amplitude-tremor", 15, "--tremor-rate", 5)], person(66, "man")),
    Voice("child", "A voice like a child's", f"`coswara_32_a.wav` ({COSWARA}), played 1.25 times as fast, with an age of 8 years",
          [changed("voices/coswara_32_a.wav", lambda samples: np.interp(
              np.arange(0, len(samples) - 1, 1.25), np.arange(len(samples)), samples))], person(8, "girl", "laptop")),
    Voice("low", "A voice of 60 Hz", f"F0 60 Hz ({SYNTHETIC})",
          [synth("--f0", 60, "--jitter", 0.5, "--shimmer", 3, "--hnr", 22, "--seconds", 5)], person(45, "man")),
    Voice("high", "A voice of 500 Hz", f"F0 500 Hz ({SYNTHETIC})",
          [synth("--f0", 500, "--jitter", 0.3, "--shimmer", 2, "--hnr", 25, "--seconds", 5)], person(30, "woman")),
    Voice("noisy", "A noisy recording", f"`coswara_21_a.wav` ({COSWARA}) with white noise 8 dB below the voice",
          [changed("voices/coswara_21_a.wav", lambda samples: samples + noise(len(samples), level(samples) - 8))],
          person(26, "man", "laptop")),
    Voice("clipped", "A clipped recording", f"`coswara_21_a.wav` ({COSWARA}), amplified by 12 dB beyond full scale",
          [changed("voices/coswara_21_a.wav", lambda samples: np.clip(4 * samples, -1, 1))], person(26, "man", "laptop")),
    Voice("reading", "A read text", "`sr_english_mono-16-bit_44100.wav` (speech_recognition, BSD-3-Clause), unchanged, with the "
          "task `reading`", [fixture("voices/sr_english_mono-16-bit_44100.wav")], person(40, "man", "laptop"), task="reading"),
    Voice("before-after", "Before and after", f"HNR 9 dB, then 24 dB ({SYNTHETIC}); both with F0 205 Hz",
          [synth(*BREATHY, seed=4), synth(*CLEAR, seed=8)], person(45, "woman")),
]


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{command}: status {done.returncode}: {done.stderr}")
    return done.stdout


def made_baseline(voice, tool, folder):
    """The baseline of three recordings on three days."""
    rows = ["file,session_id,recorded_at"]
    for day in (1, 2, 3):
        synth(*voice.baseline, seed=10 + day)(folder / f"day{day}.wav", tool)
        rows.append(f"day{day}.wav,day{day},2026-10-0{day}T10:00:00Z")
    (folder / "days.csv").write_text("\n".join(rows) + "\n")
    run(tool / "sagevoice", "baseline", "establish", "--quiet", "--profile", folder / "person.json", "--sessions",
        folder / "days.csv", "-o", folder / "base.json", *[folder / f"day{day}.wav" for day in (1, 2, 3)])
    return folder / "base.json"


def reports(voice, tool, folder, forms=("pdf",)):
    """The pages of a voice, one per form."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "person.json").write_text(json.dumps({"user_id": "example"} | voice.profile))
    files = [folder / f"{name}.wav" for name in (["vowel"] if len(voice.make) == 1 else ["before", "after"])]
    for make, file in zip(voice.make, files):
        make(file, tool)
    pages = [folder / f"page.{form}" for form in forms]
    if voice.task:
        return stored(voice, tool, folder, files[0], pages)
    options = ["--compare"] if len(files) == 2 else ["--profile", folder / "person.json"]
    if voice.baseline:
        options += ["--baseline", made_baseline(voice, tool, folder)]
    if voice.header:
        (folder / "header.json").write_text(json.dumps(voice.header))
        options += ["--header", folder / "header.json"]
    for page in pages:
        run(tool / "sagevoice", "report", "--quiet", "--language", "en", *options, "-o", page, *files)
    return pages


def stored(voice, tool, folder, file, pages):
    """The pages of a recording with a task, which only a store knows."""
    inbox, store = folder / "inbox", folder / "store"
    inbox.mkdir()
    shutil.copy(file, inbox / file.name)
    metadata = {"task": voice.task, "profile": {"user_id": "example"} | voice.profile}
    (inbox / file.with_suffix(".json").name).write_text(json.dumps(metadata))
    server = tool / "sagevoice-server"
    run(server, "store", "init", store)
    run(server, "watch", inbox, "--store", store, "--once")
    session = json.loads(run(server, "records", "list", "--store", store))["session_id"]
    for page in pages:
        run(server, "records", "report", session, "--store", store, "--language", "en", "-o", page)
    return pages


def picture(page, out):
    """The first sheet as PNG with few colours."""
    sheet = page.with_suffix("")
    run("pdftoppm", "-png", "-singlefile", "-scale-to-x", WIDTH, "-scale-to-y", -1, page, sheet)
    image = Image.open(f"{sheet}.png").convert("RGB")
    image.quantize(SHADES, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, optimize=True)


def article():
    parts = [f"## {voice.title}\n\nRecording: {voice.recording}.\n\n![First sheet of the report: {voice.title.lower()}]"
             f"(Images/gallery/{voice.name}.png)\n" for voice in VOICES]
    return ("# Gallery of reports\n\nThe first sheet of twelve [reports](Reports.md), as `sagevoice report` writes them. "
            "`Benchmarks/gallery.py` makes\nrecordings, pictures and this page. Recordings of people are from "
            "[Fixtures](../Fixtures/README.md); ages and devices on\nthe pages are their own, except where the text says "
            "otherwise.\n\n" + "\n".join(parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--built", type=pathlib.Path, default=".build/release", help="the folder of both programs")
    parser.add_argument("--only", default="", help="names of voices, separated by commas")
    parser.add_argument("--pages", type=pathlib.Path, help="folder for recordings, HTML and PDF")
    options = parser.parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    wanted = [voice for voice in VOICES if not options.only or voice.name in options.only.split(",")]
    with tempfile.TemporaryDirectory() as passing:
        for voice in wanted:
            folder = (options.pages or pathlib.Path(passing)) / voice.name
            shutil.rmtree(folder, ignore_errors=True)
            pages = reports(voice, options.built.resolve(), folder, ("html", "pdf") if options.pages else ("pdf",))
            picture(pages[-1], PICTURES / f"{voice.name}.png")
            print(voice.name, (PICTURES / f"{voice.name}.png").stat().st_size)
    PAGE.write_text(article())


if __name__ == "__main__":
    main()
