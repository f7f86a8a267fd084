#!/usr/bin/env python3
"""What pages are in a browser and on paper, and what they cost.

    pages.py [--tool T] [--chromium C] [--record]

Needs playwright (with the Chromium of the system), rsvg-convert and poppler's programs. Of recordings of every kind, in
both languages and both themes: a browser opens the page without an error and without asking for anything, and every
text on it has a contrast of 4.5 to 1 to what lies behind it. Of each PDF: how many sheets, whether every font is in it,
whether its text can be taken out. And the CPU of `report` beside that of `analyze` of a voice of 10 s, in turn; what
pages cost is a difference of two programs, so the smallest of many runs counts. Exits with 1 where a bar is missed.
"""
import argparse, json, re, resource, shutil, subprocess, sys, tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "watch"))
from trials import ROOT, write_record

VOICES = ["coswara_21_a", "svd_1931_a_n", "svd_1340_a_n", "svd_1084_a_n", "svd_1467_a_n", "figshare_HC_064F"]
OTHERS = ["malformed/all_zero.wav", "malformed/text.wav", "malformed/all_huge_float64.wav"]
PROFILE = {"user_id": "someone", "age": 40, "voice_reference": "masculine"}
HTML_SECONDS, PDF_SECONDS, RUNS, CONTRAST = 0.150, 1.0, 15, 4.5

# Every text node of a page with its colour and the first opaque ground behind it; of a drawing the rectangles that
# lie under the middle of the text.
TEXTS = """() => {
  const rgb = (text) => { const found = (text || '').match(/[\\d.]+/g); return found ? found.map(Number) : null };
  const ground = (element) => {
    for (; element; element = element.parentElement) {
      const colour = rgb(getComputedStyle(element).backgroundColor);
      if (colour && (colour.length < 4 || colour[3] > 0)) return colour.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll('h1,h2,p,li,dt,dd,th,td')) {
    if (element.textContent.trim()) found.push([element.textContent.trim().slice(0, 40),
      rgb(getComputedStyle(element).color).slice(0, 3), ground(element)]);
  }
  for (const svg of document.querySelectorAll('svg')) {
    const grounds = [...svg.querySelectorAll('rect')].filter((r) => r.getAttribute('fill') !== 'none');
    for (const text of svg.querySelectorAll('text')) {
      const box = text.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
      let under = [255, 255, 255];
      for (const rect of grounds) {
        const around = rect.getBoundingClientRect();
        if (around.left <= x && x <= around.right && around.top <= y && y <= around.bottom)
          under = rgb(getComputedStyle(rect).fill).slice(0, 3);
      }
      found.push([text.textContent.slice(0, 40), rgb(getComputedStyle(text).fill).slice(0, 3), under]);
    }
  }
  return found;
}"""


