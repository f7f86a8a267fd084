"""Failed uploads, several tabs, and changing microphones."""
import hashlib

from support import Person, hold_first


def server_outage(trial, playwright):
    """The server stops before an upload. The page is reloaded, closed and opened again before the server restarts."""
    browser = trial.browser(playwright, trial.vowel("outage", seconds=30))
    person = Person(trial, browser)
    person.to_first_vowel()
    person.open_microphone()
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.record(3.2)
    trial.stop()
    person.push("take_keep")
    person.page.locator("#waiting:not([hidden])").wait_for()
    trial.equal("pending uploads in the browser without the server", person.pending_uploads(), 1)
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
    cached = person.page.evaluate("""(async () => {
      const found = [];
      for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
      }
      return found;
    })()""")
    page_files = [path for path in cached if path == "/" or path.startswith(("/page/", "/texts/"))]
    trial.at_least("page files in the cache of the service worker", len(page_files), 13)
    trial.equal("other paths in this cache", [path for path in cached if path not in page_files], [])
    trial.start()
    person.at("vowel_heading", 2, 3)
    trial.equal("pending uploads in the browser after the restart", person.pending_uploads(), 0)
    attempts = person.journey()["attempts"]
    trial.equal("recordings on the server", len(attempts), 1)
    stored, sent = person.recording(attempts[0]["session_id"]), person.uploads[-1][0]
    trial.equal("SHA-256 of the stored recording, as uploaded",
                *(hashlib.sha256(data).hexdigest()[:16] for data in (stored, sent)))
    browser.close()


def lost_response(trial, playwright):
    """The response to an upload is lost. The page repeats the upload, and the server stores the recording once."""
    browser = trial.browser(playwright, trial.vowel("response", seconds=30))
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
        if person.pending_uploads() == 0:
            break
        person.page.wait_for_timeout(200)
    trial.equal("HTTP status of the lost response", lost, [201])
    trial.equal("recordings on the server, pending uploads in the browser",
                (len(person.journey()["attempts"]), person.pending_uploads()), (1, 0))
    # Signing out deletes pending uploads.
    person.open_microphone_again()
    person.record(3.2)
    person.page.route("**/v1/me/recordings", lambda route: route.abort())
    person.push("take_keep")
    person.page.locator("#waiting:not([hidden])").wait_for()
    before = person.pending_uploads()
    person.sign_out_as_guest()
    person.at("title")
    trial.equal("pending uploads in the browser before and after signing out", (before, person.pending_uploads()), (1, 0))
    browser.close()


def two_tabs(trial, playwright):
    """Each of two tabs shows the progress of the other, and one uploads the pending recording of the other."""
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
    trial.equal("recordings on the server after the upload by the second tab", len(person.journey()["attempts"]), 1)
    person.page = second
    person.open_microphone()
    person.record(3.2)
    person.push("take_keep")
    person.at("vowel_heading", 3, 3)
    person.page = first
    person.at("vowel_heading", 3, 3)
    # The second tab gets 412 before it knows the new step, and 409 for a recording of a former step afterwards.
    person.check_console(expected=("ERR_FAILED", "412", "409"))
    browser.close()


def late_response(trial, playwright):
    """A response about an earlier step arrives late. The page keeps the current step."""
    browser = trial.browser(playwright, trial.vowel("late", seconds=30))
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
    # The event stream announces the next step meanwhile.
    person.page.wait_for_timeout(1500)
    held[0].continue_()
    person.at("vowel_heading", 2, 3)
    person.page.wait_for_timeout(1500)
    trial.equal("heading after the late response", person.page.locator("h1").inner_text(), person.t("vowel_heading", 2, 3))
    person.check_console()
    browser.close()


# Chromium's fake devices are constant and do not process audio. This script adds devices and reports noise suppression.
# Its list of devices is as slow as that of a busy machine: the page must know the list before it shows the microphone.
DEVICES = """
  const own = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
  window.more = [];
  navigator.mediaDevices.enumerateDevices = async () => {
    await new Promise((done) => setTimeout(done, 400));
    return [...await own(), ...window.more];
  };
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
    """A microphone is connected before and during a recording, and a browser does not switch off noise suppression."""
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
    person.page.locator("button:enabled", has_text=person.t("record_end")).wait_for()
    person.page.evaluate("window.connect('two')")
    person.page.locator("main").get_by_text(person.t("record_broken")).wait_for()
    person.picture("52-broken")
    trial.equal("uploads and recordings on the server after the microphone changed",
                (len(person.uploads), len(person.journey()["attempts"])), (0, 0))
    person.open_microphone()
    person.record(3.2)
    person.push("take_keep")
    person.at("vowel_heading", 2, 3)
    capture = person.document(person.journey()["attempts"][0]["session_id"], "answers")["given"]["capture"]
    trial.equal("stored setting granted.noiseSuppression", capture["granted"]["noiseSuppression"], True)
    person.check_console()
    browser.close()
