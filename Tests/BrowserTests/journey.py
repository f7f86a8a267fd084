#!/usr/bin/env python3
"""The onboarding page in Chromium, with a fake microphone: see README.md beside this file."""
import argparse, hashlib, json, re, shutil, socket, subprocess, sys, tempfile, time, urllib.request, wave
from pathlib import Path

import numpy
from playwright.sync_api import sync_playwright

CHROMIUM = shutil.which("chromium")
FLAGS = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]
# Of the same stretch, measured in the take and in the file it was played from: 16 bits against 24, and a gain of
# 0.9999 in between.
JITTER_TOLERANCE = 0.02


class Trial:
    def __init__(self, options):
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix="sagevoice-browser-"))
        self.store = self.folder / "store"
        self.broken, self.kept, self.people = [], 0, []
        self.process = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.pictures = Path(options.screenshots) if options.screenshots else None
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)

    def expect(self, what, found, is_kept):
        print(f"{'  ' if is_kept else 'X '}{what}: {found}", flush=True)
        self.kept += is_kept
        if not is_kept:
            self.broken.append(what)

    def vowel(self, name, **more):
        path = self.folder / f"{name}.wav"
        options = {"f0": 168, "jitter": 0.6, "shimmer": 2.5, "hnr": 24, "seconds": 60, "seed": 7,
                   "sample-rate": 44100} | more
        words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
        subprocess.run([self.options.tool, "synth", *words, "--vowel", "a", path], check=True)
        return path

    def start(self):
        self.process = subprocess.Popen(
            [self.options.server, "serve", "--store", self.store, "--bind", f"127.0.0.1:{self.port}"],
            stderr=(self.folder / "log").open("a"))
        for _ in range(200):
            try:
                with urllib.request.urlopen(self.address + "/readyz"):
                    return
            except OSError:
                time.sleep(0.05)
        raise SystemExit((self.folder / "log").read_text())

    def stop(self):
        self.process.terminate()
        status = self.process.wait(timeout=30)
        self.expect("status of the server that was ended", status, status == 0)

    def browser(self, playwright, microphone=None, *more):
        flags = FLAGS + list(more)
        if microphone:
            flags += ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                      f"--use-file-for-fake-audio-capture={microphone}"]
        return playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=flags)


class Person:
    """Somebody at a page; what the browser logs as an error is remembered."""

    def __init__(self, trial, browser, **more):
        self.trial = trial
        self.context = browser.new_context(**{"locale": "en-US", "viewport": {"width": 1024, "height": 900}} | more)
        self.page = self.context.new_page()
        self.errors, self.takes = [], []
        trial.people.append(self)
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self.remember)

    def remember(self, request):
        if request.url.endswith("/v1/me/recordings"):
            self.takes.append((request.post_data_buffer, request.headers))

    def unexpected(self):
        # A page that asks where nobody is signed in is told so, and so is a form with faults.
        return [text for text in self.errors if "401" not in text and "422" not in text]

    def heading(self, text, seconds=30):
        self.page.get_by_role("heading", level=1, name=text).wait_for(timeout=1000 * seconds)

    def press(self, text):
        self.page.get_by_role("button", name=text, exact=True).click()

    def picture(self, name):
        if self.trial.pictures:
            self.page.screenshot(path=self.trial.pictures / f"{name}.png", full_page=True)

    def pictures(self, name):
        """The step as it is, and narrow, dark and in German."""
        self.picture(name)
        if not self.trial.pictures:
            return
        self.page.set_viewport_size({"width": 320, "height": 700})
        self.page.emulate_media(color_scheme="dark")
        width = self.page.evaluate("document.documentElement.scrollWidth")
        self.trial.expect(f"width of {name} in a window of 320", width, width <= 320)
        self.picture(name + "-narrow-dark")
        self.page.set_viewport_size({"width": 1024, "height": 900})
        self.page.emulate_media(color_scheme="light")

    def axe(self, name):
        try:
            from axe_playwright_python.sync_playwright import Axe
        except ImportError:
            return
        found = Axe().run(self.page).response["violations"]
        grave = [f"{entry['id']} ({entry['impact']})" for entry in found
                 if entry["impact"] in ("serious", "critical")]
        self.trial.expect(f"axe at {name}", grave or "nothing serious", not grave)

    def journey(self):
        return self.page.evaluate("fetch('/v1/me/journey').then((answer) => answer.json())")

    def to_first_vowel(self, pictures=False):
        show = self.pictures if pictures else lambda name: None
        self.page.goto(self.trial.address)
        self.heading("Your voice, measured")
        show("1-sign-up")
        self.press("Begin without an account")
        self.heading("What happens")
        show("2-explainer")
        if pictures:
            self.axe("explainer")
            self.page.reload()
            self.heading("What happens")
        self.press("Continue")
        self.heading("What you agree to")
        sign = self.page.get_by_role("button", name="I agree to what is ticked")
        if pictures:
            self.trial.expect("agreeing before anything is ticked", sign.is_disabled(), sign.is_disabled())
            self.axe("consent")
        self.page.get_by_label("My recordings are measured").check()
        self.page.get_by_label("Recordings and results are kept").check()
        show("3-consent")
        sign.click()
        self.heading("About you")
        if pictures:
            self.page.reload()
            self.heading("About you")
            self.page.get_by_label("Age in years").fill("7")
            self.press("Save and continue")
            self.page.locator("#fault-age").filter(has_text="13 to 120").wait_for()
            focused = self.page.evaluate("document.activeElement.id")
            self.trial.expect("field at fault that has the focus", focused, focused == "field-age")
            show("4-form-faults")
            self.axe("form")
        self.page.get_by_label("Age in years").fill("34")
        self.page.get_by_label("Gender", exact=True).select_option("woman")
        self.page.get_by_label("Sex recorded at birth").select_option("female")
        self.press("Save and continue")
        self.heading("Vowel 1 of 3")

    def open_microphone(self):
        self.press("Use the microphone")
        self.press("Listen to the room")
        self.page.get_by_role("button", name="Record", exact=True).wait_for()

    def record(self, seconds=None):
        """Records to the end, or ends after so many seconds; gives back what the page says of the take."""
        self.press("Record")
        if seconds:
            end = self.page.get_by_role("button", name="End the recording")
            self.page.wait_for_timeout(1000 * (3 + seconds))
            end.click()
        self.page.locator("#keep").wait_for(timeout=30000)
        return self.page.locator("h2", has_text="Your recording").locator("xpath=following-sibling::p[1]").inner_text()


