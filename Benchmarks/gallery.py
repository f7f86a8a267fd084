#!/usr/bin/env python3
"""The figures of the README and of VoiceReport's articles, made anew from Fixtures.

    gallery.py [--tool T]

Needs rsvg-convert and pdftoppm. A clear voice and a rough one: all six figures of each as SVG, and the page of the clear
one as a picture of its first sheet. They say the version that drew them.
"""
import argparse, json, shutil, subprocess, tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "Sources/VoiceReport/VoiceReport.docc/Resources"
VOICES = {"clear": "coswara_21_a.wav", "rough": "svd_1931_a_n.wav"}
FIGURES = ["overview", "spectrogram", "pitch", "cycles", "spectrum", "cepstrum"]
PROFILE = {"user_id": "example", "age": 26, "voice_reference": "masculine"}
PAGE_DPI = "90"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    options = parser.parse_args()
    TARGET.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="sagevoice-gallery-"))
    profile = folder / "profile.json"
    profile.write_text(json.dumps(PROFILE))
    for kind, name in VOICES.items():
        voice = ROOT / "Fixtures/voices" / name
        for figure in FIGURES:
            subprocess.run([options.tool, "plot", voice, "--figure", figure, "--language", "en",
                            "-o", TARGET / f"{kind}-{figure}.svg"], check=True)
    page = folder / "page.pdf"
    subprocess.run([options.tool, "report", ROOT / "Fixtures/voices" / VOICES["clear"], "--profile", profile,
                    "--language", "en", "-o", page], check=True)
    subprocess.run(["pdftoppm", "-png", "-r", PAGE_DPI, "-f", "1", "-l", "1", "-singlefile", page, TARGET / "page"], check=True)
    for file in sorted(TARGET.iterdir()):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
