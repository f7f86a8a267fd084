"""A follow-up session two days after the baseline, its comparison and the next date."""
from pathlib import Path

from support import Person


def record_vowels(person):
    """Records three short vowels and skips the reading."""
    person.open_microphone()
    for number in (1, 2, 3):
        person.at("vowel_heading", number, 3)
        if number > 1:
            person.open_microphone_again()
        person.record(3.5)
        person.push("take_keep")
    person.at("reading_heading", seconds=60)
    person.push("skip_step")


def formatted(person, day):
    """A date in the format of the page."""
    return person.page.evaluate("([day, language]) => new Date(day).toLocaleDateString(language, { dateStyle: 'medium' })",
                                [day, person.language])


def follow_up(trial, playwright):
    """No session is offered on the day of the baseline. Two days later a session is compared with the baseline."""
    browser = trial.browser(playwright, trial.vowel("follow-up"))
    person = Person(trial, browser)
    page = person.page
    person.to_first_vowel()
    record_vowels(person)
    person.at("session_of", 1, 3, seconds=60)
    start = page.get_by_role("button", name=person.t("follow_up_start"))
    trial.equal("follow-up sessions offered on the day of the baseline", start.count(), 0)
    message = page.locator("#progress p").last.inner_text()
    with page.expect_download() as download:
        page.get_by_role("link", name=person.t("calendar_add")).click()
    entry = Path(download.value.path()).read_bytes().decode().split("\r\n")
    due = page.evaluate("fetch('/v1/me/progress').then((answer) => answer.json())")["next_due"]
    trial.equal("date of the calendar entry", entry.count("DTSTART;VALUE=DATE:" + due.replace("-", "")), 1)
    trial.equal("first and last line of the calendar entry", (entry[0], entry[-2:]), ("BEGIN:VCALENDAR", ["END:VCALENDAR", ""]))
    first = formatted(person, person.journey()["follow_up"]["from"])
    trial.contains("message about the next session", message, first)
    person.pictures("60-same-day")

    trial.stop()
    trial.start(days=2)
    person.reload_at("session_of", 1, 3)
    start.wait_for()
    person.pictures("61-ready")
    person.axe("ready for a follow-up")
    person.push("follow_up_start")
    person.at("vowel_heading", 1, 3)
    person.pictures("62-follow-up")
    # A reload continues the started session.
    person.reload_at("vowel_heading", 1, 3)
    label = page.locator("#steps label").inner_text()
    trial.equal("step of a follow-up session", label, person.t("step_of", 1, 4, person.t("step_vowel")))
    record_vowels(person)
    person.at("session_of", 2, 3, seconds=60)
    result = person.journey()["follow_up"]["result"]
    trial.equal("complete_sessions and sessions_needed of the result", (result["complete_sessions"], result["sessions_needed"]), (2, 1))
    trial.equal("measures in the comparison table", page.locator("#comparison tbody tr").count(), 5)
    trial.equal("sessions in the history table", page.locator("#history tbody tr").count(), 2)
    for language, other in (("en", "Deutsch"), ("de", "English")):
        person.language = language
        person.at("session_of", 2, 3)
        shown = page.locator("main").inner_text()
        due = formatted(person, result["next_due"])
        for label, text in (("next date", person.t("baseline_next_from", due, "").split("(")[0]),
                            ("baseline update", person.t("follow_up_added" if result["in_baseline"] else "follow_up_apart"))):
            trial.equal(f'{language}: page shows the {label} "{text.strip()}"', text in shown, True)
        person.pictures(f"63-compared-{language}")
        person.axe(f"comparison ({language})")
        page.get_by_role("button", name=other).click()
    person.language = "en"
    person.reload_at("session_of", 2, 3)
    person.check_console(expected=("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED", "503"))
    browser.close()
    trial.stop()
    trial.start()
