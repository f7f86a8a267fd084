"""The staff page: sign-in with a token, the views, a new patient, and a patient whose voice changes."""
import re, subprocess, time

import accounts
from coming_back import formatted
from support import Person

ROUGH = {"jitter": 3.5, "shimmer": 9}
LEADS = ["f0", "jitter", "shimmer", "hnr", "cpps"]


class Patient:
    """A person with an account who uses the server without the page."""

    def __init__(self, trial, browser, email):
        self.trial, self.requests, self.vowels = trial, browser.new_context().request, 0
        self.send("POST", "accounts", data={"email": email, "password": accounts.PASSWORD})
        self.event("explainer_read")
        self.send("PUT", "me/consent", data={"language": "en", "signed": True, "purposes": ["analysis", "storage"]})
        self.send("PUT", "me/profile", data={
            "age": 34, "gender_identity": "woman", "sex_assigned_at_birth": "female", "voice_conditions": ["None"],
            "diagnosed_conditions": ["None"], "device_model": "Chrome, Linux, phone"})

    def send(self, method, path, **content):
        answer = self.requests.fetch(f"{self.trial.address}/v1/{path}", method=method, **content)
        assert answer.ok, f"{path}: {answer.text()}"
        return answer.json()

    def event(self, name, **more):
        self.send("POST", "me/journey/events", data={"event": name} | more)

    def settle(self):
        """Waits until no background work remains."""
        for _ in range(600):
            if not self.send("GET", "me/journey")["waits"]:
                return
            time.sleep(0.05)
        raise AssertionError("the journey does not continue")

    def visit(self, **voice):
        """Records three vowels and skips the reading."""
        for _ in range(3):
            self.vowels += 1
            self.event("microphone", answer="granted")
            options = {"f0": 200, "jitter": 0.4, "shimmer": 2, "hnr": 25, "seconds": 3, "seed": self.vowels} | voice
            vowel = self.trial.vowel(f"visit-{self.vowels}", **options).read_bytes()
            self.send("POST", "me/recordings", data=vowel, headers={"Content-Type": "audio/wav"})
            self.settle()
        self.event("skipped")
        self.settle()


def token(trial, role, name):
    return subprocess.run([trial.options.server, "token", "create", "--state", trial.state, "--role", role, "--name", name],
                          check=True, capture_output=True, text=True).stdout.strip()


def sign_in(staff, text):
    staff.page.goto(staff.trial.address + "/staff")
    staff.at("staff_heading")
    staff.page.get_by_label(staff.t("staff_token")).fill(text)
    staff.push("staff_sign_in")


def staff_page(trial, playwright):
    """A clinician signs in, adds a patient and edits the details, and signs out, in English and German."""
    clinician = token(trial, "clinician", "Dr. Weber")
    for language in ("en-US", "de-DE"):
        browser = trial.browser(playwright)
        staff = Person(trial, browser, locale=language)
        page, patient = staff.page, f"patient-{staff.language}"
        sign_in(staff, "unknown")
        page.locator("main .wrong").wait_for()
        staff.axe("staff sign-in")
        sign_in(staff, clinician)
        staff.at("staff_alerts")
        page.get_by_text(staff.t("staff_alerts_none")).wait_for()
        staff.axe("alerts")
        staff.push("staff_sessions")
        staff.at("staff_sessions")
        staff.axe("recordings")
        staff.push("staff_people")
        staff.at("staff_people")
        page.locator("summary", has_text=staff.t("staff_take_in")).click()
        page.get_by_label(staff.t("staff_identifier"), exact=True).fill(patient)
        staff.push("staff_take_in")
        staff.heading(patient)
        page.get_by_text(f"{staff.t('staff_status')}: {staff.t('step_signup')}").wait_for()
        page.locator("summary", has_text=staff.t("staff_details")).click()
        page.locator("summary", has_text=staff.t("staff_correct")).click()
        page.get_by_label(staff.t("form_age")).fill("51")
        staff.push("staff_correct_send")
        trial.contains("message about a missing reason", staff.warnings().lower(), staff.t("staff_reason_missing").lower())
        page.get_by_label(staff.t("staff_reason")).fill("date of birth")
        staff.push("staff_correct_send")
        page.locator("dl dd", has_text="51").wait_for(state="attached")
        page.locator("summary", has_text=staff.t("staff_details")).click()
        page.locator("dl dd", has_text="51").wait_for()
        staff.pictures(f"70-patient-{staff.language}")
        staff.axe("patient")
        staff.push("sign_out")
        staff.at("staff_heading")
        trial.equal("names on the page after signing out", page.get_by_text(patient).count(), 0)
        # A patient without a session has no progress and no baseline (404).
        staff.check_console(f" ({staff.language})", expected=("404",))
        browser.close()


