"""The server under trial and people who use its page in Chromium: see CONTRIBUTING.md."""
import io, json, re, shutil, subprocess, sys, tempfile, time, urllib.request, wave
from pathlib import Path

import numpy

sys.path.append(str(Path(__file__).resolve().parents[2] / "Benchmarks/faults"))

from trial import Checks, clock_environment, free_port

CHROMIUM = shutil.which("chromium")
# Minimum correlation of a recording with its source segment; lower if samples are missing.
MIN_CORRELATION = 0.9999
FLAGS = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]


def hold_first(page, pattern):
    """Withholds the response to the first matching request. Returns a list that receives this request."""
    held = []
    def hold(route):
        if held:
            route.continue_()
        else:
            held.append(route)
    page.route(pattern, hold)
    return held


class Trial(Checks):
    """A server with an empty store, and the checks of all trials."""

    def __init__(self, options):
        super().__init__("setup")
        self.options = options
        self.folder = Path(tempfile.mkdtemp(prefix="sagevoice-browser-"))
        self.store, self.state = self.folder / "store", self.folder / "store.server"
        # The PostgreSQL of --database; None for a folder store.
        self.database = None
        self.catalogues = {}
        # Of the current trial.
        self.people, self.microphones, self.browsers = [], [], []
        self.process = None
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.pictures = Path(options.screenshots) if options.screenshots else None
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)

    def vowel(self, name, **more):
        path = self.folder / f"{name}.wav"
        options = {"f0": 168, "jitter": 0.6, "shimmer": 2.5, "hnr": 24, "seconds": 60, "seed": 7,
                   "sample-rate": 44100} | more
        words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
        subprocess.run([self.options.tool, "synth", *words, "--vowel", "a", path], check=True)
        return path

    def start(self, days=0):
        """Starts the server with a clock that is `days` days ahead."""
        place = ["--store", self.store, "--create"]
        if self.database:
            place = ["--database", self.database.url("page"), "--tenant", "clinic", "--create", "--state", self.state]
        self.process = subprocess.Popen(
            [self.options.server, "serve", *place, "--bind", f"127.0.0.1:{self.port}"],
            stderr=(self.folder / "log").open("a"), env=clock_environment(self.folder, days))
        for _ in range(200):
            try:
                with urllib.request.urlopen(self.address + "/readyz"):
                    return
            except OSError:
                time.sleep(0.05)
        raise SystemExit((self.folder / "log").read_text())

    def sessions(self):
        """The ids of the stored sessions; with a database, guests have a separate store."""
        folder = (self.state / "guests" if self.database else self.store) / "sessions"
        names = [entry.name for entry in folder.iterdir()] if folder.exists() else []
        if self.database:
            names += [row[0] for row in self.database.rows("select id from sagevoice.kept_session")]
        return names

    def start_if_stopped(self):
        """Starts the server if a failed trial left it stopped."""
        if self.process.poll() is not None:
            self.start()

    def restart_empty(self):
        """Restarts the server with an empty folder store."""
        self.process.terminate()
        self.process.wait(timeout=30)
        for folder in (self.store, self.state):
            shutil.rmtree(folder, ignore_errors=True)
        self.start()

    def has_dropped_audio(self):
        """Whether an uploaded recording is not a contiguous segment of the file of the fake microphone. On a slow machine
        Chromium drops audio before the page receives it."""
        played = [samples(str(path)) for path in self.microphones]
        for sent in (sent for person in self.people for sent, _ in person.uploads if sent):
            rate, recording = samples(io.BytesIO(sent))
            if not any(rate == own and matches(recording, source_segment(recording, source, rate)) for own, source in played):
                return True
        return False

    def text(self, language, key, *values):
        """A text of the catalogue of the page."""
        if language not in self.catalogues:
            with urllib.request.urlopen(f"{self.address}/texts/{language}") as answer:
                self.catalogues[language] = json.load(answer)
        return re.sub(r"\{(\d)\}", lambda place: str(values[int(place[1]) - 1]), self.catalogues[language][key])

    def write(self, name, samples, rate=44100):
        """Writes samples in -1 … 1 as a file for the fake microphone."""
        path = self.folder / f"{name}.wav"
        with wave.open(str(path), "wb") as file:
            file.setparams((1, 2, rate, 0, "NONE", ""))
            file.writeframes((numpy.clip(numpy.round(samples * 32767), -32768, 32767)).astype("<i2").tobytes())
        return path

    def stop(self):
        self.process.terminate()
        status = self.process.wait(timeout=30)
        self.equal("exit status of the server after SIGTERM", status, 0)

    def browser(self, playwright, microphone=None, *more):
        flags = FLAGS + list(more)
        if microphone:
            self.microphones.append(microphone)
            flags += ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                      f"--use-file-for-fake-audio-capture={microphone}"]
        self.browsers.append(playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=flags))
        return self.browsers[-1]