def samples(data):
    """Rate and samples of a mono WAV in 16 or 24 bits."""
    with wave.open(data) as file:
        assert file.getnchannels() == 1
        raw, width, rate = file.readframes(file.getnframes()), file.getsampwidth(), file.getframerate()
    if width == 2:
        return rate, numpy.frombuffer(raw, "<i2") / 32768
    octets = numpy.frombuffer(raw, numpy.uint8).reshape(-1, 3).astype(numpy.int32)
    value = octets[:, 0] | octets[:, 1] << 8 | octets[:, 2] << 16
    return rate, (value - ((value & 0x800000) << 1)) / 8388608


def check_take(trial, person, source):
    """What the page sent is what the store has, and is the sound of the file."""
    sent, headers = person.takes[0]
    digest = hashlib.sha256(sent).hexdigest()
    session = person.journey()["attempts"][0]["session_id"]
    # The stream of a recording ends with the work on it; what was sent is put away last.
    person.context.request.get(f"{trial.address}/v1/me/sessions/{session}/updates")
    stored = person.context.request.get(f"{trial.address}/v1/me/sessions/{session}/recording").body()
    trial.expect("SHA-256 of what was sent and of what is stored", digest[:16],
                 hashlib.sha256(stored).hexdigest() == digest)
    answers = person.context.request.get(
        f"{trial.address}/v1/me/sessions/{session}/documents/answers").json()["given"]
    capture = answers["capture"]
    asked = [capture["asked"][name] for name in ("echoCancellation", "noiseSuppression", "autoGainControl")]
    granted = [capture["granted"][name] for name in ("echoCancellation", "noiseSuppression", "autoGainControl")]
    trial.expect("processing that was asked off and is", granted, asked == granted == [False] * 3)
    trial.expect("frames that were dropped", capture["dropped_frames"], capture["dropped_frames"] == 0)
    path = trial.folder / "take.wav"
    path.write_bytes(sent)
    rate, take = samples(str(path))
    trial.expect("rate of the take and of the context", rate, rate == capture["context_rate_hz"])
    trial.expect("frames in the file and counted", len(take), len(take) == capture["frames"])
    trial.expect("seconds of the take", len(take) / rate, 9.9 <= len(take) / rate <= 10.5)
    source_rate, whole = samples(str(source))
    if source_rate != rate:
        trial.expect("rate of the file and of the take", (source_rate, rate), False)
        return
    # Where in the file, which is played again and again, the take begins.
    piece = take[rate : 4 * rate]
    looped = numpy.concatenate([whole, whole[: len(take) + rate]])
    size = 1 << (len(looped) + len(piece)).bit_length()
    match = numpy.fft.irfft(numpy.fft.rfft(looped, size) * numpy.conj(numpy.fft.rfft(piece, size)), size)
    start = (int(numpy.argmax(match[: len(whole)])) - rate) % len(whole)
    stretch = looped[start : start + len(take)]
    own = numpy.corrcoef(take[: len(stretch)], stretch)[0, 1]
    trial.expect("correlation of the take with the file", round(own, 7), own > 0.9999)
    cut = trial.folder / "cut.wav"
    with wave.open(str(cut), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes((numpy.round(stretch * 32768)).astype("<i2").tobytes())
    def jitter(file):
        said = subprocess.run([trial.options.tool, "analyze", "--quiet", file], capture_output=True, text=True)
        return json.loads(said.stdout)["biomarkers"]["jitter"]["local_percent"]
    computed = person.context.request.get(
        f"{trial.address}/v1/me/sessions/{session}/documents/computed").json()
    measured, known = computed["biomarkers"]["jitter"]["local_percent"], jitter(cut)
    trial.expect("jitter of the take and of the same stretch of the file", (measured, known),
                 abs(measured / known - 1) <= JITTER_TOLERANCE)


def whole_journey(trial, playwright):
    source = trial.vowel("vowel")
    browser = trial.browser(playwright, source)
    person = Person(trial, browser)
    page = person.page
    person.to_first_vowel(pictures=True)
    person.pictures("5-microphone")
    person.axe("microphone")
    person.press("Use the microphone")
    page.get_by_role("button", name="Listen to the room").wait_for()
    # What was open is gone with the page, and is asked for again.
    page.reload()
    person.heading("Vowel 1 of 3")
    person.open_microphone()
    person.pictures("6-ready")
    person.axe("ready")
    raw = page.get_by_text("leaves the sound as it is").count()
    trial.expect("the page says that the sound is left as it is", raw, raw == 1)
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_timeout(5500)
    person.picture("7-recording")
    page.locator("#keep").wait_for(timeout=30000)
    person.pictures("8-take")
    person.axe("take")
    person.press("Keep and send")
    person.heading("Vowel 2 of 3")
    check_take(trial, person, source)

    said = person.record(4)
    trial.expect("what the page says of a take of about 4 s", said, bool(re.match(r"[45]\.\d s", said)))
    # The server is away while the take is sent.
    trial.stop()
    person.press("Keep and send")
    page.get_by_text("Waiting to send").wait_for()
    person.picture("9-waiting")
    trial.start()
    person.heading("Vowel 3 of 3")
    person.record(4)
    person.press("Keep and send")
    person.heading("Read aloud")
    person.pictures("10-reading")
    person.record(6)
    person.press("Keep and send")
    person.heading("What is usual for your voice", 60)
    page.locator("#recordings").wait_for()
    person.pictures("11-baseline")
    person.axe("baseline")
    rows = page.locator("#baseline tbody tr").count()
    trial.expect("measures in the baseline", rows, rows >= 4)
    journey = person.journey()
    trial.expect("the journey", (journey["step"], journey["phase"]), journey["phase"] == "baseline_held")
    trial.expect("recordings in the list", page.locator("#recordings tbody tr").count(),
                 page.locator("#recordings tbody tr").count() == 4)
    with person.context.expect_page() as opened:
        page.locator("#recordings a").last.click()
    report = opened.value
    report.wait_for_load_state()
    trial.expect("figures in the report", report.locator("svg").count(), report.locator("svg").count() >= 5)
    if trial.pictures:
        report.screenshot(path=trial.pictures / "12-report.png", full_page=True)
    report.close()
    page.get_by_role("button", name="Deutsch").click()
    person.heading("Was für Ihre Stimme üblich ist")
    person.pictures("13-german")
    page.get_by_role("button", name="English").click()
    person.heading("What is usual for your voice")
    with page.expect_download() as download:
        page.get_by_role("link", name="Take a copy").click()
    size = Path(download.value.path()).stat().st_size
    trial.expect("bytes of the copy", size, size > 1_000_000)
    # A second tab sees the same, and what one does the other is told.
    second = person.context.new_page()
    second.goto(trial.address)
    second.get_by_role("heading", level=1, name="What is usual for your voice").wait_for()
    second.close()
    person.press("Delete everything")
    person.picture("14-delete")
    person.press("Delete everything")
    # It waits for what is still being worked on, which a build without optimisation does slowly.
    person.heading("Your voice, measured", 180)
    left = [entry.name for entry in (trial.store / "sessions").iterdir()] if (trial.store / "sessions").exists() else []
    trial.expect("sessions after deleting", left, not left)
    # Sending to a server that is away is an error of the network, and no other.
    rest = [text for text in person.unexpected() if "ERR_CONNECTION_REFUSED" not in text
            and "ERR_INCOMPLETE_CHUNKED" not in text and "503" not in text]
    trial.expect("errors in the console", rest, not rest)
    browser.close()


def refused_recording(trial, playwright):
    """Noise without a voice is no vowel; the journey says what to do, and takes another attempt."""
    noise = trial.folder / "noise.wav"
    random = numpy.random.default_rng(1)
    with wave.open(str(noise), "wb") as file:
        file.setparams((1, 2, 48000, 0, "NONE", ""))
        file.writeframes((random.normal(0, 300, 48000 * 20)).astype("<i2").tobytes())
    browser = trial.browser(playwright, noise)
    person = Person(trial, browser)
    person.to_first_vowel()
    person.open_microphone()
    person.record(4)
    person.press("Keep and send")
    person.heading("This recording cannot be used")
    person.pictures("20-refused")
    person.axe("refused")
    advice = person.page.locator("main .wrong").inner_text()
    trial.expect("advice for a recording without a voice", advice.replace("\n", " ")[:120], "What to do" in advice)
    person.page.reload()
    person.heading("This recording cannot be used")
    person.press("Record again")
    person.heading("Vowel 1 of 3")
    trial.expect("attempt", person.journey()["request"]["attempt"], person.journey()["request"]["attempt"] == 2)
    trial.expect("errors in the console", person.unexpected(), not person.unexpected())
    browser.close()


def denied(trial, playwright):
    browser = trial.browser(playwright, None, "--use-fake-device-for-media-stream")
    person = Person(trial, browser, permissions=[])
    person.to_first_vowel()
    person.press("Use the microphone")
    person.page.locator("main .wrong").wait_for()
    phase = person.journey()["phase"]
    person.picture("21-denied")
    trial.expect("phase where the microphone is denied", phase, phase in ("microphone_denied", "microphone_unknown"))
    browser.close()
    browser = trial.browser(playwright)
    person = Person(trial, browser, permissions=["microphone"])
    person.to_first_vowel()
    person.press("Use the microphone")
    said = person.page.locator("main .wrong").inner_text()
    person.picture("22-missing")
    trial.expect("what is said where there is no microphone", said[:60], "No microphone was found" in said)
    browser.close()


def consent_declined(trial, playwright):
    browser = trial.browser(playwright)
    person = Person(trial, browser)
    person.page.goto(trial.address)
    person.press("Begin without an account")
    person.press("Continue")
    person.press("I do not agree")
    person.heading("Your voice, measured")
    said = person.page.get_by_text("Nothing is kept of you").count()
    trial.expect("what is said to who does not agree", said, said >= 1)
    browser.close()


TRIALS = [whole_journey, refused_recording, denied, consent_declined]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True, help="the built sagevoice-server")
    parser.add_argument("--tool", required=True, help="the built sagevoice")
    parser.add_argument("--screenshots", help="a folder for pictures of every step")
    parser.add_argument("--only", choices=[trial.__name__ for trial in TRIALS], action="append")
    options = parser.parse_args()
    trial = Trial(options)
    trial.start()
    try:
        with sync_playwright() as playwright:
            for part in TRIALS:
                if options.only and part.__name__ not in options.only:
                    continue
                print(part.__name__, flush=True)
                try:
                    part(trial, playwright)
                except Exception as fault:
                    person = trial.people[-1]
                    person.picture("failure")
                    print(person.page.locator("body").inner_text(), person.errors, sep="\n", flush=True)
                    trial.expect(f"{part.__name__} to its end", str(fault).splitlines()[0], False)
    finally:
        trial.stop()
        log = (trial.folder / "log").read_text()
        shutil.rmtree(trial.folder)
    faults = [line for line in log.splitlines() if " error " in line]
    trial.expect("errors in the server's log", faults, not faults)
    print(f"{trial.kept} passed, {len(trial.broken)} failed")
    return 1 if trial.broken else 0


if __name__ == "__main__":
    sys.exit(main())
