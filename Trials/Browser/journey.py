#!/usr/bin/env python3
"""The onboarding page in Chromium, with a fake microphone: see CONTRIBUTING.md."""
import argparse, hashlib, json, re, shutil, subprocess, sys, wave
from pathlib import Path

import numpy
from playwright.sync_api import sync_playwright

import accounts, coming_back, database, voices, waiting
from support import Person, Trial, matches, samples, stretch_of

# Of the same stretch, measured in the take and in the file it was played from: 16 bits against 24, and a gain of
# 0.9999 in between.
JITTER_TOLERANCE = 0.02


def check_take(trial, person, source):
    """The sent bytes are the stored bytes and have the sound of the file."""
    sent, headers = person.takes[0]
    digest = hashlib.sha256(sent).hexdigest()
    session = person.journey()["attempts"][0]["session_id"]
    stored = person.recording(session)
    trial.expect("SHA-256 of the sent and the stored bytes", digest[:16],
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
    stretch = stretch_of(take, whole, rate)
    own = numpy.corrcoef(take[: len(stretch)], stretch)[0, 1]
    trial.expect("correlation of the take with the file", round(own, 7), matches(take, stretch))
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


def reload_while_made(trial, person):
    """The page is loaded anew while the baseline is made, and goes on by itself once it is there.

    The server may be done before the page asks: so the first answer says what it would have said a moment before,
    and the next one waits until that was seen.
    """
    making = person.journey() | {"step": "final_step", "phase": "making"}
    # The former page still sends requests; only those of the new page are answered here.
    person.page.goto("about:blank")
    asked = []

    def hold(route):
        asked.append(route)
        if len(asked) == 1:
            route.fulfill(json=making)

    person.page.route("**/v1/me/journey", hold)
    person.page.goto(trial.address)
    person.at("final_heading")
    for _ in range(50):
        if len(asked) > 1:
            break
        person.page.wait_for_timeout(100)
    person.picture("10-making")
    for route in asked[1:]:
        route.continue_()
    person.page.unroute("**/v1/me/journey")
    trial.expect("the page asked again by itself", len(asked) > 1, len(asked) > 1)
    person.at("baseline_heading", seconds=60)


def whole_journey(trial, playwright):
    source = trial.vowel("vowel")
    browser = trial.browser(playwright, source)
    person = Person(trial, browser)
    page = person.page
    person.to_first_vowel(pictures=True)
    person.pictures("05-microphone")
    person.axe("microphone")
    person.press("Use the microphone")
    page.get_by_role("button", name="Measure background noise").wait_for()
    # The microphone closes with the page and is requested again.
    page.reload()
    person.heading("Vowel 1 of 3")
    person.open_microphone()
    person.pictures("06-ready")
    person.axe("ready")
    raw = page.get_by_text("audio processing off").count()
    trial.expect("the page says that audio processing is off", raw, raw == 1)
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_timeout(5500)
    person.picture("07-recording")
    page.locator("#keep").wait_for(timeout=30000)
    person.pictures("08-take")
    person.axe("take")
    person.press("Use this recording")
    person.heading("Vowel 2 of 3")
    check_take(trial, person, source)

    # A take that was not kept is gone with the page; the step is still there.
    person.record(3.2)
    person.reload_at("vowel_heading", 2, 3)
    person.open_microphone()
    said = person.record(4)
    trial.expect("the message about a recording of about 4 s", said, bool(re.match(r"[45]\.\d s", said)))
    # The server is away while the take is sent.
    trial.stop()
    person.press("Use this recording")
    page.locator("#waiting:not([hidden])").wait_for()
    person.picture("09-waiting")
    trial.start()
    person.heading("Vowel 3 of 3")
    person.record(4)
    person.press("Use this recording")
    person.heading("Read aloud")
    person.pictures("10-reading")
    person.axe("reading")
    person.reload_at("reading_heading")
    person.open_microphone()
    person.record(6)
    with page.expect_response(lambda answer: answer.url.endswith("/v1/me/recordings")):
        person.press("Use this recording")
    reload_while_made(trial, person)
    person.reload_at("baseline_heading")
    page.locator("#recordings").wait_for()
    person.pictures("11-baseline")
    person.axe("baseline")
    names = page.locator("#baseline tbody th").all_inner_texts()
    trial.expect("names in the baseline", names, not [name for name in names if "." in name or "_" in name])
    rows = len(names)
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
    report.set_viewport_size({"width": 320, "height": 700})
    width = report.evaluate("document.documentElement.scrollWidth")
    trial.expect("width of the report in a window of 320", width, width <= 320)
    for paper in ("A4", "Letter"):
        sheets = len(re.findall(rb"/Type /Page\b", report.pdf(format=paper)))
        trial.expect(f"printed sheets of the report on {paper}", sheets, 0 < sheets <= 2)
    report.close()
    page.get_by_role("button", name="Deutsch").click()
    person.heading("Ihre persönlichen Ausgangswerte")
    person.language = "de"
    person.pictures("13-german")
    person.language = "en"
    page.get_by_role("button", name="English").click()
    person.heading("Your personal baseline")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    size = Path(download.value.path()).stat().st_size
    trial.expect("bytes of the copy", size, size > 1_000_000)
    # A second tab shows the same and gets the changes of the first.
    second = person.context.new_page()
    second.goto(trial.address)
    second.get_by_role("heading", level=1, name="Your personal baseline").wait_for()
    second.close()
    person.press("Delete all my data")
    person.picture("14-delete")
    person.press("Delete all my data")
    # Deletion waits for running analyses, which are slow in a build without optimisation.
    person.heading("Your voice, measured", 180)
    left = trial.sessions()
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
    person.press("Use this recording")
    person.heading("This recording is not usable")
    person.pictures("20-refused")
    person.axe("refused")
    advice = person.page.locator("main .wrong").inner_text()
    trial.expect("advice for a recording without a voice", advice.replace("\n", " ")[:120], "Hint:" in advice)
    person.page.reload()
    person.heading("This recording is not usable")
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
    trial.expect("the message without a microphone", said[:60], "No microphone found" in said)
    browser.close()


def consent_declined(trial, playwright):
    browser = trial.browser(playwright)
    person = Person(trial, browser)
    person.page.goto(trial.address)
    person.press("Start without an account")
    person.press("Continue")
    person.press("I do not agree")
    person.heading("Your voice, measured")
    said = person.page.get_by_text("No data of yours are stored").count()
    trial.expect("the message without consent", said, said >= 1)
    browser.close()


TRIALS = [
    whole_journey, coming_back.follow_up, refused_recording, denied, consent_declined,
    waiting.away_and_back, waiting.lost_answer, waiting.overtaken, waiting.two_tabs, waiting.microphone_changes,
    accounts.with_account, accounts.guest_makes_account,
    voices.too_soft, voices.clipped, voices.noisy, voices.too_short, voices.gapped, voices.hoarse,
]


# Trials that need a database.
DATABASE_TRIALS = [database.away_for_a_minute]


def is_away(line):
    """Whether the server reports the outage, or a failure because of it."""
    return any(text in line for text in ("the database cannot be reached", "the database refused the statement for now",
                                         "did not continue"))


def run(trial, part, playwright):
    """One trial; once more where the machine lost sound on the way to the page, which is no matter of ours."""
    for is_last in (trial.database is not None, True):
        print(part.__name__, flush=True)
        before = len(trial.broken)
        trial.people, trial.microphones, trial.browsers = [], [], []
        try:
            part(trial, playwright)
        except Exception as fault:
            person = trial.people[-1]
            person.picture("failure")
            print(person.page.locator("body").inner_text(), person.errors, sep="\n", flush=True)
            trial.expect(f"{part.__name__} to its end", str(fault).splitlines()[0], False)
            trial.start_again()
        for browser in trial.browsers:
            browser.close()
        if is_last or len(trial.broken) == before or not trial.has_lost_sound():
            return
        print("  the fake microphone lost sound of a take; once more", flush=True)
        del trial.broken[before:]
        trial.start_anew()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True, help="the built sagevoice-server")
    parser.add_argument("--tool", required=True, help="the built sagevoice")
    parser.add_argument("--screenshots", help="a folder for pictures of every step")
    parser.add_argument("--database", action="store_true",
                        help="on a PostgreSQL that is started for it, and one trial more: a minute without it")
    parser.add_argument("--only", choices=[trial.__name__ for trial in TRIALS + DATABASE_TRIALS], action="append")
    options = parser.parse_args()
    trial = Trial(options)
    if options.database:
        trial.database = database.Database(options.server)
    trial.start()
    try:
        with sync_playwright() as playwright:
            for part in TRIALS + (DATABASE_TRIALS if options.database else []):
                if options.only and part.__name__ not in options.only:
                    continue
                run(trial, part, playwright)
    finally:
        trial.stop()
        log = (trial.folder / "log").read_text()
        shutil.rmtree(trial.folder)
        if trial.database:
            trial.database.remove()
    # That the database is away is said, and nothing else.
    faults = [line for line in log.splitlines() if " error " in line and not (options.database and is_away(line))]
    trial.expect("errors in the server's log", faults, not faults)
    print(f"{trial.kept} passed, {len(trial.broken)} failed")
    return 1 if trial.broken else 0


if __name__ == "__main__":
    sys.exit(main())
