// Filters with their counts, rating histograms, jumps, windows, and the list of active filters.

import { capital, count, counted, el, fill, go } from "./dom.js";
import { placed } from "./place.js";
import { dateOf, hasDays, ofDate, patternOf, textOf, valueOf } from "./sort.js";
import { hasParameter, isWindowed, openFilters, query, restarted, UNWINDOWED } from "./state.js";

const OTHER = "other";
const EMPTY = "(empty)";
const KINDS_MAX = 6;
const VALUES_MAX = 6;
const EXAMPLE_CHARS_MAX = 24;

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

function bar(share) {
  const filled = el("span", { class: "bar-fill" });
  filled.style.inlineSize = `${Math.round(share * 100)}%`;
  return el("span", { class: "bar", "aria-hidden": "true" }, filled);
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
  return [...new Set(texts)].filter((text) => text && text.length <= EXAMPLE_CHARS_MAX);
}

function openForm(context, filter) {
  const { state, items, follow } = context;
  const { name } = filter;
  const chosen = state.filters[name]?.[0] ?? "";
  const values = valuesOf(filter, items).filter((value) => value !== chosen);
  const key = `open-${name}`;
  const input = el("input", { name, value: chosen, placeholder: example(values[0]), autocomplete: "off", spellcheck: "false", "data-key": key });
  const submit = (event) => {
    event.preventDefault();
    follow(opened(context, filter, input.value));
  };
  const chips = values.slice(0, VALUES_MAX).map((value) =>
    el("li", {}, go(query(opened(context, filter, value)), { class: "chip", "data-key": `${key}-${value}` }, value)));
  return el("form", { class: "jump filter", "data-filter": name, onsubmit: submit },
    el("h2", { class: "side-title" }, capital(name)),
    el("div", { class: "jump-row" },
      el("label", { class: "field" }, el("span", { class: "unseen" }, capital(name)), input),
      el("button", { class: "button", "data-key": `apply-${key}` }, "Apply")),
    chips.length ? el("ul", { class: "chips", "aria-label": `Values of ${name} on this page` }, chips) : null);
}

/** @param facets the API's answer; null if it is not known yet */
export function showFilters(region, context, facets) {
  fill(region, declared(context, facets), openFilters(context.listing).map((filter) => openForm(context, filter)));
}

function declared(context, facets) {
  return context.listing.filters.map((filter) => {
    const facet = facetOf(filter, facets);
    const values = labelsOf(filter);
    const rows = [...(filter.numeric ? values.reverse() : values), OTHER];
    return el("fieldset", { class: "filter", "data-filter": filter.name },
      el("legend", {}, capital(filter.name)),
      mean(filter, facet),
      el("ul", { class: "choices" }, rows.map((value) => row(context, filter, value, facet))));
  });
}

/** The sort values of the page's items, as requests write them. */
function sortTexts({ listing, items }) {
  return items.map((item) => valueOf(listing.sort, item)).filter((value) => value !== undefined).map((value) => textOf(listing.sort, value));
}

/** `such as INV#2024-07`; nothing if no value is known. */
function example(text) {
  return text ? `such as ${text.length > EXAMPLE_CHARS_MAX ? `${text.slice(0, EXAMPLE_CHARS_MAX)}…` : text}` : null;
}

/** A field for a sort value: a date if the pattern has days, else text. */
function sortField(context, name, label, text) {
  const { listing } = context;
  const pattern = patternOf(listing.sort);
  const dates = pattern !== null && hasDays(pattern);
  const input = el("input", {
    name,
    type: dates ? "date" : "text",
    value: dates ? dateOf(pattern, text) : (text ?? ""),
    placeholder: dates ? null : (pattern ?? example(sortTexts(context)[0])),
    autocomplete: "off",
    "data-key": name,
  });
  const value = (atEnd) => {
    const typed = input.value.trim();
    if (!dates || !typed) {
      return typed || null;
    }
    return typed === dateOf(pattern, text) ? text : ofDate(pattern, typed, atEnd);
  };
  return { field: el("label", { class: "field" }, el("span", {}, label), input), value };
}

function jump(context) {
  const { listing, state, follow } = context;
  const order = state.order ?? listing.order;
  const title = patternOf(listing.sort) ? "Jump to a date" : `Jump to a value of ${(listing.sort.path ?? [listing.sort.attribute]).join(".")}`;
  const at = sortField(context, "at", title, state.at);
  at.field.firstChild.className = "unseen";
  const submit = (event) => {
    event.preventDefault();
    const value = at.value(order === "descending");
    if (value) {
      follow(restarted(state, { at: value }));
    }
  };
  return el("form", { class: "jump", id: "jump", onsubmit: submit },
    el("h2", { class: "side-title" }, title),
    el("div", { class: "jump-row" }, at.field, el("button", { class: "button", "data-key": "jump" }, "Jump")));
}