def staff_episodes(trial, playwright):
    """Two of four visits of a patient have a changed voice: one episode, charts, players, and one sign-off for a visit."""
    browser = trial.browser(playwright)
    intake = Person(trial, browser)
    for days, voice in ((0, {}), (2, {}), (4, ROUGH), (6, ROUGH)):
        trial.stop()
        trial.start(days=days)
        if days == 0:
            patient = Patient(trial, browser, "rough@example.org")
        else:
            patient.event("follow_up")
        patient.visit(**voice)
    # The last visit of another patient is newer.
    Patient(trial, browser, "clear@example.org").visit(f0=120)
    history = patient.send("GET", "me/history")["sessions"]
    leads = [row for row in patient.send("GET", "me/baseline")["biomarkers"] if row["primary"]]
    clinician = token(trial, "clinician", "Dr. Weber")
    for language in ("en-US", "de-DE"):
        staff = Person(trial, browser, locale=language)
        check_episode(staff, clinician, history)
        check_patient(staff, history, leads, is_first=language == "en-US")
        text = staff.page.locator("main").inner_text()
        for name, id in (("session", history[0]["session_id"].split("/")[0]), ("account", "account-"), ("staff", "staff/")):
            trial.equal(f"{staff.language}: ids of the kind {name} on the page", text.count(id), 0)
        staff.check_console(f" ({staff.language})", expected=("ERR_CONNECTION_REFUSED", "500"))
    sign_in(intake, token(trial, "intake", "Ms. Adam"))
    intake.at("staff_people")
    trial.equal("open alerts in the list for the role intake", intake.page.locator("#people .mark").count(), 0)
    intake.page.locator("#people button").first.click()
    intake.page.locator("dl dd", has_text=re.compile("^34$")).wait_for()
    trial.equal("charts for the role intake", intake.page.locator("svg").count(), 0)
    intake.check_console(" (intake)")
    browser.close()
    trial.stop()
    trial.start()


def check_episode(staff, clinician, history):
    """The alerts of two visits are one episode with one line per feature group. Opens the list of patients."""
    page, trial, name = staff.page, staff.trial, staff.language
    sign_in(staff, clinician)
    staff.at("staff_alerts")
    page.locator(".card h3").first.wait_for()
    since = staff.t("staff_since", formatted(staff, history[2]["recorded_at"])).split("{")[0]
    trial.equal(f"{name}: episodes", page.locator(".card h3").count(), 1)
    trial.contains(f"{name}: heading of the episode", page.locator(".card h3").inner_text(), since)
    alerted = [family for family in LEADS if family in history[3]["alerts"][0]["families"]]
    lines = page.locator(".card li").all_inner_texts()
    trial.equal(f"{name}: lines of the episode", len(lines), len(alerted))
    for family, line in zip(alerted, lines):
        trial.contains(f"{name}: line of {family}", line.lower(), staff.t(f"family_{family}").lower())
    jitter = lines[alerted.index("jitter")]
    trial.contains(f"{name}: direction of jitter", jitter, staff.t("change_higher", "", "", "").split(":")[1].split(",")[0])
    staff.pictures(f"71-alerts-{name}")
    staff.axe("alerts with an episode")
    # Alerts of a patient with unreadable results remain.
    page.route("**/history", lambda route: route.fulfill(status=500, json={"code": "", "message": "", "advice": ""}))
    open_alerts = page.locator("summary", has_text=staff.t("staff_acknowledge")).count()
    staff.push("staff_sessions")
    staff.at("staff_sessions")
    staff.push("staff_alerts")
    page.locator(".card h3").wait_for()
    trial.equal(f"{name}: open alerts of unreadable results",
                page.locator("summary", has_text=staff.t("staff_acknowledge")).count(), open_alerts)
    page.unroute("**/history")
    staff.push("staff_people")
    staff.at("staff_people")
    rows = page.locator("#people tbody tr").all_inner_texts()
    trial.equal(f"{name}: first row is the patient with alerts", page.locator("#people tbody tr").first.locator(".mark").count(), 1)
    trial.contains(f"{name}: status in the list", rows[0], staff.t("staff_baseline_held"))
    trial.contains(f"{name}: last visit in the list", rows[0], formatted(staff, history[3]["recorded_at"]))
    staff.pictures(f"72-patients-{name}")
    staff.axe("patients")


