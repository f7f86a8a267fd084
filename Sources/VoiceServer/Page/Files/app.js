// Shows the current step of the onboarding flow. The server decides the next step; the page sends events.

import { resetStep } from "./accounts.js";
import * as api from "./api.js";
import { button, fill, h, quiet, row, say, sentence, showFrame, steps, t, title, wrong } from "./elements.js";
import { explainerStep, signUpStep, userInfoStep } from "./forms.js";
import { findingsOf, judgedStep } from "./judged.js";
import { leave, recordingStep } from "./recording.js";
import { completedStep, finalStep, ownData, recordings } from "./results.js";
import { Sender, placeOf } from "./sending.js";

const content = document.getElementById("content");
const menu = document.getElementById("menu");

/** Serialises view updates: concurrent ones may finish out of order. */
let turn = Promise.resolve();

function inTurn(act) {
  const done = turn.then(act);
  turn = done.catch(() => {});
  return done;
}

const app = {
  /** The state on display. */
  journey: null,
  place: "",
  sender: null,

  /** Whether a recording or playback is in progress. */
  isBusy: false,

  /** Whether the page shows that the server is unavailable. */
  isAway: false,

  /** Shows a flow and reports errors. */
  go(journey, remark = null) {
    return this.attempt(() => this.show(journey, remark));
  },

  /** Loads the flow and shows it. */
  refresh(remark = null) {
    return this.attempt(async () => this.show(await api.journey(), remark));
  },

  /** Sends an event and shows the resulting flow. */
  async send(event, more, remark) {
    await this.go(await api.sendEvent(event, more), remark);
  },

  /** A button that sends an event; null if the flow does not permit the event. */
  offer(journey, event, text, kind) {
    return journey.may.includes(event) ? button(text, () => this.send(event), kind) : null;
  },

  /** Shows a flow after the pending view updates. */
  show(journey, remark) {
    return inTurn(() => this.put(journey, remark));
  },

  /** Renders a flow unless the page shows a newer state, or records at this step. */
  async put(journey, remark) {
    if (api.isBefore(journey, this.journey)) return;
    const note = remark ? h("p", { class: "remark" }, remark) : null;
    const wasInMenu = menu.open;
    menu.open = false;
    const step = journey?.step ?? "signup_method";
    const findings = tasks.includes(step) ? await findingsOf(journey) : null;
    // From here to the new view no event of the person intervenes.
    const isOpen = ["microphone", "recording"].includes(journey?.phase);
    if (this.isBusy && isOpen && placeOf(journey) === placeOf(this.journey)) {
      this.journey = journey;
      if (note) content.prepend(note);
      return;
    }
    this.isAway = false;
    this.isBusy = false;
    listen(journey);
    const parts = [note, await view(journey, step, findings)];
    if (step === "completed") parts.push(await recordings(journey));
    const heading = fill(parts);
    menu.hidden = step === "signup_method";
    this.journey = journey;
    showSteps(journey, step);
    const place = placeKey(journey);
    if (place !== this.place || wasInMenu) {
      heading.focus();
      say(remark ?? "");
    }
    this.place = place;
  },

  /** Loads the flow and shows it if its position has changed. */
  async poll() {
    const now = await api.journey().catch(() => undefined);
    await this.attempt(() => inTurn(async () => {
      // A form in use is not replaced while the position is the same.
      if (now !== undefined && placeKey(now) !== placeKey(this.journey)) await this.put(now, null);
    }));
  },

  /** Runs an action and shows its error. */
  async attempt(act) {
    try {
      await act();
    } catch (error) {
      if (["journey_moved", "not_signed_in"].includes(error.code)) return this.refresh();
      const isUnreachable = error instanceof api.Unreachable;
      if ((isUnreachable || error.status === 503) && !content.querySelector("h1")) return this.showAway(error);
      menu.open = false;
      content.querySelector(".wrong.passing")?.remove();
      const shown = wrong(isUnreachable ? { message: t("offline") } : error);
      shown.classList.add("passing");
      content.prepend(shown);
    }
  },

  /** Shows that the server or its store is unavailable and retries every 5 s. */
  showAway(error) {
    const text = error.advice ? `${sentence(error.message)} ${sentence(error.advice)}` : t("offline");
    fill(title(t("away_heading")), h("p", {}, text), row(button(t("try_again"), begin))).focus();
    this.isAway = true;
    setTimeout(() => { if (this.isAway) void begin(); }, 5000);
  },
};

