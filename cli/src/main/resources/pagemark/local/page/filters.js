// Filters with their counts, rating histograms, jumps, windows, and the list of active filters.

import { bar, capital, count, counted, el, fill, go } from "./dom.js";
import { placed } from "./place.js";
import { dateOf, hasDays, ofDate, patternOf, textOf, valueOf } from "./sort.js";
import { hasParameter, isWindowed, openFilters, query, restarted, UNWINDOWED } from "./state.js";

const OTHER = "other";
const EMPTY = "(empty)";
const KINDS_MAX = 6;
const VALUES_MAX = 20;
const TYPING_MILLIS = 250;
const EXAMPLE_CHARS_MAX = 24;

let typing = 0;

/** What requests select by; ranges have no values. */
function labelsOf(filter) {
  return [...(filter.labels ?? filter.values.map(String))];
}

function toggled(state, filter, value) {
  const before = state.filters[filter.name] ?? [];
  const after = before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
  const labels = [...labelsOf(filter), OTHER];
  return restarted(state, {
    filters: { ...state.filters, [filter.name]: labels.filter((label) => after.includes(label)) },
  });
}

function row(context, filter, value, facet) {
  const { state, follow } = context;
  const known = facet?.counts[value];
  const key = `${filter.name}=${value}`;
  const box = el("input", {
    type: "checkbox",
    name: filter.name,
    value,
    "data-key": key,
    checked: (state.filters[filter.name] ?? []).includes(value),
    onchange: () => follow(toggled(state, filter, value)),
  });
  return el("li", {}, el("label", { class: filter.numeric ? "choice with-bar" : "choice" },
    box,
    el("span", { class: "value" }, value === OTHER ? "Other" : value || EMPTY),
    filter.numeric ? bar(facet && facet.largest ? (known ?? 0) / facet.largest : 0) : null,
    el("span", { class: "count" }, known === undefined ? "" : count(known), el("span", { class: "unseen" }, " items"))));
}

/** Takes the place of the counts until they are there. */
function mean(filter, facet) {
  if (!filter.numeric || (facet && facet.mean === undefined)) {
    return null;
  }
  return !facet || facet.mean === null
    ? el("p", { class: "mean" }, el("strong", {}, "\u2013"), facet ? " no values" : "")
    : el("p", { class: "mean" }, el("strong", {}, Number(facet.mean).toFixed(2)), ` mean of ${count(facet.rated)}`);
}

function facetOf(filter, facets) {
  const counts = facets?.facets?.[filter.name];
  if (!counts) {
    return null;
  }
  const values = Object.values(counts).map(Number);
  return {
    counts,
    largest: Math.max(...values),
    rated: values.reduce((sum, each) => sum + each, 0) - Number(counts[OTHER] ?? 0),
    mean: facets.means?.[filter.name],
  };
}

/** `state` with a value of an open filter, in place of one of another; without any if the value is empty. */
function opened({ listing, state }, filter, value) {
  const none = Object.fromEntries(openFilters(listing).map(({ name }) => [name, []]));
  return restarted(state, { filters: { ...state.filters, ...none, [filter.name]: value ? [value] : [] } });
}

/** Values of an open filter that items of the page have, as requests write them. */
function valuesOf(filter, items) {
  const values = items.map((item) => valueOf(filter, item)).flatMap((value) => (Array.isArray(value) === Boolean(filter.each) ? value : []));
  const texts = values.filter((value) => ["string", "number", "boolean"].includes(typeof value)).map(String);
  return [...new Set(texts)].filter((text) => text && text.length <= EXAMPLE_CHARS_MAX).slice(0, VALUES_MAX);
}

/**
 * A box that acts as soon as it has a value: a date that is typed, once it is left, as its year is 2 before it is 2024.
 * @param act takes the value
 */
function box(name, value, act, attributes = {}) {
  let last = value;
  let isTyped = false;
  const done = () => {
    if (input.value !== last && input.validity.valid) {
      last = input.value;
      act(last);
    }
  };
  const input = el("input", {
    name, value, autocomplete: "off", spellcheck: "false", "data-key": name, "data-live": true, ...attributes,
    onkeydown: ({ key }) => {
      isTyped = key !== "Enter";
      if (!isTyped) {
        done();
      }
    },
    onchange: () => isTyped || done(),
  });
  input.onblur = done;
  return input;
}