function moved(state, link) {
  const parameters = new URL(link, location.href).searchParams;
  return restarted(state, Object.fromEntries(Object.keys(UNWINDOWED).map((name) => [name, parameters.get(name)])));
}

/** Links to the windows before and after this one. */
function beside(state, links) {
  return ["earlier", "later"].map((name) =>
    links?.[name] && go(query(moved(state, links[name])), { class: "quiet", "data-key": name }, capital(name)));
}

/** A form for a window that one text describes. `also` says what else of the state it sets. */
function textWindow(context, name, title, placeholder, more, also = () => ({})) {
  const { state, follow } = context;
  const input = el("input", { name, value: state[name] ?? "", placeholder, autocomplete: "off", spellcheck: "false", "data-key": name });
  const submit = (event) => {
    event.preventDefault();
    // Blanks count in a prefix.
    const value = (name === "prefix" ? input.value : input.value.trim()) || null;
    follow(restarted(state, { ...UNWINDOWED, [name]: value, ...(value && also()) }));
  };
  return el("form", { class: "jump", id: name, onsubmit: submit },
    el("h2", { class: "side-title" }, title),
    el("div", { class: "jump-row" },
      el("label", { class: "field" }, el("span", { class: "unseen" }, title), input),
      el("button", { class: "button", "data-key": `apply-${name}` }, "Apply")),
    more);
}

/** The kinds of the page's items, such as `ORDER#` of `ORDER#17`. */
function kinds(context) {
  const found = sortTexts(context).map((text) => text.slice(0, text.indexOf("#") + 1));
  return [...new Set(found)].filter((kind) => kind && kind !== context.state.prefix).slice(0, KINDS_MAX);
}

function beginsWith(context) {
  const { listing, state } = context;
  if (!["string", "text"].includes(listing.sort.type) || !hasParameter(listing, "prefix")) {
    return null;
  }
  const chips = kinds(context).map((kind) =>
    el("li", {}, go(query(restarted(state, { ...UNWINDOWED, prefix: kind })), { class: "chip", "data-key": `kind-${kind}` }, kind)));
  return textWindow(context, "prefix", "Begins with", example(kinds(context)[0] ?? sortTexts(context)[0]?.slice(0, 3)),
    chips.length ? el("ul", { class: "window-actions", "aria-label": "Kinds on this page" }, chips) : null);
}

/** The zone whose days readers may mean: that of the address, else their own; null if it is UTC. */
function zoneOf(state) {
  const zone = state.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone === "UTC" ? null : zone;
}

function during(context, links) {
  const { listing, state } = context;
  if (!patternOf(listing.sort) || !hasParameter(listing, "during")) {
    return null;
  }
  const zone = hasParameter(listing, "zone") ? zoneOf(state) : null;
  const inZone = el("input", { type: "checkbox", "data-key": "zone", checked: Boolean(state.zone) });
  return textWindow(context, "during", "During a year, month or day", "such as 2024-05", [
    zone ? el("label", { class: "choice" }, inZone, el("span", { class: "value" }, `Days of ${zone}`)) : null,
    state.during ? el("div", { class: "window-actions" }, beside(state, links)) : null,
  ], () => ({ zone: inZone.checked ? zone : null }));
}

function window_(context, links) {
  const { state, follow } = context;
  const from = sortField(context, "from", "From", state.from);
  const to = sortField(context, "to", "Before", state.to);
  const submit = (event) => {
    event.preventDefault();
    follow(restarted(state, { ...UNWINDOWED, from: from.value(false), to: to.value(false) }));
  };
  return el("form", { class: "jump", id: "window", onsubmit: submit },
    el("h2", { class: "side-title" }, "Only a window"),
    el("div", { class: "window-row" }, from.field, to.field),
    el("div", { class: "window-actions" },
      el("button", { class: "button", "data-key": "window" }, "Apply"),
      state.during ? null : beside(state, links)));
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
      `${capital(filter.name)}: ${state.filters[filter.name].map((value) => value || EMPTY).join(", ")}`,
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

/** `41 to 60 of 1,791 items, page 3 of 90` */
export function totals(page, shownItems) {
  return page.exact === false ? `${exactTotals(page, shownItems)}. ${INEXACT}` : exactTotals(page, shownItems);
}

function exactTotals(page, shownItems) {
  if (page.totalItems === null) {
    return "The index is not ready. This page comes straight from the table: no totals, no page numbers.";
  }
  const { from, number } = placed(page);
  if (page.totalItems === 0 || number === null) {
    return counted(page.totalItems, "item", "items");
  }
  return `${count(from + 1)} to ${count(from + shownItems)} of ${counted(page.totalItems, "item", "items")}, ` +
    `page ${count(number)} of ${count(page.totalPages)}`;
}
