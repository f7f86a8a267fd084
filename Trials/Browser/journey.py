#!/usr/bin/env python3
"""The onboarding page in Chromium, with a fake microphone: see CONTRIBUTING.md."""
import argparse, hashlib, json, re, shutil, subprocess, sys, wave
from pathlib import Path

import numpy
from playwright.sync_api import sync_playwright

import accounts, coming_back, database, staff, voices, waiting
from support import MIN_CORRELATION, Person, Trial, correlation, samples, source_segment

# Relative difference of the jitter of the uploaded recording (16 bits or 24 bits) and of its source segment. The fake
# microphone plays with a gain of 0.9999.
JITTER_TOLERANCE = 0.02
PROCESSING = ("echoCancellation", "noiseSuppression", "autoGainControl")


def check_recording(trial, person, source):
    """The stored bytes equal the uploaded bytes, and the recording equals its segment of the source file."""
    sent, headers = person.uploads[0]
    session = person.journey()["attempts"][0]["session_id"]
    digests = [hashlib.sha256(data).hexdigest()[:16] for data in (person.recording(session), sent)]
    trial.equal("SHA-256 of the stored recording, as uploaded", *digests)
    capture = person.document(session, "answers")["given"]["capture"]
    for kind in ("asked", "granted"):
        trial.equal(f"audio processing ({kind}): {', '.join(PROCESSING)}", [capture[kind][name] for name in PROCESSING], [False] * 3)
    trial.equal("dropped frames", capture["dropped_frames"], 0)
    path = trial.folder / "recording.wav"
    path.write_bytes(sent)
    rate, recording = samples(str(path))
    trial.equal("sample rate of the recording, as of the audio context, Hz", rate, capture["context_rate_hz"])
    trial.equal("frames of the recording, as counted by the page", len(recording), capture["frames"])
    trial.between("duration of the recording, s", round(len(recording) / rate, 2), 9.9, 10.5)
    source_rate, source_samples = samples(str(source))
    trial.equal("sample rate of the source file, Hz", source_rate, rate)
    if source_rate != rate:
        return
    segment = source_segment(recording, source_samples, rate)
    trial.at_least("correlation of the recording with its source segment", correlation(recording, segment), MIN_CORRELATION, 7)
    cut = trial.folder / "segment.wav"
    with wave.open(str(cut), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes((numpy.round(segment * 32768)).astype("<i2").tobytes())
    analysis = subprocess.run([trial.options.tool, "analyze", "--quiet", cut], capture_output=True, text=True)
    jitter = [document["biomarkers"]["jitter"]["local_percent"]
              for document in (person.document(session, "computed"), json.loads(analysis.stdout))]
    trial.check("jitter (local) of the recording and of its source segment, %", jitter, "difference ≤ 2 %",
                abs(jitter[0] / jitter[1] - 1) <= JITTER_TOLERANCE)


def reload_during_baseline(trial, person):
    """The page is reloaded while the server creates the baseline and continues automatically.

    The server may be faster than the page. Therefore the first request of the new page gets the state before the
    baseline, and the next one waits until the page has shown it.
    """
    making = person.journey() | {"step": "final_step", "phase": "making", "purpose": "baseline", "follow_up": None}
    # The former page still sends requests. Only requests of the new page are intercepted.
    person.page.goto("about:blank")
    requests = []

    def intercept(route):
        requests.append(route)
        if len(requests) == 1:
            route.fulfill(json=making)

    person.page.route("**/v1/me/journey", intercept)
    person.page.goto(trial.address)
    person.at("final_heading")
    for _ in range(50):
        if len(requests) > 1:
            break
        person.page.wait_for_timeout(100)
    person.picture("10-making")
    for route in requests[1:]:
        route.continue_()
    person.page.unroute("**/v1/me/journey")
    trial.at_least("requests for the journey by the page itself", len(requests), 2)
    person.at("session_of", 1, 3, seconds=60)


def complete_onboarding(trial, playwright):
    """An onboarding with reloads and a server restart, the report, the export, a second tab and the deletion."""
    source = trial.vowel("vowel")
    browser = trial.browser(playwright, source)
    person = Person(trial, browser)
    page = person.page
    person.to_first_vowel(pictures=True)
    person.pictures("05-microphone")
    person.axe("microphone")
    label = page.locator("#steps label").inner_text()
    trial.equal("label of the step", label, "Step 3 of 6: Vowel")
    bar = page.get_by_role("progressbar", name=label).evaluate("bar => [bar.value, bar.max]")
    trial.equal("value and maximum of the progress bar", bar, [3, 6])
    person.press("Use the microphone")
    page.get_by_role("button", name="Measure background noise").wait_for()
    # A reload closes the microphone. The page requests it again.
    page.reload()
    person.heading("Vowel 1 of 3")
    person.open_microphone()
    person.pictures("06-ready")
    person.axe("ready")
    trial.equal('messages "audio processing off"', page.get_by_text("audio processing off").count(), 1)
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_timeout(5500)
    person.fits_phone("07-recording")
    level = page.locator(".ring").evaluate("ring => ring.dataset.level")
    trial.equal("level and its word in the ring", (level, page.locator(".lamp").inner_text()), ("good", "Level good"))
    share = page.locator(".arc").evaluate("arc => parseFloat(arc.getAttribute('stroke-dasharray'))")
    trial.between("share of the ring after about 2.5 s of 10 s, %", share, 15, 60)
    page.locator("#keep").wait_for(timeout=30000)
    person.pictures("08-recorded")
    person.axe("recorded")
    person.press("Use this recording")
    person.heading("Vowel 2 of 3")
    check_recording(trial, person, source)

    # A reload discards a recording that was not accepted, and shows the same step.
    person.record(3.2)
    person.reload_at("vowel_heading", 2, 3)
    person.open_microphone()
    message = person.record(4)
    trial.check("message about a recording of about 4 s", message, "4.… s or 5.… s", re.match(r"[45]\.\d s", message))
    # The server is stopped during the upload.
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
    person.record(6, phone="10-reading-recording")
    with page.expect_response(lambda response: response.url.endswith("/v1/me/recordings")):
        person.press("Use this recording")
    reload_during_baseline(trial, person)
    person.reload_at("session_of", 1, 3)
    page.locator("#recordings").wait_for()
    person.pictures("11-baseline")
    person.axe("baseline")
    names = page.locator("#baseline tbody th").all_inner_texts()
    trial.equal("measure keys without a name in the baseline table", [name for name in names if "." in name or "_" in name], [])
    trial.at_least("measures in the baseline table", len(names), 4)
    trial.equal("pictures in the baseline table, one per measure", page.locator("#baseline .picture .mark").count(), len(names))
    ranges = page.locator("#baseline td:has(.picture)").all_inner_texts()
    trial.equal("pictures without their range as text", [text for text in ranges if not re.search(r"\d – \d", text)], [])
    trial.equal("phase of the journey", person.journey()["phase"], "baseline_held")
    trial.equal("recordings in the list", page.locator("#recordings tbody tr").count(), 4)
    with person.context.expect_page() as opened:
        page.locator("#recordings a").last.click()
    report = opened.value
    report.wait_for_load_state()
    trial.at_least("figures in the report", report.locator("svg").count(), 5)
    if trial.pictures:
        report.screenshot(path=trial.pictures / "12-report.png", full_page=True)
    report.set_viewport_size({"width": 320, "height": 700})
    width = report.evaluate("document.documentElement.scrollWidth")
    trial.at_most("scroll width of the report in a window of 320 px", width, 320)
    for paper in ("A4", "Letter"):
        sheets = len(re.findall(rb"/Type /Page\b", report.pdf(format=paper)))
        trial.between(f"pages of the printed report ({paper})", sheets, 1, 2)
    report.close()
    page.get_by_role("button", name="Deutsch").click()
    person.heading("Sitzung 1 von 3 abgeschlossen")
    person.language = "de"
    person.pictures("13-german")
    person.language = "en"
    page.get_by_role("button", name="English").click()
    person.heading("Session 1 of 3 complete")
    person.open_menu_with_keys()
    person.pictures("13-menu")
    person.axe("menu")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    trial.at_least("size of the exported data, bytes", Path(download.value.path()).stat().st_size, 1_000_000)
    # A second tab shows the same step.
    second = person.context.new_page()
    second.goto(trial.address)
    second.get_by_role("heading", level=1, name="Session 1 of 3 complete").wait_for()
    second.close()
    person.press("Delete all my data")
    person.picture("14-delete")
    person.press("Delete all my data")
    # Deletion waits for running analyses, which are slow in a build without optimisation.
    person.heading("Your voice, measured", 180)
    trial.equal("sessions after the deletion", trial.sessions(), [])
    # Requests to the stopped server are expected to fail.
    person.check_console(expected=("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED", "503"))
    browser.close()


def refused_recording(trial, playwright):
    """A recording of noise is refused with advice, and another attempt is possible."""
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
    trial.contains("advice for a recording without a voice", advice, "Hint:")
    person.page.reload()
    person.heading("This recording is not usable")
    person.press("Record again")
    person.heading("Vowel 1 of 3")
    trial.equal("number of the requested attempt", person.journey()["request"]["attempt"], 2)
    person.check_console()
    browser.close()


def microphone_denied(trial, playwright):
    """A browser that denies the microphone, and one without a microphone."""
    browser = trial.browser(playwright, None, "--use-fake-device-for-media-stream")
    person = Person(trial, browser, permissions=[])
    person.to_first_vowel()
    person.press("Use the microphone")
    person.page.locator("main .wrong").wait_for()
    phase = person.journey()["phase"]
    person.picture("21-denied")
    trial.check("phase after a denied microphone", phase, "microphone_denied or microphone_unknown",
                phase in ("microphone_denied", "microphone_unknown"))
    browser.close()
    browser = trial.browser(playwright)
    person = Person(trial, browser, permissions=["microphone"])
    person.to_first_vowel()
    person.press("Use the microphone")
    message = person.page.locator("main .wrong").inner_text()
    person.picture("22-missing")
    trial.contains("message without a microphone", message, "No microphone found")
    browser.close()


def consent_declined(trial, playwright):
    """Without consent the onboarding ends and nothing is stored."""
    browser = trial.browser(playwright)
    person = Person(trial, browser)
    person.page.goto(trial.address)
    person.press("Start without an account")
    person.press("I do not agree")
    person.heading("Your voice, measured")
    trial.at_least('messages "None of your data are stored" after declined consent',
                   person.page.get_by_text("None of your data are stored").count(), 1)
    browser.close()


def few_actions(trial, playwright):
    """From the first page to the first sent recording in seven actions."""
    browser = trial.browser(playwright, trial.vowel("few", seconds=30))
    person = Person(trial, browser)
    person.page.goto(trial.address)
    actions = ["signup_guest", "consent_sign", "form_age", "form_send", "microphone_allow", "record_start", "take_keep"]
    for action in actions:
        if action == "form_age":
            person.page.get_by_label(person.t(action)).fill("34")
        else:
            person.push(action)
    person.at("vowel_heading", 2, 3)
    trial.equal("actions until the first recording was sent", len(actions), 7)
    trial.equal("recordings sent", len(person.uploads), 1)
    browser.close()


TRIALS = [
    complete_onboarding, few_actions, coming_back.follow_up, refused_recording, microphone_denied, consent_declined,
    waiting.server_outage, waiting.lost_response, waiting.late_response, waiting.two_tabs, waiting.microphone_changes,
    accounts.with_account, accounts.guest_to_account, staff.staff_page, staff.staff_episodes,
    voices.too_soft, voices.clipped, voices.noisy, voices.too_short, voices.gapped, voices.hoarse,
]
DATABASE_TRIALS = [database.database_outage]


def reports_outage(line):
    """Whether the log line reports the database outage or an effect of it."""
    return any(text in line for text in ("the database cannot be reached", "the database refused the statement for now",
                                         "did not continue"))


def run(trial, function, playwright):
    """Runs one trial, and once more if it failed because Chromium dropped audio."""
    for is_last in (trial.database is not None, True):
        trial.name, before = function.__name__, (len(trial.results), len(trial.failures))
        trial.people, trial.microphones, trial.browsers = [], [], []
        try:
            function(trial, playwright)
        except Exception as error:
            person = trial.people[-1]
            person.picture("failure")
            print(person.page.locator("body").inner_text(), person.errors, sep="\n", flush=True)
            trial.none("exceptions of the trial script", [str(error).splitlines()[0]])
            trial.start_if_stopped()
        for browser in trial.browsers:
            browser.close()
        if is_last or len(trial.failures) == before[1] or not trial.has_dropped_audio():
            return
        print("  Chromium dropped audio of the fake microphone; the trial is repeated", flush=True)
        del trial.results[before[0]:], trial.failures[before[1]:]
        trial.restart_empty()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True, help="path of sagevoice-server")
    parser.add_argument("--tool", required=True, help="path of sagevoice")
    parser.add_argument("--screenshots", help="folder for screenshots of every step")
    parser.add_argument("--database", action="store_true",
                        help="use a temporary PostgreSQL, and add the trial of its outage of one minute")
    parser.add_argument("--only", choices=[trial.__name__ for trial in TRIALS + DATABASE_TRIALS], action="append")
    options = parser.parse_args()
    trial = Trial(options)
    if options.database:
        trial.database = database.Database(options.server)
    trial.start()
    try:
        with sync_playwright() as playwright:
            for function in TRIALS + (DATABASE_TRIALS if options.database else []):
                if not options.only or function.__name__ in options.only:
                    run(trial, function, playwright)
    finally:
        trial.stop()
        log = (trial.folder / "log").read_text()
        shutil.rmtree(trial.folder)
        if trial.database:
            trial.database.remove()
    errors = [line for line in log.splitlines() if " error " in line and not (options.database and reports_outage(line))]
    trial.name = "all trials"
    trial.equal("errors in the server log, except reports of the database outage", errors, [])
    print(f"checks: {len(trial.results)}, failed: {len(trial.failures)}")
    for failure in trial.failures:
        print(f"  {failure}")
    return 1 if trial.failures else 0


if __name__ == "__main__":
    sys.exit(main())
