"""Recordings that cannot be sent, several tabs, and changing microphones."""
import hashlib

from support import Person, hold_first


def away_and_back(trial, playwright):
    """The server stops during a recording; the page is reloaded, closed, and opened again before it returns."""
    browser = trial.browser(playwright, trial.vowel("away", seconds=30))
    person = Person(trial, browser)
    person.to_first_vowel()
    person.open_microphone()
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.record(3.2)
    trial.stop()
    person.push("take_keep")
    person.page.locator("#waiting:not([hidden])").wait_for()
    trial.expect("takes that this browser keeps", person.waiting(), person.waiting() == 1)
    person.pictures("40-waiting")
    person.axe("waiting")
    person.reload_at("away_heading")
    person.page.locator("#waiting:not([hidden])").wait_for()
    person.pictures("41-away")
    person.axe("away")
    person.page.close()
    person.open_page()
    person.page.goto(trial.address)
    person.at("away_heading")
    kept = person.page.evaluate("""(async () => {
      const found = [];
      for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
      }
      return found;
    })()""")
    own = [path for path in kept if path == "/" or path.startswith(("/page/", "/texts/"))]
    trial.expect("files that the worker keeps, and others", (len(own), len(kept) - len(own)),
                 len(own) > 12 and own == kept)
    trial.start()
    person.at("vowel_heading", 2, 3)
    trial.expect("takes that are still kept", person.waiting(), person.waiting() == 0)
    sent = person.takes[-1][0]
    attempts = person.journey()["attempts"]
    stored = person.recording(attempts[0]["session_id"])
    trial.expect("recordings on the server, and their bytes", (len(attempts), hashlib.sha256(stored).hexdigest()[:16]),
                 len(attempts) == 1 and stored == sent)
    browser.close()


def lost_answer(trial, playwright):
    """A take arrives, and its answer does not: it is sent again, and is there once."""
    browser = trial.browser(playwright, trial.vowel("answer", seconds=30))
    person = Person(trial, browser)
    person.to_first_vowel()
    person.open_microphone()
    person.record(3.2)
    lost = []
    def lose(route):
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()
    person.page.route("**/v1/me/recordings", lose)
    person.push("take_keep")
    person.at("vowel_heading", 2, 3)
    person.page.locator("#waiting").wait_for(state="hidden")
    for _ in range(50):
        if person.waiting() == 0:
            break
        person.page.wait_for_timeout(200)
    attempts = person.journey()["attempts"]
    trial.expect("a take whose answer was lost: status, times that it is there, kept", (lost, len(attempts), person.waiting()),
                 lost == [201] and len(attempts) == 1 and person.waiting() == 0)
    # Signing out deletes waiting recordings.
    person.open_microphone_again()
    person.record(3.2)
    person.page.route("**/v1/me/recordings", lambda route: route.abort())
    person.push("take_keep")
    person.page.locator("#waiting:not([hidden])").wait_for()
    held = person.waiting()
    person.sign_out_as_guest()
    person.at("title")
    trial.expect("takes kept before signing out and after", (held, person.waiting()), (held, person.waiting()) == (1, 0))
    browser.close()


def two_tabs(trial, playwright):
    """A tab shows the changes of the other and sends its unsent recording."""
    browser = trial.browser(playwright, trial.vowel("tabs", seconds=30))
    person = Person(trial, browser)
    person.to_first_vowel()
    first = person.page
    second = person.open_page()
    second.goto(trial.address)
    person.at("vowel_heading", 1, 3)
    person.page = first
    person.open_microphone()
    person.record(3.2)
    first.route("**/v1/me/recordings", lambda route: route.abort())
    person.push("take_keep")
    first.locator("#waiting:not([hidden])").wait_for()
    person.page = second
    person.reload_at("vowel_heading", 2, 3)
    person.page = first
    person.at("vowel_heading", 2, 3)
    first.locator("#waiting").wait_for(state="hidden")
    attempts = person.journey()["attempts"]
    trial.expect("attempts after both tabs", len(attempts), len(attempts) == 1)
    person.page = second
    person.open_microphone()
    person.record(3.2)
    person.push("take_keep")
    person.at("vowel_heading", 3, 3)
    person.page = first
    person.at("vowel_heading", 3, 3)
    # The second tab gets 412 before it knows the new step, and 409 for a recording of a former step afterwards.
    moved = ("ERR_FAILED", "412", "409")
    rest = [text for text in person.unexpected() if not any(code in text for code in moved)]
    trial.expect("errors in the console of two tabs", rest, not rest)
    browser.close()


