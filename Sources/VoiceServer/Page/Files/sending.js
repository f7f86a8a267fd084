// Sends pending uploads until each is acknowledged, with retries and after a page reload. One tab
// sends at a time; the server recognises repeated bytes.

import * as api from "./api.js";
import { button, h, number, quiet, row, say, t } from "./elements.js";
import * as takes from "./takes.js";

/** Returns whether an error is transient. */
const isTransient = (error) => error instanceof api.Unreachable || error.status === 429
  || error.status >= 500 || ["body_broken", "digest_differs"].includes(error.code);

/** Returns the key of the requested recording, as in `Sagevoice-Place`. */
export function placeOf(journey) {
  const { task, take, attempt } = journey?.request ?? {};
  return [journey?.journey_id, journey?.round, task, take, attempt].join(" ");
}

/** Uploads a recording. A 202 response counts as a transient error until a session exists. */
async function hand(take, state) {
  const { status } = await api.send(take, state);
  if (status !== 202) return;
  if (!take.isKept) await takes.change({ ...take, isKept: true });
  throw new api.Unreachable("the store is away");
}

/** Sends a recording if the flow requests it; otherwise asks whether the server has its bytes. */
async function send(take) {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    let journey;
    try {
      journey = await api.journey();
    } catch (error) {
      if (error.code !== "busy" || take.isKept) throw error;
      await hand(take, {});
      return "acknowledged";
    }
    if (!journey) return "signed_out";
    if (journey.journey_id !== take.journey) return "foreign";
    const isGranted = journey.phase === "recording";
    const isAsked = placeOf(journey) === take.place && (isGranted || journey.phase?.startsWith("microphone"));
    try {
      if (isAsked && !isGranted) {
        // The permission existed at the time of the recording.
        await api.sendEvent("microphone", { answer: "granted" });
        continue;
      }
      await hand(take, isAsked ? undefined : { "If-Match": "\"nowhere\"" });
      return "acknowledged";
    } catch (error) {
      if (error.code !== "journey_moved") throw error;
      if (!isAsked) return "superseded";
    }
  }
  throw new api.Unreachable("the journey does not stand still");
}

/** The sender of pending uploads and its banner. */
export class Sender {
  #app;
  #run = null;
  #nudge = () => {};
  #shown = null;
  #banner = document.getElementById("waiting");

  constructor(app) {
    this.#app = app;
    window.addEventListener("online", () => this.#nudge());
  }

  /** Saves a recording and sends it. */
  async take(take) {
    await takes.keep(take);
    await this.run();
  }

  /** Returns whether an upload is pending. */
  static async isWaiting() { return (await takes.all()).length > 0; }

  /** Sends until no upload is pending. */
  run() {
    this.#run ??= this.#sendAll().finally(() => { this.#run = null; });
    return this.#run;
  }

  /** Deletes all pending uploads. */
  async forget() {
    await takes.clear();
    this.#nudge();
  }

  async #sendAll() {
    let remark = null;
    try {
      for (let pause = 1; (await takes.all()).length > 0; pause = Math.min(30, 2 * pause)) {
        try {
          remark = await navigator.locks.request("takes", () => this.#deliver());
          if (remark === "signed_out") return await this.#show();
        } catch (error) {
          if (!isTransient(error)) throw error;
          await this.#show();
          await this.#wait(pause);
        }
      }
    } catch (error) {
      this.#hide();
      throw error;
    }
    this.#hide();
    return this.#app.refresh(remark);
  }

  /** Sends the pending uploads once; returns a remark or null. */
  async #deliver() {
    let remark = null;
    for (const take of await takes.all()) {
      let outcome;
      try {
        outcome = await send(take);
      } catch (error) {
        // A permanently refused upload is deleted.
        if (!isTransient(error)) await takes.remove(take);
        throw error;
      }
      if (outcome === "signed_out") return outcome;
      await takes.remove(take);
      if (outcome === "superseded") remark = t("waiting_superseded");
    }
    return remark;
  }

  async #show() {
    const waiting = await takes.all();
    // Uploads in the queue of the server need no open page.
    const isKept = waiting.every((take) => take.isKept);
    const shown = `${waiting.length} ${isKept}`;
    if (waiting.length === 0 || this.#shown === shown) return;
    this.#shown = shown;
    for (const passing of document.querySelectorAll(".sending")) passing.remove();
    const said = t(isKept ? "waiting_at_server" : "waiting", number(waiting.length));
    const again = button(t(isKept ? "waiting_look" : "waiting_now"), async () => {
      this.#nudge();
      void this.run();
    }, "second");
    const discard = isKept ? null : button(t("waiting_discard"), async () => {
      await this.forget();
      this.#hide();
    }, "grave");
    this.#banner.replaceChildren(h("p", {}, said),
      quiet(t(isKept ? "waiting_at_server_kept" : "waiting_kept")), row(again, discard));
    this.#banner.hidden = false;
    say(said);
  }

  #hide() {
    this.#shown = null;
    this.#banner.hidden = true;
  }

  #wait(seconds) {
    return new Promise((done) => {
      this.#nudge = done;
      setTimeout(done, 1000 * seconds);
    });
  }
}