/** The boxes of open filters, which take any value, one in a request. They suggest those that items of the page have. */
export function showOpen(region, context) {
  fill(region, openFilters(context.listing).map((filter) => {
    const { name } = filter;
    const values = valuesOf(filter, context.items);
    const input = box(name, context.state.filters[name]?.[0] ?? "", (value) => context.follow(opened(context, filter, value)),
      { list: `values-${name}`, placeholder: example(values[0]), "data-key": `open-${name}` });
    return el("label", { class: "field", "data-filter": name }, name, input,
      el("datalist", { id: `values-${name}` }, values.map((value) => el("option", { value }))));
  }));
}

/** @param facets the API's answer; null if it is not known yet */
export function showFilters(region, context, facets) {
  fill(region, context.listing.filters.map((filter) => {
    const facet = facetOf(filter, facets);
    const values = labelsOf(filter);
    const rows = [...(filter.numeric ? values.reverse() : values), OTHER];
    return el("fieldset", { class: "filter", "data-filter": filter.name },
      el("legend", {}, filter.name),
      mean(filter, facet),
      el("ul", { class: "choices" }, rows.map((value) => row(context, filter, value, facet))));
  }));
}

/** The sort values of the page's items, as requests write them. */
function sortTexts({ listing, items }) {
  return items.map((item) => valueOf(listing.sort, item)).filter((value) => value !== undefined).map((value) => textOf(listing.sort, value));
}

/** `such as INV#2024-07`; nothing if no value is known. */
function example(text) {
  return text ? `such as ${text.length > EXAMPLE_CHARS_MAX ? `${text.slice(0, EXAMPLE_CHARS_MAX)}…` : text}` : null;
}

/** A field for a sort value: a date if the pattern has days, else text. `act` takes the value as requests write it, null for none. */
function sortField(context, name, label, atEnd, act) {
  const text = context.state[name];
  const pattern = patternOf(context.listing.sort);
  const dates = pattern !== null && hasDays(pattern);
  const acts = (typed) => act((dates && typed ? ofDate(pattern, typed, atEnd) : typed.trim()) || null);
  const input = dates
    ? box(name, dateOf(pattern, text), acts, { type: "date", min: "1000-01-01" })
    : box(name, text ?? "", acts, { placeholder: pattern ?? example(sortTexts(context)[0]) });
  return el("label", { class: "field" }, label, input);
}

function jump(context) {
  const { listing, state, follow } = context;
  const title = patternOf(listing.sort) ? "Jump to a date" : `Jump to a value of ${(listing.sort.path ?? [listing.sort.attribute]).join(".")}`;
  return el("div", { class: "jump", id: "jump" },
    sortField(context, "at", title, (state.order ?? listing.order) === "descending", (at) => follow(restarted(state, { at }))));
}

function moved(state, link) {
  const parameters = new URL(link, location.href).searchParams;
  return restarted(state, Object.fromEntries(Object.keys(UNWINDOWED).map((name) => [name, parameters.get(name)])));
}

/** Links to the windows before and after this one. */
function beside(state, links) {
  return ["earlier", "later"].map((name) =>
    links?.[name] && go(query(moved(state, links[name])), { class: "chip", "data-key": name }, capital(name)));
}

const chip = (target, key, label) => el("li", {}, go(query(target), { class: "chip", "data-key": key }, label));

/** The kinds of the page's items, such as `ORDER#` of `ORDER#17`. */
function kinds(context) {
  const found = sortTexts(context).map((text) => text.slice(0, text.indexOf("#") + 1));
  return [...new Set(found)].filter((kind) => kind && kind !== context.state.prefix).slice(0, KINDS_MAX);
}

/** Texts are found as one types: the list follows, and the history has one entry for all of them. Blanks count. */
function beginsWith(context) {
  const { listing, state, follow } = context;
  if (!["string", "text"].includes(listing.sort.type) || !hasParameter(listing, "prefix")) {
    return null;
  }
  const act = (prefix) => follow(restarted(state, { ...UNWINDOWED, prefix: prefix || null }), state.prefix !== null);
  const input = box("prefix", state.prefix ?? "", act, { placeholder: example(kinds(context)[0] ?? sortTexts(context)[0]?.slice(0, 3)) });
  if (listing.sort.type === "text") {
    input.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => document.activeElement?.name === "prefix" && document.activeElement.onblur(), TYPING_MILLIS);
    });
  }
  return el("div", { class: "jump", id: "prefix" },
    el("label", { class: "field" }, "Begins with", input),
    el("ul", { class: "chips row", "aria-label": "Kinds on this page" }, kinds(context).map((kind) => chip(restarted(state, { ...UNWINDOWED, prefix: kind }), `kind-${kind}`, kind))));
}