class Person:
    """A person who uses the page. Records console errors and uploads."""

    def __init__(self, trial, browser, **more):
        self.trial = trial
        self.language = more.get("locale", "en-US")[:2]
        self.context = browser.new_context(**{"locale": "en-US", "viewport": {"width": 1024, "height": 900}} | more)
        self.errors, self.uploads = [], []
        trial.people.append(self)
        self.open_page()

    def open_page(self):
        """Opens another tab and makes it the current one."""
        self.page = self.context.new_page()
        self.page.set_default_timeout(20000)
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self.remember)
        return self.page

    def remember(self, request):
        if request.url.endswith("/v1/me/recordings"):
            self.uploads.append((request.post_data_buffer, request.headers))

    def check_console(self, label="", expected=()):
        """No console errors except 401, 422 and those with an expected text."""
        # Requests without a sign-in (401) and invalid forms (422) are part of the trials.
        unexpected = [text for text in self.errors if not any(code in text for code in ("401", "422", *expected))]
        self.trial.equal("unexpected console errors" + label, unexpected, [])

    def heading(self, text, seconds=30):
        self.page.get_by_role("heading", level=1, name=text).wait_for(timeout=1000 * seconds)

    def press(self, text):
        self.page.get_by_role("button", name=text, exact=True).click()

    def picture(self, name):
        if self.trial.pictures:
            self.page.screenshot(path=self.trial.pictures / f"{name}.png", full_page=True)

    def pictures(self, name):
        """Screenshots of the step: light in 1024 px and dark in 320 px."""
        self.picture(name)
        if not self.trial.pictures:
            return
        self.page.set_viewport_size({"width": 320, "height": 700})
        self.page.emulate_media(color_scheme="dark")
        width = self.page.evaluate("document.documentElement.scrollWidth")
        self.trial.at_most(f"scroll width of {name} in a window of 320 px", width, 320)
        self.picture(name + "-narrow-dark")
        self.page.set_viewport_size({"width": 1024, "height": 900})
        self.page.emulate_media(color_scheme="light")

    def axe(self, name):
        try:
            from axe_playwright_python.sync_playwright import Axe
        except ImportError:
            return
        found = Axe().run(self.page).response["violations"]
        serious = [f"{entry['id']} ({entry['impact']})" for entry in found if entry["impact"] in ("serious", "critical")]
        self.trial.equal(f"serious or critical axe violations of the step {name}", serious, [])

    def journey(self):
        return self.page.evaluate("fetch('/v1/me/journey').then((answer) => answer.json())")

    def t(self, key, *values):
        return self.trial.text(self.language, key, *values)

    def at(self, key, *values, seconds=30):
        self.heading(self.t(key, *values), seconds)

    def push(self, key):
        self.press(self.t(key))

    def reload_at(self, key, *values):
        """Reloads the page and waits for the same heading."""
        self.page.reload()
        self.at(key, *values)

    def to_first_vowel(self, pictures=False, begin=None):
        """Onboards to the first vowel, as a guest or with the sign-up `begin`."""
        show = self.pictures if pictures else lambda name: None
        self.page.goto(self.trial.address)
        self.at("title")
        show("01-sign-up")
        if pictures:
            self.axe("sign-up")
        if begin:
            begin(self)
            self.at("explainer_heading")
            self.axe("explainer")
            self.reload_at("explainer_heading")
            self.push("go_on")
        else:
            self.push("signup_guest")
        self.at("consent_heading")
        if pictures:
            self.reload_at("consent_heading")
            self.trial.equal("optional purposes ticked", self.page.locator("main input:checked").count(), 0)
            self.axe("consent")
        show("03-consent")
        self.push("consent_sign")
        self.at("form_heading")
        if pictures:
            self.reload_at("form_heading")
            self.page.get_by_label(self.t("form_age")).fill("7")
            self.push("form_send")
            self.page.locator('.field:has([name="age"]) .fault').filter(has_text=re.compile(self.t("form_young"), re.I)).wait_for()
            focused = self.page.evaluate("document.activeElement.name")
            self.trial.equal("focused element after an invalid age", focused, "age")
            show("04-form-faults")
            self.axe("form")
        self.page.get_by_label(self.t("form_age")).fill("34")
        self.page.get_by_label(self.t("form_gender"), exact=True).select_option("woman")
        self.page.get_by_label(self.t("form_sex")).select_option("female")
        self.push("form_send")
        self.at("vowel_heading", 1, 3)

    def open_microphone(self):
        self.push("microphone_allow")
        self.page.get_by_text(self.t("room_listening")).first.wait_for()
        buttons = self.page.locator("main button:not(.idle button)").get_by_text(self.t("record_start"), exact=True)
        self.trial.equal("record buttons during the measurement of background noise", buttons.count(), 0)
        self.page.get_by_role("button", name=self.t("record_start"), exact=True).wait_for()

    def open_microphone_again(self):
        """Waits for the record button. The microphone is still open and the background noise measured."""
        self.page.get_by_role("button", name=self.t("record_start"), exact=True).wait_for()

    def recording(self, session):
        """The stored bytes of an archived session."""
        own = f"{self.trial.address}/v1/me/sessions/{session}"
        # The event stream of a session ends after its last step, archiving.
        self.context.request.get(f"{own}/updates")
        return self.context.request.get(f"{own}/recording").body()

    def document(self, session, name):
        return self.context.request.get(f"{self.trial.address}/v1/me/sessions/{session}/documents/{name}").json()

    def record(self, seconds=None, phone=None):
        """Records for some seconds or to the end. Returns the message about the recording."""
        self.push("record_start")
        if seconds:
            end = self.page.get_by_role("button", name=self.t("record_end"))
            self.page.wait_for_timeout(1000 * (3 + seconds))
            if phone:
                self.fits_phone(phone)
            end.click()
        self.page.locator("#keep").wait_for(timeout=30000)
        heading = self.page.locator("h2", has_text=self.t("take_heading"))
        return heading.locator("xpath=following-sibling::p[1]").inner_text()

    def sign_out_as_guest(self):
        """Signs out after the confirmation for guests, and cancels once before."""
        self.open_menu()
        self.push("sign_out")
        self.page.locator("#own-data .wrong", has_text=self.t("sign_out_sure")).wait_for()
        self.push("cancel")
        self.push("sign_out")
        self.page.locator("#own-data .wrong").wait_for()
        self.push("sign_out")

    def open_menu(self):
        self.page.locator("#menu > summary").click()
        self.page.locator("#own-data").get_by_role("button", name=self.t("erase_data")).wait_for()

    def open_menu_with_keys(self):
        """Opens the menu, closes it with a click elsewhere, and with Escape, and opens it with the keyboard."""
        menu = self.page.locator("#own-data")
        self.open_menu()
        self.page.locator("footer").click()
        menu.wait_for(state="hidden")
        self.open_menu()
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Escape")
        menu.wait_for(state="hidden")
        menu.locator("button").first.wait_for(state="detached")
        self.page.keyboard.press("Enter")
        menu.get_by_role("button", name=self.t("erase_data")).wait_for()
        self.page.keyboard.press("Tab")
        inside = menu.evaluate("menu => menu.contains(document.activeElement)")
        self.trial.equal("focus in the menu after Enter and Tab", inside, True)

    def fits_phone(self, name):
        """The step fits a phone in portrait without scrolling, with the button at its end."""
        size = self.page.viewport_size
        self.page.set_viewport_size({"width": 390, "height": 700})
        for axis, most in (("Width", 390), ("Height", 700)):
            length = self.page.evaluate(f"document.documentElement.scroll{axis}")
            self.trial.at_most(f"scroll {axis.lower()} of {name} on a phone of 390 × 700 px", length, most)
        self.picture(f"{name}-phone")
        self.page.set_viewport_size(size)

    def warnings(self):
        """The warnings on the page."""
        return " ".join(self.page.locator("main .wrong").all_inner_texts()).replace("\n", " ")

    def pending_uploads(self):
        """The number of recordings that the browser stores for a later upload."""
        return self.page.evaluate("""new Promise((done, failed) => {
          const request = indexedDB.open("sagevoice", 1);
          request.onerror = () => failed(request.error);
          request.onsuccess = () => {
            const count = request.result.transaction("takes").objectStore("takes").count();
            count.onsuccess = () => { request.result.close(); done(count.result); };
          };
        })""")


