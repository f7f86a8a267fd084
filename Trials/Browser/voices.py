"""Unsuitable voices: messages during the recording, and the outcome."""
import numpy

from support import Person, samples


def steady(trial):
    """The samples of a voice that nothing is wrong with."""
    return samples(str(trial.vowel("steady", seconds=20)))[1]


def speech_of_noise(count, level, seed=1):
    return numpy.random.default_rng(seed).normal(0, 10 ** (level / 20), count)


def attempt(trial, playwright, name, voice, locale):
    """One attempt at a vowel; returns the person, the step after it, and the message about the recording."""
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
    take = person.said()
    person.picture(f"{name}-2-take")
    person.push("take_keep")
    person.page.locator("h1", has_text=person.t("refused_heading")).or_(
        person.page.locator("h1", has_text=person.t("vowel_heading", 2, 3))).first.wait_for(timeout=30000)
    journey = person.journey()
    if journey["phase"] == "refused":
        person.page.locator("main .wrong").first.wait_for()
    person.pictures(f"{name}-3-judged")
    return person, journey, {"hint": hint, "lamp": lamp, "take": take}


def refused(trial, person, journey, name, *codes):
    """It cannot be used, for one of these reasons, and what to do is said in the language of the page."""
    found = [reason["code"] for reason in journey["attempts"][-1]["reasons"]]
    trial.expect(f"why {name} is refused", found, journey["phase"] == "refused" and set(codes) & set(found) != set())
    advice = person.t("what_to_do", "").split(":")[0]
    trial.expect(f"advice for {name}", person.said()[:160], advice in person.said())
    person.reload_at("refused_heading")
    person.push("record_again")
    person.at("vowel_heading", 1, 3)
    trial.expect(f"errors in the console with {name}", person.unexpected(), not person.unexpected())
    person.context.browser.close()


def too_soft(trial, playwright):
    voice = steady(trial)
    soft = 10 ** (-48 / 20) * voice / numpy.max(numpy.abs(voice))
    person, journey, said = attempt(trial, playwright, "30-soft", soft, "de-DE")
    trial.expect("hint while it is too soft", said["hint"], said["hint"] == person.t("live_soft"))
    trial.expect("the message for a soft take", said["take"], person.t("take_soft") in said["take"])
    refused(trial, person, journey, "a voice too soft", "level", "faint")


def clipped(trial, playwright):
    voice = steady(trial)
    loud = numpy.clip(6 * voice / numpy.max(numpy.abs(voice)), -1, 1)
    person, journey, said = attempt(trial, playwright, "31-clipped", loud, "en-US")
    trial.expect("hint while it is too loud", said["hint"], said["hint"] == person.t("live_loud"))
    trial.expect("lamp", said["lamp"], said["lamp"] == person.t("clipped"))
    refused(trial, person, journey, "a clipped voice", "clipping")


def noisy(trial, playwright):
    voice = steady(trial)
    voice = 0.25 * voice / numpy.max(numpy.abs(voice)) + speech_of_noise(len(voice), -22)
    person, journey, _ = attempt(trial, playwright, "32-noisy", voice, "de-DE")
    refused(trial, person, journey, "a noisy voice", "snr", "signal_type", "f0_confidence", "missing_measures")


def too_short(trial, playwright):
    """The page lets no recording end before three seconds, and says for how long there is a voice in it."""
    count = 11025
    edge = numpy.minimum(1, numpy.minimum(numpy.arange(count), numpy.arange(count)[::-1]) / 2000)
    pause = speech_of_noise(9 * count, -70)
    pause[:count] += steady(trial)[:count] * edge
    browser = trial.browser(playwright, trial.write("33-short", pause))
    person = Person(trial, browser)
    person.to_first_vowel()
    person.open_microphone()
    person.push("record_start")
    end = person.page.get_by_role("button", name=person.t("record_end"))
    person.page.wait_for_timeout(4500)
    trial.expect("ending a recording after a second and a half", end.is_disabled(), end.is_disabled())
    end.click()
    person.page.locator("#keep").wait_for()
    said = person.said()
    person.pictures("33-short-2-take")
    words = person.t("take_short", "0").split("0")[0]
    trial.expect("the message for a short vowel", said, words in said)
    person.push("take_redo")
    person.open_microphone_again()
    trial.expect("takes that were sent", len(person.takes), not person.takes)
    browser.close()


def gapped(trial, playwright):
    """A recorder that loses 5 ms every two seconds, wherever in the file the take begins."""
    rate, voice = samples(str(trial.vowel("whole", f0=130, seconds=30)))
    kept = numpy.arange(len(voice)) % (2 * rate) >= 0.005 * rate
    person, journey, _ = attempt(trial, playwright, "35-gapped", voice[kept], "de-DE")
    refused(trial, person, journey, "a voice without 5 ms", "gap")


def hoarse(trial, playwright):
    voice = trial.vowel("34-hoarse", jitter=1, shimmer=6, hnr=15, **{"amplitude-alternation": 15})
    for again in range(3):
        person, journey, _ = attempt(trial, playwright, "34-hoarse", str(voice), "de-DE")
        why = {reason["code"] for reason in journey["attempts"][-1]["reasons"]}
        if not why & {"dropouts", "dropped_frames"}:
            break
        # The browser's own fake microphone starved on a busy machine, and the page said so: a person would redo it.
        print(f"  take {again + 1} was cut by the browser: {sorted(why)}", flush=True)
        person.context.browser.close()
    # A hoarse voice continues with its available measures and the next vowel.
    trial.expect("a hoarse voice", journey["attempts"][-1]["state"], journey["attempts"][-1]["state"] == "usable")
    session = journey["attempts"][-1]["session_id"]
    person.recording(session)
    computed = person.context.request.get(
        f"{trial.address}/v1/me/sessions/{session}/documents/computed").json()
    trial.expect("signal type of the hoarse voice", computed["signal_type"]["type"], computed["signal_type"]["type"] >= 2)
    person.context.browser.close()
