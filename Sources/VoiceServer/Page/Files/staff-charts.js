// Charts of the lead measures of a person over the visits.

import { folded, h, plainName, quiet, shown, t } from "./elements.js";
import { day, table } from "./results.js";
import { leads } from "./staff-alerts.js";

function svg(name, members, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(members)) element.setAttribute(key, value);
  element.append(...children.flat().filter(Boolean));
  return element;
}

/** The drawing area, in units of the drawing. */
const [left, right, top, bottom] = [50, 308, 12, 100];

/** Returns a function that maps values between `low` and `high` to `from` … `to`. */
const scale = (low, high, from, to) => (value) =>
  (high > low ? from + ((value - low) / (high - low)) * (to - from) : (from + to) / 2);

/** Returns the personal range of a measure and its values in the sessions; null without a value. */
function series(measure, baseline, sessions) {
  const points = sessions.map((session, place) => ({ ...session.measures.find((one) => one.measure === measure),
    place: sessions.every(({ recorded_at: time }) => time) ? Date.parse(session.recorded_at) : place,
    time: session.recorded_at })).filter(({ value }) => value !== undefined && value !== null);
  const range = baseline?.biomarkers.find((one) => one.measure === measure)?.variation?.usual_range;
  return points.length > 0 ? { measure, points, range } : null;
}

function chart({ measure, points, range }) {
  const values = [...points.map(({ value }) => value), ...range ? [range.low, range.high] : []];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [points[0], points.at(-1)];
  const x = scale(first.place, last.place, left + 8, right - 8);
  const y = scale(low, high, bottom, top);
  const label = (text, members) => { const one = svg("text", members); one.append(text); return one; };
  const dated = ({ value, unit, time }) => `${shown(value)} ${unit}${time ? ` (${day(time)})` : ""}`;
  const usual = range ? t("staff_range", shown(range.low), shown(range.high), last.unit) : null;
  const text = [plainName(measure), points.length > 1 ? `${dated(first)} … ${dated(last)}` : dated(last), usual];
  return h("figure", {},
    h("figcaption", {}, h("strong", {}, plainName(measure)), ` ${shown(last.value)}\u00a0${last.unit}`,
      usual ? quiet(usual) : null),
    svg("svg", { viewBox: "0 0 320 122", role: "img", "aria-label": text.filter(Boolean).join(". ") },
      range ? svg("rect", { class: "range", x: left, width: right - left, y: y(range.high),
        height: y(range.low) - y(range.high) }) : null,
      (high > low ? [low, high] : [low]).map((value) =>
        label(shown(value), { x: left - 6, y: y(value) + 4, "text-anchor": "end" })),
      svg("path", { class: "axis", d: `M${left} ${top}V${bottom}H${right}` }),
      svg("polyline", { points: points.map(({ place, value }) => `${x(place)},${y(value)}`).join(" ") }),
      points.map(({ place, value, classification }) => (classification === "larger_than_usual_variation"
        ? svg("path", { class: "beyond", d: `M${x(place)} ${y(value) - 6}l6 6l-6 6l-6 -6z` })
        : svg("circle", { cx: x(place), cy: y(value), r: 4 }))),
      first.time ? label(day(first.time), { x: left, y: 118 }) : null,
      last !== first && last.time ? label(day(last.time), { x: right, y: 118, "text-anchor": "end" }) : null));
}

/** Creates the charts of the lead measures, with their values as a table. */
export function charts(baseline, { sessions }, visit) {
  const all = Object.values(leads).map((measure) => series(measure, baseline, sessions)).filter(Boolean);
  if (all.length === 0) return null;
  const value = (session, { measure }) => shown(session.measures.find((one) => one.measure === measure)?.value);
  return [
    h("div", { class: "charts" }, all.map(chart)), quiet(t("staff_legend")),
    folded(t("staff_table"), table("values",
      [[t("staff_visits")],
        ...all.map(({ measure, points: [{ unit }] }) => [`${plainName(measure)}, ${unit}`, "number"])],
      sessions.toReversed().map((session) => [visit(session.recorded_at), ...all.map((one) => value(session, one))]))),
  ];
}
