"""Unsuitable voices: messages during the recording, and the outcome."""
import numpy

from support import Person, samples


def steady(trial):
    """The samples of a usable voice."""
    return samples(str(trial.vowel("steady", seconds=20)))[1]


def white_noise(count, level, seed=1):
    """White noise with a level in dB relative to full scale (RMS 1)."""
    return numpy.random.default_rng(seed).normal(0, 10 ** (level / 20), count)


def attempt(trial, playwright, name, voice, locale):
    """Records and uploads a vowel. Returns the person, the journey afterwards, and the messages of the page."""
    file = voice if isinstance(voice, str) else trial.write(name, voice)
    browser = trial.browser(playwright, file)
    person = Person(trial, browser, locale=locale)
    person.to_first_vowel()
    person.open_microphone()
    person.push("record_start")
    person.page.wait_for_timeout(5500)
    hint = person.page.locator(".hint").inner_text()
    lamp = person.page.locator(".lamp").inner_text()
    person.picture(f"{name}-1-recording")
    person.push("record_end")
    person.page.locator("#keep").wait_for()
    warnings = person.warnings()
    person.picture(f"{name}-2-recorded")
    person.push("take_keep")
    person.page.locator("h1", has_text=person.t("refused_heading")).or_(
        person.page.locator("h1", has_text=person.t("vowel_heading", 2, 3))).first.wait_for(timeout=30000)
    journey = person.journey()
    if journey["phase"] == "refused":
        person.page.locator("main .wrong").first.wait_for()
    person.pictures(f"{name}-3-result")
    return person, journey, {"hint": hint, "lamp": lamp, "warnings": warnings}


def check_refusal(trial, person, journey, name, *codes):
    """The recording is refused for one of the reasons `codes`, with advice in the language of the page."""
    trial.equal(f"{name}: phase of the journey", journey["phase"], "refused")
    found = [reason["code"] for reason in journey["attempts"][-1]["reasons"]]
    trial.check(f"{name}: reasons for the refusal", found, f"one of {', '.join(codes)}", set(codes) & set(found))
    trial.contains(f"{name}: advice", person.warnings(), person.t("what_to_do", "").split(":")[0])
    person.reload_at("refused_heading")
    person.push("record_again")
    person.at("vowel_heading", 1, 3)
    person.check_console(f" ({name})")
    person.context.browser.close()


def too_soft(trial, playwright):
    voice = steady(trial)
    soft = 10 ** (-48 / 20) * voice / numpy.max(numpy.abs(voice))
    person, journey, shown = attempt(trial, playwright, "30-soft", soft, "de-DE")
    trial.equal("soft voice: hint during the recording", shown["hint"], person.t("live_soft"))
    trial.equal("soft voice: word in the ring", shown["lamp"], person.t("too_soft"))
    trial.contains("soft voice: warning after the recording", shown["warnings"], person.t("take_soft"))
    check_refusal(trial, person, journey, "soft voice", "level", "faint")


def clipped(trial, playwright):
    voice = steady(trial)
    loud = numpy.clip(6 * voice / numpy.max(numpy.abs(voice)), -1, 1)
    person, journey, shown = attempt(trial, playwright, "31-clipped", loud, "en-US")
    trial.equal("clipped voice: hint during the recording", shown["hint"], person.t("live_loud"))
    trial.equal("clipped voice: word in the ring", shown["lamp"], person.t("clipped"))
    check_refusal(trial, person, journey, "clipped voice", "clipping")


def noisy(trial, playwright):
    voice = steady(trial)
    voice = 0.25 * voice / numpy.max(numpy.abs(voice)) + white_noise(len(voice), -22)
    person, journey, _ = attempt(trial, playwright, "32-noisy", voice, "de-DE")
    check_refusal(trial, person, journey, "noisy voice", "snr", "signal_type", "f0_confidence", "missing_measures")


def too_short(trial, playwright):
    """A recording cannot end before 3 s. A voice of 0.25 s gives a warning before the upload."""
    count = 11025
    edge = numpy.minimum(1, numpy.minimum(numpy.arange(count), numpy.arange(count)[::-1]) / 2000)
    pause = white_noise(9 * count, -70)
    pause[:count] += steady(trial)[:count] * edge
    browser = trial.browser(playwright, trial.write("33-short", pause))
    person = Person(trial, browser)
    person.to_first_vowel()
    person.open_microphone()
    person.push("record_start")
    end = person.page.get_by_role("button", name=person.t("record_end"))
    person.page.wait_for_timeout(4500)
    trial.equal("end button disabled after 1.5 s", end.is_disabled(), True)
    end.click()
    person.page.locator("#keep").wait_for()
    person.pictures("33-short-2-recorded")
    trial.contains("warning for a short voice", person.warnings(), person.t("take_short", "0").split("0")[0])
    person.push("take_redo")
    person.open_microphone_again()
    trial.equal("uploads of the discarded recording", len(person.uploads), 0)
    browser.close()


def gapped(trial, playwright):
    """A recorder that drops 5 ms every 2 s."""
    rate, voice = samples(str(trial.vowel("whole", f0=130, seconds=30)))
    kept = numpy.arange(len(voice)) % (2 * rate) >= 0.005 * rate
    person, journey, _ = attempt(trial, playwright, "35-gapped", voice[kept], "de-DE")
    check_refusal(trial, person, journey, "voice with gaps of 5 ms", "gap")


def hoarse(trial, playwright):
    """A hoarse voice is usable with its available measures."""
    voice = trial.vowel("34-hoarse", jitter=1, shimmer=6, hnr=15, **{"amplitude-alternation": 15})
    for again in range(3):
        person, journey, _ = attempt(trial, playwright, "34-hoarse", str(voice), "de-DE")
        reasons = {reason["code"] for reason in journey["attempts"][-1]["reasons"]}
        if not reasons & {"dropouts", "dropped_frames"}:
            break
        # Chromium drops audio of its fake microphone on a busy machine.
        print(f"  attempt {again + 1} has dropped audio: {sorted(reasons)}", flush=True)
        person.context.browser.close()
    trial.equal("hoarse voice: state of the attempt", journey["attempts"][-1]["state"], "usable")
    session = journey["attempts"][-1]["session_id"]
    person.recording(session)
    trial.at_least("hoarse voice: signal type", person.document(session, "computed")["signal_type"]["type"], 2)
    person.context.browser.close()