/** The zone whose days readers may mean: that of the address, else their own; null if it is UTC. */
function zoneOf(state) {
  const zone = state.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === "UTC" ? null : zone;
}

/** Today's date in a zone, `2024-05-02`. */
const today = (zone) => new Intl.DateTimeFormat("sv", { timeZone: zone ?? "UTC" }).format(new Date());

function during(context, links) {
  const { listing, state, follow } = context;
  if (!patternOf(listing.sort) || !hasParameter(listing, "during")) {
    return null;
  }
  const zone = hasParameter(listing, "zone") ? zoneOf(state) : null;
  const to = (time, inZone = state.zone) => restarted(state, { ...UNWINDOWED, during: time || null, zone: time && inZone });
  const turn = ({ target }) => state.during && follow(to(state.during, target.checked ? zone : null));
  return el("div", { class: "jump", id: "during" },
    el("label", { class: "field" }, "During a year, month or day", box("during", state.during ?? "", (typed) => follow(to(typed.trim())), { placeholder: "such as 2024-05" })),
    el("ul", { class: "chips row" }, chip(to(today(zone), zone), "today", "Today"), chip(to(today(zone).slice(0, 7), zone), "month", "This month")),
    zone && state.during
      ? el("label", { class: "choice" }, el("input", { type: "checkbox", "data-key": "zone", checked: Boolean(state.zone), onchange: turn }), el("span", { class: "value" }, `Days of ${zone}`))
      : null,
    state.during ? el("div", { class: "chips row" }, beside(state, links)) : null);
}

function window_(context, links) {
  const { state, follow } = context;
  const act = (name) => (value) => follow(restarted(state, { ...UNWINDOWED, from: state.from, to: state.to, [name]: value }));
  return el("div", { class: "jump", id: "window" },
    sortField(context, "from", "From", false, act("from")),
    sortField(context, "to", "Before", false, act("to")),
    state.during ? null : el("div", { class: "chips row" }, beside(state, links)));
}

/** @param links the answer's links, which lead to the windows before and after this one */
export function showJumps(region, context, links) {
  const { listing } = context;
  fill(region,
    listing.sort.type === "binary" ? null : jump(context),
    beginsWith(context),
    during(context, links),
    listing.windows ? window_(context, links) : null);
}

/** The active filters and window, each with a link that removes it. */
export function showActive(list, context) {
  const { listing, state } = context;
  const cleared = (label, target, key) =>
    el("li", {}, go(query(target), { class: "chip", "data-key": key }, label,
      el("span", { class: "unseen" }, ", remove"), el("span", { class: "cross", "aria-hidden": "true" }, "×")));
  const chips = [...listing.filters, ...openFilters(listing)]
    .filter((filter) => state.filters[filter.name]?.length)
    .map((filter) => cleared(
      `${filter.name}: ${state.filters[filter.name].map((value) => value || EMPTY).join(", ")}`,
      restarted(state, { filters: { ...state.filters, [filter.name]: [] } }),
      `clear-${filter.name}`));
  if (isWindowed(state)) {
    const { from, to, prefix, during: time, zone } = state;
    const window = [from && `From ${from}`, to && `before ${to}`, prefix && `Begins with ${prefix}`, time && `During ${time}`, zone && `days of ${zone}`];
    chips.push(cleared(capital(window.filter(Boolean).join(", ")), restarted(state, UNWINDOWED), "clear-window"));
  }
  fill(list, chips);
}

const INEXACT = "The index may lack items for now, and totals may be wrong: /health says why.";

/** `41 to 60 of 1,791 comments, page 3 of 90`. Items have the name of their listing if it is a plural. */
export function totals(page, shownItems, listing) {
  const told = exactTotals(page, shownItems, /^[a-z]+s$/.test(listing) ? listing : "items");
  return page.exact === false ? `${told}. ${INEXACT}` : told;
}

function exactTotals(page, shownItems, items) {
  if (page.totalItems === null) {
    return "The index is not ready. This page comes straight from the table: no totals, no page numbers.";
  }
  const { from, number } = placed(page);
  if (page.totalItems === 0 || number === null) {
    return counted(page.totalItems, "item", items);
  }
  return `${count(from + 1)} to ${count(from + shownItems)} of ${counted(page.totalItems, "item", items)}, ` +
    `page ${count(number)} of ${count(page.totalPages)}`;
}