def check_patient(staff, history, leads, is_first):
    """The page of a patient: charts, players without a download before the start, one sign-off, one acknowledgement."""
    page, trial, name = staff.page, staff.trial, staff.language
    loaded = []
    page.on("request", lambda request: request.url.endswith("/recording") and loaded.append(request.url))
    page.locator("#people button").first.click()
    page.locator("figure").first.wait_for()
    captions = page.locator("figcaption strong").all_inner_texts()
    trial.equal(f"{name}: charts in the order of the lead measures", [text.lower() for text in captions],
                [staff.t(f"family_{row['family']}").lower() for row in leads])
    for place in range(len(leads)):
        trial.equal(f"{name}: marks of chart {place + 1}",
                    page.locator("figure").nth(place).locator("circle, .beyond").count(), len(history))
    trial.equal(f"{name}: personal ranges", page.locator("svg .range").count(), len(leads))
    trial.equal(f"{name}: diamonds of jitter", page.locator("figure").nth(1).locator(".beyond").count(), 2)
    page.locator("summary", has_text=staff.t("staff_table")).click()
    trial.equal(f"{name}: rows of the table", page.locator("#values tbody tr").count(), len(history))
    page.locator("summary", has_text=staff.t("staff_table")).click()
    visits = page.locator("details:has(> summary > h3)")
    trial.equal(f"{name}: visits", visits.count(), len(history))
    newest = visits.first
    trial.contains(f"{name}: newest visit", newest.locator("summary").first.inner_text(),
                   staff.t("staff_visit", 4, formatted(staff, history[3]["recorded_at"])))
    trial.equal(f"{name}: players of the newest visit", newest.locator("audio").count(), 3)
    trial.equal(f"{name}: loaded recordings before the start", loaded, [])
    staff.pictures(f"73-patient-{name}")
    staff.axe("patient with visits")
    if is_first:
        duration = newest.locator("audio").first.evaluate("""async (audio) => {
          audio.muted = true; await audio.play(); audio.pause(); return audio.duration; }""")
        trial.equal(f"{name}: duration of the played recording", round(duration, 1), 3.0)
        trial.equal(f"{name}: recordings loaded by one player", len(set(loaded)), 1)
        newest.locator("summary", has_text=staff.t("staff_sign_visit")).click()
        newest.get_by_label(staff.t("staff_note")).first.fill("heard")
        newest.get_by_role("button", name=staff.t("staff_sign"), exact=True).first.click()
        page.locator("h3", has_text=staff.t("staff_signed")).first.wait_for()
        page.locator("summary", has_text=staff.t("staff_acknowledge")).first.click()
        page.get_by_role("button", name=staff.t("staff_acknowledge"), exact=True).first.click()
        page.get_by_text(staff.t("staff_acknowledged_by", "Dr. Weber", "").rstrip(", ")).first.wait_for()
    signed = [place for place in range(len(history))
              if staff.t("staff_signed") in visits.nth(place).locator("summary").first.inner_text()]
    trial.equal(f"{name}: visits that are signed off", signed, [0])
    trial.contains(f"{name}: note of the sign-off", visits.first.inner_text(), "heard")
    trial.equal(f"{name}: open alerts", page.locator("summary", has_text=staff.t("staff_acknowledge")).count(), 1)
