// The time line: how the items are spread over their sort values, with the place of the page, and a slider that jumps.

import { count, counted, el, fill } from "./dom.js";
import { placed } from "./place.js";
import { patternOf, readable } from "./sort.js";
import { apiPath, restarted, UNWINDOWED } from "./state.js";

const BARS_MAX = 50;

let known = { scope: null, bars: [] };

/** What the bars depend on. */
const scopeOf = ({ page, at, item, cursor, size, order, view, ...rest }) => JSON.stringify(rest);

/** A pointer that moves fewer pixels has clicked. */
const DRAG_MIN = 8;

/** A slider has this many steps. */
const STEPS = 1000;

/** Whether sort values have a distance, so that there can be bars. */
export const hasBars = (sort) => Boolean(patternOf(sort)) || ["integer", "number"].includes(sort.type);

/** How many items stand before each bar, and after the last one. */
function sums(bars) {
  const before = [0];
  bars.forEach((bar) => before.push(before.at(-1) + bar.items));
  return before;
}

/** Converts between a place on the line, 0 to 1, and how many items stand before it in the order of the page. */
function scale(bars, isDescending) {
  const before = sums(bars);
  const total = before.at(-1);
  const turned = (rank) => (isDescending ? total - rank : rank);
  return {
    total,
    rank(x) {
      const bar = Math.min(bars.length - 1, Math.floor(x * bars.length));
      return turned(before[bar] + (x * bars.length - bar) * bars[bar].items);
    },
    x(rank) {
      const at = Math.min(total, Math.max(0, turned(rank)));
      const bar = Math.max(0, before.findLastIndex((sum, i) => i < bars.length && sum <= at && (bars[i].items || i === 0)));
      return Math.min(1, (bar + (bars[bar].items ? (at - before[bar]) / bars[bar].items : 0)) / bars.length);
    },
  };
}

const nameOf = (sort, from) => (patternOf(sort) ? readable(patternOf(sort), from) : from);

function columns(bars) {
  const largest = Math.max(...bars.map((bar) => bar.items));
  return el("div", { class: "columns", "aria-hidden": "true" }, bars.map((bar) => {
    const column = el("span", { class: "column" });
    column.style.blockSize = `${bar.items ? Math.max(3, (100 * bar.items) / largest) : 0}%`;
    return column;
  }));
}

function mark(places, page, shown) {
  const ends = [places.x(page.from), places.x(page.from + shown)].sort((a, b) => a - b);
  const here = el("span", { class: "here", "aria-hidden": "true" });
  here.style.insetInlineStart = `${100 * ends[0]}%`;
  here.style.inlineSize = `${100 * (ends[1] - ends[0])}%`;
  return here;
}

/** @param answer the page; its place is marked. Nothing is shown before its bars are known */
export function showTimeline(region, { listing, state, follow }, answer) {
  const scope = scopeOf(state);
  const bars = known.scope === scope ? known.bars : [];
  const isLong = answer.page.totalPages > 1;
  region.classList.toggle("expected", isLong && hasBars(listing.sort));
  if (!bars.length || !isLong) {
    if (region.dataset.offered !== scope) {
      fill(region);
    }
    return;
  }
  const page = placed(answer.page);
  const places = scale(bars, (state.order ?? listing.order) === "descending");
  const pages = Math.max(1, Math.ceil(places.total / page.size));
  const pageAt = (step) => Math.min(pages, Math.floor(places.rank(step / STEPS) / page.size) + 1);
  const words = (step) => {
    const bar = bars[Math.min(bars.length - 1, Math.floor((step / STEPS) * bars.length))];
    return `From ${nameOf(listing.sort, bar.from)}: ${counted(bar.items, "item", "items")}. Page ${count(pageAt(step))}`;
  };
  const start = Math.round(STEPS * places.x((page.from ?? 0) + answer.items.length / 2));
  const told = el("output", { class: "timeline-told" }, listing.windows ? "Click to jump, drag for a window" : "Click to jump");
  const tell = ({ target }) => {
    told.textContent = words(target.value);
    target.setAttribute("aria-valuetext", words(target.value));
  };
  let dragged = null;
  const jump = ({ target }) => {
    if (dragged) {
      return;
    }
    const number = pageAt(target.value);
    follow(restarted(state, { page: number === 1 ? null : String(number) }));
  };
  /** Takes the bars from where the pointer is pressed to where it is left as a window. */
  const drag = ({ target, offsetX: began, pointerId }) => {
    const barAt = (x) => Math.min(bars.length - 1, Math.max(0, Math.floor((x / target.offsetWidth) * bars.length)));
    target.setPointerCapture(pointerId);
    target.onpointermove = ({ offsetX: x }) => {
      const [first, last] = [barAt(Math.min(began, x)), barAt(Math.max(began, x))];
      dragged = Math.abs(x - began) > DRAG_MIN ? { from: bars[first].from, to: bars[last + 1]?.from ?? null } : null;
      region.querySelectorAll(".column").forEach((column, i) => column.classList.toggle("chosen", Boolean(dragged) && i >= first && i <= last));
    };
    target.onpointerup = () => {
      target.onpointermove = null;
      return dragged && follow(restarted(state, { ...UNWINDOWED, ...dragged }));
    };
  };
  fill(region,
    el("div", { class: "timeline-line" }, columns(bars), page.from === null ? null : mark(places, page, answer.items.length),
      el("input", {
        type: "range", min: 0, max: STEPS, step: STEPS / 200, value: start, "data-key": "timeline", "aria-label": "Jump on the time line", "aria-valuetext": words(start),
        oninput: tell, onchange: jump, onpointerdown: listing.windows && drag,
      })),
    el("p", { class: "timeline-ends" },
      el("span", {}, nameOf(listing.sort, bars[0].from)), told, el("span", {}, nameOf(listing.sort, bars.at(-1).from))));
}

/** Offers the time line if each bar costs read units. */
function offer(region, scope, onclick) {
  region.dataset.offered = scope;
  fill(region, el("button", { class: "button", type: "button", "data-key": "timeline-ask", onclick }, `Show the time line, for about ${BARS_MAX * 3} read units`));
}

/**
 * Asks for the bars, once for each group, window and selection. An index with read units of its own is asked only if told to.
 * @param now `ask` requests a path of the API; `seen` is the page that is shown by then, null if it is another state's
 */
export async function askTimeline(region, context, answer, now, isTold = false) {
  const scope = scopeOf(context.state);
  if (known.scope === scope || !hasBars(context.listing.sort) || !(answer.page.totalPages > 1)) {
    return;
  }
  if (!isTold && answer.headers.get("Pagemark-Cost")?.includes("index-read-units")) {
    offer(region, scope, () => askTimeline(region, context, answer, now, true));
    return;
  }
  const { bars } = await now.ask(`${apiPath(context.state, true)}&bars=${BARS_MAX}`).catch(() => ({}));
  const seen = now.seen();
  if (seen && bars) {
    delete region.dataset.offered;
    known = { scope, bars };
    showTimeline(region, context, seen);
  }
}
