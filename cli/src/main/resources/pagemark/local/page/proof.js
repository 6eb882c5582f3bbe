// The proof: what DynamoDB alone takes for a page, beside Pagemark, in a line. Before a race that is calculated; a race measures both.
// Page 1 tells of the last page: DynamoDB alone reads page 1 as fast.

import { copyMenu } from "./code.js";
import { costs, spent, timeOf } from "./cost.js";
import { bar, count, counted, el, fill } from "./dom.js";
import { apiPath, restarted } from "./state.js";

/** The most calls and read units that the stack lets a walk take. */
const CALLS_MAX = 100;
const UNITS_MAX = 300;

let racing = new AbortController();
let isOpen = false;

const short = (number) => count(Math.round(number * 10) / 10);
const told = ({ calls, units }, before = "") => `${before}${counted(calls, "call", "calls")}, ${short(units)} read ${units === 1 ? "unit" : "units"}`;

const isFiltered = ({ filters }) => Object.values(filters).some((values) => values.length);

/** How many items there are up to the page's last one; NaN if nobody knows. A page at a cursor has no number, but a place. */
const itemsTo = ({ page, items }) => (page.number ? (page.number - 1) * page.size : page.skip ?? NaN) + items.length;

/** The page that the line tells of: its number, and the items up to its end. The one that is shown if DynamoDB alone needs more calls for it. */
function aim(answer, own) {
  const { size, totalItems, totalPages } = answer.page;
  const number = answer.page.number ?? Math.ceil(itemsTo(answer) / size);
  return number > own.calls || !totalPages ? { number, items: itemsTo(answer) } : { number: totalPages, items: totalItems };
}

/**
 * What DynamoDB alone takes for that page: `text`, `how` it is known, `sum` of calls or read units, which has a bar, and `own`, that of
 * Pagemark. A sum of null is not the answer, but less than it. Null if Pagemark saves nothing there.
 */
function alone({ listing, state }, { number }, own) {
  const page = `Page ${count(number)}`;
  if (listing.alone === "scan") {
    const { calls, units } = listing.scan ?? { calls: 0, units: 0 };
    return units > own.units && {
      page: "Any page", text: `a scan of ${short(units)} read units`, sum: units, own: own.units, lane: told({ calls, units }, "about "),
      how: "No key has this order: DynamoDB alone would read the whole table, and sort it. Calculated from the table's size.",
    };
  }
  if (listing.alone === "merge") {
    return number > 1 && {
      page, text: "no single Query", sum: null, own: own.calls, lane: "no Query for this",
      how: "DynamoDB alone would read several partitions side by side, and merge them.",
    };
  }
  const least = { calls: number, units: number / 2 };
  const filtered = isFiltered(state);
  return number > own.calls && {
    page, text: filtered ? `${count(number)}+ calls` : counted(number, "call", "calls"), sum: filtered ? null : number, own: own.calls, isRaced: true,
    lane: told(least, "at least "),
    how: filtered
      ? "Calculated. DynamoDB alone also reads what does not match: a race counts it."
      : "Calculated: one Query after another from page 1 on, each of half a read unit at least.",
  };
}

/** What a walk will have taken at the page, from what it took until it was cut. */
function whole({ calls, units, found }, items) {
  const share = items / found;
  return { calls: Math.ceil(calls * share), units: units * share };
}

/** A row that `show(words, share)` fills, with the share of the longer lane. */
function lane(name) {
  const shown = el("dd", {});
  const show = (words, share) => fill(shown, bar(share), el("span", { class: "lane-told" }, words));
  return { show, row: el("div", { class: "lane" }, el("dt", {}, name), shown) };
}

const ENDS = { calls: `${CALLS_MAX} calls`, time: "10 seconds", units: `${UNITS_MAX} read units` };

function measured(again, walk) {
  const cut = ENDS[walk.end] && `Measured for ${ENDS[walk.end]}, ${walk.found ? "the rest calculated" : "which met no item that matches"}.`;
  return `${cut ?? "Measured."} DynamoDB alone read ${counted(walk.read, "item", "items")} in ${count(walk.millis)} ms, ` +
    `Pagemark ${count(again.items.length)} in ${timeOf(again)}. Both read eventually consistently.`;
}

