"""A person after the baseline: a follow-up session, its comparison and the next date."""
from support import Person


def record_vowels(person):
    """Three short vowels, without the reading; the page is at the end of the visit then."""
    person.open_microphone()
    for number in (1, 2, 3):
        person.at("vowel_heading", number, 3)
        if number > 1:
            person.open_microphone_again()
        person.record(3.5)
        person.push("take_keep")
    person.at("reading_heading", seconds=60)
    person.push("skip_step")


def written(person, day):
    """A date as the page writes it."""
    return person.page.evaluate("([day, language]) => new Date(day).toLocaleDateString(language, { dateStyle: 'medium' })",
                                [day, person.language])


def follow_up(trial, playwright):
    browser = trial.browser(playwright, trial.vowel("coming-back"))
    person = Person(trial, browser)
    page = person.page
    person.to_first_vowel()
    record_vowels(person)
    person.at("baseline_heading", seconds=60)
    start = page.get_by_role("button", name=person.t("follow_up_start"))
    trial.expect("sessions that are offered on the day of the baseline", start.count(), start.count() == 0)
    said = page.locator("#progress p").last.inner_text()
    first = written(person, person.journey()["follow_up"]["from"])
    trial.expect("the first day of the next session", said, first in said)
    person.pictures("60-same-day")

    trial.stop()
    trial.start(days=2)
    person.reload_at("baseline_heading")
    start.wait_for()
    person.pictures("61-ready")
    person.axe("ready for a follow-up")
    person.push("follow_up_start")
    person.at("vowel_heading", 1, 3)
    person.pictures("62-follow-up")
    # A reload continues the started session.
    person.reload_at("vowel_heading", 1, 3)
    chips = page.locator("#steps li").all_inner_texts()
    trial.expect("steps of a follow-up session", chips, len(chips) == 4)
    record_vowels(person)
    person.at("follow_up_heading", seconds=60)
    result = person.journey()["follow_up"]["result"]
    trial.expect("complete sessions", (result["complete_sessions"], result["sessions_needed"]),
                 (result["complete_sessions"], result["sessions_needed"]) == (2, 1))
    rows = page.locator("#comparison tbody tr").count()
    trial.expect("measures that are compared", rows, rows == 5)
    sessions = page.locator("#history tbody tr").count()
    trial.expect("sessions over time", sessions, sessions == 2)
    for language, other in (("en", "Deutsch"), ("de", "English")):
        person.language = language
        person.at("follow_up_heading")
        shown = page.locator("main").inner_text()
        due = written(person, result["next_due"])
        trial.expect(f"the next date ({language})", due, person.t("baseline_next_from", due, "").split("(")[0] in shown)
        added = person.t("follow_up_added" if result["in_baseline"] else "follow_up_apart")
        trial.expect(f"the outcome of the session ({language})", added, added in shown)
        person.pictures(f"63-compared-{language}")
        person.axe(f"comparison ({language})")
        page.get_by_role("button", name=other).click()
    person.language = "en"
    person.reload_at("follow_up_heading")
    rest = [text for text in person.unexpected() if "ERR_CONNECTION_REFUSED" not in text
            and "ERR_INCOMPLETE_CHUNKED" not in text and "503" not in text]
    trial.expect("errors in the console after coming back", rest, not rest)
    browser.close()
    trial.stop()
    trial.start()