def source_segment(recording, source, rate):
    """The segment of the looped `source` with the best cross-correlation with a recording."""
    piece = recording[rate : 4 * rate]
    looped = numpy.concatenate([source, source[: len(recording) + rate]])
    size = 1 << (len(looped) + len(piece)).bit_length()
    match = numpy.fft.irfft(numpy.fft.rfft(looped, size) * numpy.conj(numpy.fft.rfft(piece, size)), size)
    start = (int(numpy.argmax(match[: len(source)])) - rate) % len(source)
    return looped[start : start + len(recording)]


def correlation(recording, segment):
    return numpy.corrcoef(recording[: len(segment)], segment)[0, 1]


def matches(recording, segment):
    """Whether a recording is its source segment without gaps."""
    return correlation(recording, segment) > MIN_CORRELATION


def samples(data):
    """Sample rate and samples of a mono WAV file of 16 or 24 bits."""
    with wave.open(data) as file:
        assert file.getnchannels() == 1
        raw, width, rate = file.readframes(file.getnframes()), file.getsampwidth(), file.getframerate()
    if width == 2:
        return rate, numpy.frombuffer(raw, "<i2") / 32768
    octets = numpy.frombuffer(raw, numpy.uint8).reshape(-1, 3).astype(numpy.int32)
    value = octets[:, 0] | octets[:, 1] << 8 | octets[:, 2] << 16
    return rate, (value - ((value & 0x800000) << 1)) / 8388608