/** The line, the lanes, and how the numbers are known. */
function parts(proof, own) {
  const wide = (text) => el("span", { class: "wide" }, text);
  const theirs = el("strong", {}, proof.text);
  const lanes = { alone: lane("DynamoDB alone"), pagemark: lane("Pagemark") };
  const how = el("p", { class: "proof-how", role: "status" }, proof.how);
  const calculate = () => {
    const most = Math.max(proof.sum ?? 0, proof.own);
    lanes.alone.show(proof.lane, (proof.sum ?? 0) / most);
    lanes.pagemark.show(told(own), proof.sum === null ? 0 : proof.own / most);
  };
  calculate();
  return {
    line: el("p", { class: "proof-line" }, `${proof.page}: `, theirs, wide(" by DynamoDB alone"), " against ", el("strong", {}, short(proof.own)), wide(" by Pagemark")),
    lanes, how, theirs, calculate,
    list: el("dl", { class: "lanes" }, lanes.alone.row, lanes.pagemark.row),
  };
}

/** Runs both at once: the walk of DynamoDB alone, and the page again. */
async function run({ state }, { lanes, how, theirs }, target, size, { ask, race }, signal) {
  const most = Math.max(target.number, 2);
  lanes.alone.show("…", 0);
  lanes.pagemark.show("…", 0);
  how.textContent = "Both read now…";
  const again = ask(apiPath(restarted(state, { page: String(target.number) }), false), signal).then((own) => {
    lanes.pagemark.show(told(spent(own)), spent(own).calls / most);
    return own;
  });
  const walked = race({ ...state, size, items: target.items }, (step) => lanes.alone.show(told(step), step.calls / Math.max(most, step.calls)), signal);
  const [walk, own] = await Promise.all([walked, again]);
  const isCut = Boolean(ENDS[walk.end]);
  const all = isCut && walk.found ? whole(walk, target.items) : walk;
  const words = told(all, isCut ? (walk.found ? "about " : "over ") : "");
  const longest = Math.max(all.calls, spent(own).calls);
  lanes.alone.show(words, all.calls / longest);
  lanes.pagemark.show(told(spent(own)), spent(own).calls / longest);
  theirs.textContent = words.replace(/,.*/, "");
  how.textContent = measured(own, walk);
}

/** The button "Details", which shows what is behind the line. It stays open from page to page. */
function details(more) {
  const button = el("button", { class: "button more", type: "button", "data-key": "details", "aria-controls": "proof-more" }, el("span", { class: "label" }, "Details"));
  const turn = (open) => {
    isOpen = open;
    more.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => turn(!isOpen));
  turn(isOpen);
  return { button, open: () => turn(true) };
}

function raceButton(context, { calculate, how }, start) {
  const { signal } = racing;
  let isRunning = false;
  const onclick = async () => {
    if (isRunning) {
      return;
    }
    isRunning = true;
    await start(signal).catch((error) => {
      calculate();
      how.textContent = signal.aborted ? "" : `No race: ${error.message}.`;
    });
    isRunning = false;
  };
  return el("button", { class: "button", type: "button", "data-key": "race", onclick },
    context.listing.readOnly ? `Race, for at most ${UNITS_MAX} read units` : "Race");
}

/** The answer as JSON, and the request as code. */
function same(context, { links: { self } }) {
  return el("div", { class: "same" },
    self.startsWith("/") && !self.startsWith("//") ? el("a", { class: "json", href: self }, "The same as JSON") : null,
    copyMenu(context));
}

/**
 * @param answer null to show nothing
 * @param calls `ask` requests a path of the API; `race` walks as DynamoDB alone, null if nobody can
 */
export function showProof(region, context, answer, calls) {
  racing.abort();
  racing = new AbortController();
  if (!answer) {
    fill(region);
    return;
  }
  const own = spent(answer);
  const target = own.calls && answer.items.length && answer.page.totalPages > 1 ? aim(answer, own) : null;
  const proof = target?.number && alone(context, target, own);
  const shown = proof ? parts(proof, own) : null;
  const more = el("div", { id: "proof-more", class: "proof-more" }, shown?.list, shown?.how, costs(answer));
  const { button, open } = details(more);
  const start = (signal) => {
    open();
    return run(context, shown, target, answer.page.size, calls, signal);
  };
  fill(region,
    shown?.line,
    proof?.isRaced && calls.race ? raceButton(context, shown, start) : null,
    own.calls ? button : null,
    same(context, answer),
    own.calls ? more : null);
}