def overtaken(trial, playwright):
    """A late answer about a former step: the page shows the current step."""
    browser = trial.browser(playwright, trial.vowel("overtaken", seconds=30))
    person = Person(trial, browser)
    person.to_first_vowel()
    person.open_microphone()
    person.record(3.2)
    held = hold_first(person.page, "**/findings")
    person.push("take_keep")
    for _ in range(150):
        person.page.wait_for_timeout(200)
        journey = person.context.request.get(f"{trial.address}/v1/me/journey").json()
        if held and journey["request"]["take"] == 2 and journey["phase"] in ("microphone", "recording"):
            break
    # It hears of that meanwhile.
    person.page.wait_for_timeout(1500)
    held[0].continue_()
    person.at("vowel_heading", 2, 3)
    person.page.wait_for_timeout(1500)
    shown = person.page.locator("h1").inner_text()
    trial.expect("the step after a late answer", shown, shown == person.t("vowel_heading", 2, 3))
    trial.expect("errors in the console", person.unexpected(), not person.unexpected())
    browser.close()


# Chromium's fake devices neither appear nor disappear, and do not process the sound.
DEVICES = """
  const own = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
  window.more = [];
  navigator.mediaDevices.enumerateDevices = async () => [...await own(), ...window.more];
  window.connect = (name) => {
    window.more.push({ kind: "audioinput", deviceId: name, groupId: name, label: name });
    navigator.mediaDevices.dispatchEvent(new Event("devicechange"));
  };
  const settings = MediaStreamTrack.prototype.getSettings;
  MediaStreamTrack.prototype.getSettings = function () {
    return { ...settings.call(this), noiseSuppression: true };
  };
"""


def microphone_changes(trial, playwright):
    """Another microphone is connected in the check and in a recording; and a browser that keeps processing."""
    browser = trial.browser(playwright, trial.vowel("devices", seconds=30))
    person = Person(trial, browser)
    person.context.add_init_script(DEVICES)
    person.to_first_vowel()
    person.push("model_play")
    person.push("microphone_allow")
    person.page.locator("main").get_by_text(
        person.t("microphone_processed", person.t("processing_noise"))).wait_for()
    person.pictures("50-processed")
    person.page.evaluate("window.connect('one')")
    person.page.locator("main").get_by_text(person.t("microphone_changed")).wait_for()
    person.pictures("51-changed")
    person.open_microphone()
    person.push("record_start")
    person.page.wait_for_timeout(5000)
    person.page.evaluate("window.connect('two')")
    person.page.locator("main").get_by_text(person.t("record_broken")).wait_for()
    person.picture("52-broken")
    attempts = person.journey()["attempts"]
    trial.expect("takes that were sent of a microphone that changed", (len(person.takes), len(attempts)),
                 not person.takes and not attempts)
    person.open_microphone()
    person.record(3.2)
    person.push("take_keep")
    person.at("vowel_heading", 2, 3)
    capture = person.context.request.get(
        f"{trial.address}/v1/me/sessions/{person.journey()['attempts'][0]['session_id']}/documents/answers"
    ).json()["given"]["capture"]
    trial.expect("processing that is kept with the take", capture["granted"]["noiseSuppression"],
                 capture["granted"]["noiseSuppression"] is True)
    trial.expect("errors in the console", person.unexpected(), not person.unexpected())
    browser.close()
