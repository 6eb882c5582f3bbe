// Items as a table: a column for each attribute, whose header sorts if a sort of the listing begins with it.

import { byId, el, fill, kept } from "./dom.js";
import { actions, isFound, keyOf, languageOf, targetOf, TEXTS, TITLES } from "./items.js";
import { Digits, flat, shown } from "./json.js";
import { patternOf, readable, textOf, valueOf } from "./sort.js";
import { groupParts, restarted, UNWINDOWED } from "./state.js";

const COLUMNS_MAX = 8;
const LONG_CHARS = 200;
const CUT_CHARS = 24; // about what a cell shows of a text
const narrow = matchMedia("(max-width: 40rem)");
const chosen = new Map(); // by listing, so that the view stays from page to page

/** Whether the page shows a table: as the address says, else if no item has a long text and the window is not a phone's. */
export function isTable({ listing, state }, items) {
  if (!state.view && !chosen.has(listing.name) && items.length) {
    chosen.set(listing.name, !items.some(isProse));
  }
  return state.view ? state.view === "table" : !narrow.matches && chosen.get(listing.name) === true;
}

function isProse(item) {
  return Object.entries(item).some(([name, value]) =>
    typeof value === "string" && (TEXTS.includes(name) || value.length > LONG_CHARS));
}

const pathOf = (sort) => sort.path ?? [sort.attribute];

/** The sort in use first, so that it has its column if another one begins with the same attribute. */
function sortsOf({ listing }) {
  return [{ sort: listing.sort, isCurrent: true }, ...(listing.sorts ?? [])];
}

/** `{ path, by }` of each column, `by` being the sort that begins with it: the key, the sorts, then what most items have. */
function columns(context, items) {
  const { listing } = context;
  const counts = new Map();
  items.flatMap((item) => flat(item)).map(([path]) => JSON.stringify(path)).forEach((text) => counts.set(text, (counts.get(text) ?? 0) + 1));
  const rest = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const groups = groupParts(listing).filter((part) => !part.each).map((part) => part.attribute);
  const paths = [...listing.key.map((each) => [each.attribute]), ...sortsOf(context).map(({ sort }) => pathOf(sort)), ].map((path) => JSON.stringify(path));
  return [...new Set([...paths, ...rest])]
    .map((text) => ({ path: JSON.parse(text), by: sortsOf(context).find(({ sort }) => JSON.stringify(pathOf(sort)) === text) }))
    .filter(({ path }) => !(path.length === 1 && groups.includes(path[0])) && items.some((item) => valueOf({ path }, item) !== undefined));
}

const nameOf = ({ path }) => path.join(".");
const isNumber = (value) => typeof value === "number" || value instanceof Digits;

/** Turns the order round if the sort is in use. */
function header({ listing, state, follow }, column, isFigure) {
  const { path, by } = column;
  const name = nameOf(column);
  if (!by) {
    return el("th", { scope: "col", class: isFigure ? "figure" : null }, name);
  }
  const order = state.order ?? listing.order;
  const target = by.isCurrent
    ? { order: order === "ascending" ? "descending" : "ascending" }
    : { sort: by.name, order: null, ...UNWINDOWED };
  const arrow = by.isCurrent ? (order === "ascending" ? "↑" : "↓") : "↕";
  return el("th", { scope: "col", class: isFigure ? "figure" : null, "aria-sort": by.isCurrent ? order : null },
    el("button", { class: "sort", type: "button", "data-key": `sort-${path}`, onclick: () => follow(restarted(state, target)) },
      name, el("span", { class: "arrow", "aria-hidden": "true" }, arrow)));
}

function cell({ path, by }, item, isFirst) {
  const value = valueOf({ path }, item);
  const tag = isFirst ? "th" : "td";
  const attributes = { dir: "auto", scope: isFirst ? "row" : null };
  if (value === undefined) {
    return el(tag, attributes);
  }
  const pattern = by ? patternOf(by.sort) : null;
  if (pattern) {
    const text = textOf(by.sort, value);
    return el(tag, attributes, el("time", { title: `${text} UTC` }, readable(pattern, text)));
  }
  const text = shown(value);
  return el(tag, {
    ...attributes,
    class: isNumber(value) ? "figure" : null,
    lang: [...TITLES, ...TEXTS].includes(path[0]) ? languageOf(item) : null,
    title: text.length > CUT_CHARS ? text : null,
  }, text);
}

function row(context, shownColumns, item, isTarget) {
  const key = keyOf(context.listing, item);
  const keyText = key ? key.join(" / ") : null;
  const found = isTarget || isFound(context.state, key);
  return el("tr", { class: found ? "found" : null, "data-item": keyText, "aria-current": found ? "true" : null },
    shownColumns.map((column, i) => cell(column, item, i === 0)),
    el("td", {}, actions(context, key, keyText)));
}

/** A region that scrolls has a height of its own, so that its header can stick; else the header sticks to the window. */
const widths = new ResizeObserver(([{ target }]) => {
  const isWide = target.firstChild.offsetWidth > target.offsetWidth;
  target.classList.toggle("wide", isWide);
  target.toggleAttribute("tabindex", false);
  if (isWide) {
    target.tabIndex = 0;
  }
});

/** The columns to choose from, of which the browser keeps the chosen ones. */
function chooser({ listing }, all, chosen, draw) {
  const box = (column) => {
    const turn = ({ target }) => {
      chosen[target.checked ? "add" : "delete"](nameOf(column));
      kept(`columns of ${listing.name}`, [...chosen]);
      draw();
    };
    return el("label", { class: "choice" },
      el("input", { type: "checkbox", value: nameOf(column), checked: chosen.has(nameOf(column)), onchange: turn }), el("span", { class: "value" }, nameOf(column)));
  };
  return el("details", { class: "copy" }, el("summary", { class: "quiet", "data-key": "columns" }, "Columns"), el("div", { class: "copy-menu panel" }, all.map(box)));
}

export function showTable(region, context, items) {
  const all = columns(context, items);
  const target = targetOf(context, items);
  const chosen = new Set(kept(`columns of ${context.listing.name}`) ?? all.slice(0, COLUMNS_MAX).map(nameOf));
  const draw = () => {
    const some = all.filter((column) => chosen.has(nameOf(column)));
    const isFigure = (column) => !(column.by && patternOf(column.by.sort)) && items.some((item) => isNumber(valueOf(column, item)));
    const scroller = el("div", { class: "scroller", role: "region", "aria-label": "Items as a table", "data-key": "table" },
      el("table", {},
        el("thead", {}, el("tr", {}, some.map((column) => header(context, column, isFigure(column))), el("th", { scope: "col" }, el("span", { class: "unseen" }, "Actions")))),
        el("tbody", {}, items.map((item) => row(context, some, item, item === target)))));
    const left = region.firstChild?.scrollLeft ?? 0;
    fill(region, scroller);
    widths.disconnect();
    widths.observe(scroller);
    scroller.scrollLeft = left;
  };
  draw();
  fill(byId("columns"), chooser(context, all, chosen, draw));
}
