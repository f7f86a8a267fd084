"""Accounts: sign-up with an account, a guest who creates one, and sign-in from another browser."""
from support import Person, hold_first

EMAIL, PASSWORD, ANOTHER = "ida@example.org", "the vowel of the day", "another vowel, another day"


def form(person, heading, email, password, button):
    """Fills in one of the forms; the part of the page in which it stands."""
    part = person.page.locator("details").filter(has=person.page.get_by_text(person.t(heading), exact=True).first)
    if not part.evaluate("part => part.open"):
        part.locator("summary").click()
    if email is not None:
        part.get_by_label(person.t("account_email")).fill(email)
    part.get_by_label(person.t("account_password"), exact=True).fill(password)
    part.get_by_role("button", name=person.t(button), exact=True).click()
    return part


def sign_in(trial, browser, password=PASSWORD, email=EMAIL):
    """A person in a separate browser, on the first page."""
    person = Person(trial, browser)
    person.page.goto(trial.address)
    person.at("title")
    form(person, "account_enter_heading", email, password, "account_enter")
    return person


def begin(person):
    """With an account, after an address that is none and a password that is soon guessed."""
    for email, password, key in (("ida", PASSWORD, "email"), (EMAIL, "short", "password")):
        part = form(person, "account_begin_heading", email, password, "account_make")
        fault = part.locator(f'[name="{key}"][aria-invalid="true"]')
        fault.wait_for()
        focused = fault.evaluate("element => element === document.activeElement")
        person.trial.expect(f"the {key} at fault has the focus", focused, focused)
    person.pictures("50-account-faults")
    person.axe("an account")
    form(person, "account_begin_heading", EMAIL, PASSWORD, "account_make")


def with_account(trial, playwright):
    """The whole journey of a person who starts with an account and continues in another browser."""
    browser = trial.browser(playwright, trial.vowel("account", seconds=60))
    person = Person(trial, browser)
    person.to_first_vowel(begin=begin)
    method = person.journey()["signup_method"]
    trial.expect("how they signed up", method, method == "email")
    person.open_microphone()
    person.record(4)
    person.push("take_keep")
    person.at("vowel_heading", 2, 3)

    wrong = sign_in(trial, browser, "not the vowel of the day")
    wrong.page.locator("main .wrong").wait_for()
    unknown = sign_in(trial, browser, email="nobody@example.org")
    unknown.page.locator("main .wrong").wait_for()
    trial.expect("the message for a wrong password and an unknown address", wrong.said()[:100],
                 wrong.said() == unknown.said() != "")
    wrong.context.close()
    unknown.context.close()

    other = sign_in(trial, browser)
    other.at("vowel_heading", 2, 3)
    other.open_microphone()
    for place in (3, None):
        other.record(4)
        other.push("take_keep")
        other.at("vowel_heading", place, 3) if place else other.at("reading_heading")
    person.at("reading_heading")
    other.record(6)
    other.push("take_keep")
    other.at("baseline_heading", seconds=60)
    phase = other.journey()["phase"]
    trial.expect("the journey of an account", phase, phase == "baseline_held")

    other.page.locator("#own-data details summary").click()
    end = other.page.get_by_role("button", name=other.t("account_end_others"))
    said = other.page.get_by_text(other.t("account_others", 1))
    trial.expect("other browsers that are signed in", said.count(), said.count() == 1)
    other.pictures("51-account")
    other.axe("one's account")
    end.click()
    other.page.get_by_text(other.t("account_others", 0)).wait_for()
    person.page.goto(trial.address)
    person.at("title")
    part = other.page.locator("#own-data details")
    part.get_by_label(other.t("account_old_password"), exact=True).fill(PASSWORD)
    part.get_by_label(other.t("account_new_password")).fill(ANOTHER)
    part.get_by_role("button", name=other.t("account_change"), exact=True).click()
    other.page.get_by_text(other.t("account_changed")).first.wait_for()
    other.push("sign_out")
    other.at("title")
    again = sign_in(trial, browser, ANOTHER)
    again.at("baseline_heading")
    again.push("erase_data")
    again.push("erase_data")
    again.at("title", seconds=180)
    gone = sign_in(trial, browser, ANOTHER)
    gone.page.locator("main .wrong").wait_for()
    trial.expect("errors in the consoles", again.unexpected(), not again.unexpected())
    browser.close()


def guest_makes_account(trial, playwright):
    """A guest who creates an account keeps the identifier and all recordings, here and in another browser."""
    browser = trial.browser(playwright, trial.vowel("guest", seconds=30))
    guest = Person(trial, browser)
    guest.to_first_vowel()
    guest.open_microphone()
    guest.record(4)
    guest.push("take_keep")
    guest.at("vowel_heading", 2, 3)
    before = guest.journey()["attempts"]
    asked = hold_first(guest.page, "**/v1/me/journey")
    guest.page.evaluate("""() => { window.asked = import("/page/api.js").then((api) => api.journey()); }""")
    for _ in range(50):
        if asked:
            break
        guest.page.wait_for_timeout(100)
    form(guest, "account_make", "guest@example.org", PASSWORD, "account_make")
    guest.page.locator("main .remark", has_text=guest.t("account_made")).wait_for()
    # The late answer of the server to a request of the former guest.
    asked[0].fulfill(status=401, json={"code": "not_signed_in", "message": "the request has no valid sign-in", "advice": ""})
    answer = guest.page.evaluate("() => window.asked")
    method = answer and answer["signup_method"]
    trial.expect("the answer to a request from before the account", method, method == "email")
    guest.at("vowel_heading", 2, 3)
    guest.push("sign_out")
    guest.at("title")
    again = sign_in(trial, browser, email="guest@example.org")
    again.at("vowel_heading", 2, 3)
    after = again.journey()["attempts"]
    trial.expect("recordings before the account and after it", (len(before), len(after)), before == after != [])
    trial.expect("errors in the console", guest.unexpected(), not guest.unexpected())
    browser.close()
