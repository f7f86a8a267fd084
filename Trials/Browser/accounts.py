"""Accounts: sign-up with an account, sign-in from another browser, and a guest who creates an account."""
from support import Person, hold_first

EMAIL, PASSWORD, ANOTHER = "ida@example.org", "the vowel of the day", "another vowel, another day"


def form(person, heading, email, password, button):
    """Submits one of the forms. Returns its `details` element."""
    part = person.page.locator("details").filter(has=person.page.get_by_text(person.t(heading), exact=True).first).last
    if not part.evaluate("part => part.open"):
        part.locator("summary").click()
    if email is not None:
        part.get_by_label(person.t("account_email")).fill(email)
    part.get_by_label(person.t("account_password"), exact=True).fill(password)
    part.get_by_role("button", name=person.t(button), exact=True).click()
    return part


def sign_in(trial, browser, password=PASSWORD, email=EMAIL):
    """Signs in from a separate browser context. Returns the person."""
    person = Person(trial, browser)
    person.page.goto(trial.address)
    person.at("title")
    form(person, "account_enter_heading", email, password, "account_enter")
    return person


def begin(person):
    """Signs up with an account, after an invalid address and a weak password."""
    for email, password, key in (("ida", PASSWORD, "email"), (EMAIL, "short", "password")):
        part = form(person, "account_begin_heading", email, password, "account_make")
        field = part.locator(f'[name="{key}"][aria-invalid="true"]')
        field.wait_for()
        focused = field.evaluate("element => element === document.activeElement")
        person.trial.equal(f"invalid {key} field has the focus", focused, True)
    person.pictures("50-account-faults")
    person.axe("sign-up with an account")
    form(person, "account_begin_heading", EMAIL, PASSWORD, "account_make")


def with_account(trial, playwright):
    """A person signs up with an account and continues the onboarding in another browser."""
    browser = trial.browser(playwright, trial.vowel("account", seconds=60))
    person = Person(trial, browser)
    person.to_first_vowel(begin=begin)
    trial.equal("signup_method of the journey", person.journey()["signup_method"], "email")
    person.open_microphone()
    person.record(4)
    person.push("take_keep")
    person.at("vowel_heading", 2, 3)

    wrong = sign_in(trial, browser, "not the vowel of the day")
    wrong.page.locator("main .wrong").wait_for()
    unknown = sign_in(trial, browser, email="unknown@example.org")
    unknown.page.locator("main .wrong").wait_for()
    trial.check("message for a wrong password, as for an unknown address", wrong.warnings(), unknown.warnings(),
                wrong.warnings() == unknown.warnings() != "")
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
    other.at("session_of", 1, 3, seconds=60)
    trial.equal("phase of the journey", other.journey()["phase"], "baseline_held")

    other.open_menu()
    other.page.locator("#own-data details summary").click()
    end = other.page.get_by_role("button", name=other.t("account_end_others"))
    trial.equal("messages that one other browser is signed in", other.page.get_by_text(other.t("account_others", 1)).count(), 1)
    other.pictures("51-account")
    other.axe("account")
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
    again.at("session_of", 1, 3)
    again.open_menu()
    again.push("erase_data")
    again.push("erase_data")
    again.at("title", seconds=180)
    deleted = sign_in(trial, browser, ANOTHER)
    deleted.page.locator("main .wrong").wait_for()
    again.check_console()
    browser.close()


def guest_to_account(trial, playwright):
    """A guest who creates an account keeps the identifier and all recordings, here and in another browser."""
    browser = trial.browser(playwright, trial.vowel("guest", seconds=30))
    guest = Person(trial, browser)
    guest.to_first_vowel()
    guest.open_microphone()
    guest.record(4)
    guest.push("take_keep")
    guest.at("vowel_heading", 2, 3)
    before = guest.journey()["attempts"]
    held = hold_first(guest.page, "**/v1/me/journey")
    guest.page.evaluate("""() => { window.response = import("/page/api.js").then((api) => api.journey()); }""")
    for _ in range(50):
        if held:
            break
        guest.page.wait_for_timeout(100)
    guest.open_menu()
    form(guest, "account_make", "guest@example.org", PASSWORD, "account_make")
    guest.page.locator("main .remark", has_text=guest.t("account_made")).wait_for()
    # A late response to a request that the page sent as a guest.
    held[0].fulfill(status=401, json={"code": "not_signed_in", "message": "you are not signed in, or the sign-in has expired", "advice": ""})
    journey = guest.page.evaluate("() => window.response")
    trial.equal("signup_method after a late 401 to a request of the guest", journey and journey["signup_method"], "email")
    guest.at("vowel_heading", 2, 3)
    guest.open_menu()
    guest.push("sign_out")
    guest.at("title")
    again = sign_in(trial, browser, email="guest@example.org")
    again.at("vowel_heading", 2, 3)
    trial.equal("recordings of the guest", len(before), 1)
    trial.equal("recordings in the account are those of the guest", again.journey()["attempts"] == before, True)
    guest.check_console()
    browser.close()
