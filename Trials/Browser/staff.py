"""The staff page: sign-in with a token, the views, and a patient."""
import subprocess

from support import Person


def staff_page(trial, playwright):
    """A clinician signs in, adds a patient and edits the details, and signs out, in English and German."""
    token = subprocess.run([trial.options.server, "token", "create", "--state", trial.state, "--role", "clinician",
                            "--name", "Dr. Weber"], check=True, capture_output=True, text=True).stdout.strip()
    for language in ("en-US", "de-DE"):
        browser = trial.browser(playwright)
        staff = Person(trial, browser, locale=language)
        page, patient = staff.page, f"patient-{staff.language}"
        page.goto(trial.address + "/staff")
        for text in ("unknown", token):
            staff.at("staff_heading")
            page.get_by_label(staff.t("staff_token")).fill(text)
            staff.push("staff_sign_in")
            if text == "unknown":
                page.locator("main .wrong").wait_for()
                staff.axe("staff sign-in")
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
        page.locator("summary", has_text=staff.t("staff_correct")).click()
        page.get_by_label(staff.t("form_age")).fill("51")
        staff.push("staff_correct_send")
        trial.contains("message about a missing reason", staff.warnings().lower(), staff.t("staff_reason_missing").lower())
        page.get_by_label(staff.t("staff_reason")).fill("date of birth")
        staff.push("staff_correct_send")
        page.locator("main > dl dd", has_text="51").wait_for()
        staff.pictures(f"70-patient-{staff.language}")
        staff.axe("patient")
        staff.push("sign_out")
        staff.at("staff_heading")
        trial.equal("names on the page after signing out", page.get_by_text(patient).count(), 0)
        # A patient without a session has no progress (404).
        staff.check_console(f" ({staff.language})", expected=("404",))
        browser.close()