/** The steps with recordings. */
const tasks = ["sustained_vowel_test", "reading_prompt"];

async function view(journey, step, findings) {
  if (!tasks.includes(step)) await leave();
  switch (step) {
    case "signup_method": return signUpStep(app);
    case "explainer": return explainerStep(app);
    case "user_info_form": return userInfoStep(app);
    case "final_step": return finalStep(app, journey);
    case "completed": return completedStep(app, journey);
    default: {
      const isJudged = ["quick", "comprehensive", "refused"].includes(journey.phase);
      return (isJudged ? judgedStep : recordingStep)(app, journey, findings);
    }
  }
}

/** Shows the number of the step; a follow-up session begins with the vowels and ends with a comparison. */
function showSteps(journey, current) {
  const isFollowUp = current === "completed" ? journey.follow_up.result : journey?.purpose === "follow_up";
  const names = [...new Set(Object.values(steps))].slice(isFollowUp ? 2 : 0);
  const [value, max] = [names.indexOf(steps[current]) + 1, names.length];
  const name = t(isFollowUp && current === "final_step" ? "step_compared" : steps[current]);
  document.getElementById("steps").replaceChildren(
    h("label", { for: "step" }, t("step_of", value, max, name)), h("progress", { id: "step", value, max }));
}

menu.addEventListener("toggle", () => {
  const place = document.getElementById("own-data");
  place.replaceChildren(quiet(t("loading")));
  if (menu.open) void app.attempt(async () => place.replaceChildren(...await ownData(app, app.journey)));
});
menu.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("pointerdown", ({ target }) => {
  if (!menu.contains(target)) menu.open = false;
});

let end = null;

/** Subscribes to updates of the flow, from the server or from another tab. */
function listen(journey) {
  if (journey) {
    end ??= api.follow(() => app.poll());
  } else {
    end?.();
    end = null;
  }
}

/** The key of the displayed position; a new key resets the focus. */
const placeKey = (journey) => [journey?.step, journey?.phase, placeOf(journey)].join(" ");

window.addEventListener("hashchange", () => void showsReset());

window.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  void app.attempt(() => { throw event.reason; });
});

await showFrame("menu", () => {
  app.place = "";
  app.isBusy = false;
  return showsReset() || app.refresh();
});
app.sender = new Sender(app);
// Registration fails for an untrusted certificate; the page then works online only.
navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" }).catch(() => {});

/** Shows the form of a reset link if the URL contains a token; otherwise returns null. */
function showsReset() {
  const token = /^#reset=([0-9a-f]{64})$/.exec(location.hash)?.[1];
  return token ? inTurn(async () => {
    await leave();
    fill(resetStep(app, token)).focus();
    app.place = "";
  }) : null;
}

/** Starts the page: shows the flow, then sends the pending uploads. */
async function begin() {
  const reset = showsReset();
  if (reset) return reset;
  await app.attempt(async () => {
    const isWaiting = await Sender.isWaiting();
    let journey = await api.journey();
    // A reload ends a recording in progress; a finished recording is a pending upload.
    if (journey?.phase === "recording" && !isWaiting) journey = await api.sendEvent("resumed");
    await app.show(journey, null);
  });
  if (await Sender.isWaiting()) void app.attempt(() => app.sender.run());
  return undefined;
}

await begin();