def contrast(first, second):
    """WCAG 2.2."""
    def luminance(colour):
        parts = [value / 255 for value in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def in_browser(pages, chromium):
    from playwright.sync_api import sync_playwright
    errors, asked, least, texts = [], [], (99.0, ""), 0
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        version = browser.version
        for page in pages:
            tab = browser.new_page(viewport={"width": 800, "height": 1200})
            tab.on("console", lambda message: errors.append(f"{page.name}: {message.text}"))
            tab.on("pageerror", lambda error: errors.append(f"{page.name}: {error}"))
            tab.on("request", lambda request: asked.append(request.url))
            tab.goto(page.as_uri())
            for text, ink, ground in tab.evaluate(TEXTS):
                texts += 1
                least = min(least, (contrast(ink, ground), f"{page.name}: {text}"))
            tab.close()
        browser.close()
    others = [url for url in asked if not url.startswith(("file:", "data:"))]
    return version, errors, others, len([url for url in asked if url.startswith("file:")]), least, texts


def output(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


def cpu(command):
    """Seconds of a command and of what it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=str(ROOT / ".build/release/sagevoice"))
    parser.add_argument("--chromium", default=shutil.which("chromium") or "chromium")
    parser.add_argument("--record", action="store_true", help="write what was found into Records")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="sagevoice-pages-"))
    profile = folder / "profile.json"
    profile.write_text(json.dumps(PROFILE))
    recordings = [ROOT / f"Fixtures/voices/{name}.wav" for name in VOICES] + [ROOT / "Fixtures" / name for name in OTHERS]

    pages, sheets, fonts, words = [], {}, 0, 0
    for recording in recordings:
        for language in ("en", "de"):
            for told in ([], ["--profile", profile]):
                common = [options.tool, "report", recording, "--quiet", "--language", language, *told]
                name = f"{recording.stem}-{language}{'-told' if told else ''}"
                for theme in ("light", "dark"):
                    pages.append(folder / f"{name}-{theme}.html")
                    subprocess.run([*common, "--theme", theme, "-o", pages[-1]])
                for paper in ("a4", "letter"):
                    file = folder / f"{name}-{paper}.pdf"
                    subprocess.run([*common, "--paper", paper, "-o", file])
                    count = int(re.search(r"Pages: +(\d+)", output("pdfinfo", file)).group(1))
                    sheets.setdefault(bool(told), []).append(count)
                    rows = output("pdffonts", file).splitlines()[2:]
                    fonts += not rows or any(not re.search(r" yes (yes|no) +(yes|no) ", row) for row in rows)
                    said = {"en": "This is a measurement, not a diagnosis.", "de": "Dies ist eine Messung, keine Diagnose."}
                    words += said[language] not in output("pdftotext", "-layout", file, "-")
    version, errors, others, opened, least, texts = in_browser(pages, options.chromium)

    voice = folder / "voice.wav"
    subprocess.run([options.tool, "synth", "--f0", "120", "--jitter", "0.5", "--shimmer", "3", "--hnr", "20",
                    "--seconds", "10", "--vowel", "a", "--seed", "1", voice], capture_output=True, check=True)
    commands = {"analyze": [options.tool, "analyze", "--jobs", "1", voice],
                "html": [options.tool, "report", "--jobs", "1", voice, "-o", folder / "voice.html"],
                "pdf": [options.tool, "report", "--jobs", "1", voice, "-o", folder / "voice.pdf"]}
    times = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, command in commands.items():
            times[name].append(cpu(command))
    best = {name: min(found) for name, found in times.items()}
    html, pdf = best["html"] - best["analyze"], best["pdf"] - best["analyze"]

    def kept(text, holds):
        return text if holds else f"{text} **broken**"
    found = [
        ("pages opened, in two languages and two themes", len(pages)),
        ("errors and messages of the console", kept(len(errors), not errors)),
        ("requests to anything but the page itself", kept(len(others), not others and opened == len(pages))),
        (f"least contrast of {texts} texts (4.5)", kept(f"{least[0]:.2f} ({least[1]})", least[0] >= CONTRAST)),
        ("sheets of a PDF without a profile (1)", kept(f"{min(sheets[False])} to {max(sheets[False])}", max(sheets[False]) == 1)),
        ("sheets of a PDF beside limits (1)", kept(f"{min(sheets[True])} to {max(sheets[True])}", max(sheets[True]) == 1)),
        ("PDFs with a font that is not in them", kept(fonts, fonts == 0)),
        ("PDFs whose text cannot be taken out", kept(words, words == 0)),
        ("CPU of `analyze` of a voice of 10 s", f"{1000 * best['analyze']:.0f} ms"),
        ("CPU of `report -o page.html` beside it (150 ms)", kept(f"{1000 * html:.0f} ms", html <= HTML_SECONDS)),
        ("CPU of `report -o page.pdf` beside it (1 s)", kept(f"{1000 * pdf:.0f} ms", pdf <= PDF_SECONDS)),
        ("bytes of that page, as HTML and as PDF",
         f"{(folder / 'voice.html').stat().st_size}, {(folder / 'voice.pdf').stat().st_size}"),
    ]
    for row in found:
        print(*row, sep=": ")
    for error in errors[:5]:
        print(error, file=sys.stderr)
    shutil.rmtree(folder)
    if options.record:
        rsvg = output("rsvg-convert", "--version").strip()
        write_record("in-a-browser-and-on-paper", "Pages in a browser and on paper",
                     f"`Benchmarks/pages.py`, Chromium {version}, {rsvg}: {len(recordings)} recordings, among them refused "
                     f"ones, one without a voice and one of which every measure is null. CPU: the smallest of {RUNS} runs of "
                     "each, in turn.", options.tool, ("What", "Found"), found, group="pages")
    sys.exit(1 if any("broken" in str(row[1]) for row in found) else 0)


if __name__ == "__main__":
    main()
