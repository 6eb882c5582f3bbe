// The page. It reads its state from the address bar, requests it from the API, and shows the answer.

import { showCost } from "./cost.js";
import { byId, capital, count, el, fill, go as link } from "./dom.js";
import { showActive, showFilters, showJumps, totals } from "./filters.js";
import { keyOf, showItems, showSkeleton } from "./items.js";
import { stringify } from "./json.js";
import { showEmpty, showNoGroup, showNoListing, showProblem, words } from "./messages.js";
import { listenToKeys, showPager } from "./pager.js";
import { api, describe, editor, followed, health } from "./settings.js";
import { patternOf } from "./sort.js";
import { apiPath, groupParts, isWindowed, query, read, restarted, unknownListing, UNWINDOWED } from "./state.js";
import { isTable, showTable } from "./table.js";

const SIZES = [5, 10, 20, 50, 100];
const ANOTHER = ""; // no group has this name
const WAITING_MILLIS = 5000;
const CHANGES_MILLIS = 5000;
const CHANGES_MAX = 360; // half an hour without a page being asked for

let listings = [];
let asking = new AbortController();
let seen = null;
let seenScope = null;
let seenIn = null;
let askingHealth = 0;
let askingChanges = 0;

const stateNow = () => read(location.search, listings);
/** The listing of a state, in the state's sort. Without an editor nobody can write to it here. */
function listingOf(state) {
  const listing = listings.find((each) => each.name === state.listing);
  const sort = listing.sorts?.find((each) => each.name === state.sort);
  return { ...listing, ...sort, name: listing.name, readOnly: listing.readOnly || !editor };
}

const sortOf = (state) => `${state.listing}/${state.sort ?? ""}`;

/** Goes to a state: sets the address, then shows it. */
function follow(state) {
  history.pushState(null, "", query(state));
  return show(true);
}

function contextOf(state) {
  const context = { listing: listingOf(state), state, follow, items: seenIn === sortOf(state) ? seen.items : [] };
  context.on = {
    edit: async (item) => (await editor()).edit(writing(context), item),
    remove: async (item) => (await editor()).remove(writing(context), item, (keyOf(context.listing, item) ?? []).join(" / ")),
  };
  return context;
}

/** Removes the note about the last write. */
function writing(context) {
  byId("note").textContent = "";
  return { ...context, written };
}

// ---- choosing

function showChoice(state) {
  const listing = listingOf(state);
  fill(byId("listing"), listings.map((each) => el("option", { value: each.name, selected: each.name === listing.name }, each.name)));
  const parts = groupParts(listing);
  const chosen = JSON.stringify(state.group);
  const options = listing.groups.map(({ group, items }) => option([group].flat(), chosen, items));
  if (state.group && !options.some((each) => each.selected)) {
    options.unshift(option(state.group, chosen));
  }
  fill(byId("group"), options, el("option", { value: ANOTHER, selected: !state.group }, "Another group…"));
  fill(byId("group-names"), parts.map((part) => el("label", { class: "field" },
    parts.length === 1 ? "Group's name " : `${capital(part.attribute ?? part.path.join("."))} `,
    el("input", { autocomplete: "off", spellcheck: "false" }))));
  byId("group-field").hidden = parts.length === 0;
  byId("another").hidden = Boolean(state.group);
}

function option(group, chosen, items) {
  const value = JSON.stringify(group);
  const name = nameOf(group);
  return el("option", { value, selected: value === chosen }, items === undefined ? name : `${name} (${count(items)})`);
}

const nameOf = (group) => group.join(" / ");

function showTools(state) {
  const listing = listingOf(state);
  const active = Object.values(state.filters).filter((values) => values.length).length + (isWindowed(state) ? 1 : 0);
  byId("refine-count").textContent = active ? `\u00a0(${active})` : "";
  byId("listing-field").hidden = listings.length === 1;
  const size = Number(state.size ?? listing.pageSize.default);
  const sizes = [...new Set([...SIZES, listing.pageSize.default, size])].filter((each) => each > 0 && each <= listing.pageSize.max);
  fill(byId("size"), sizes.sort((a, b) => a - b).map((each) => el("option", { value: each, selected: each === size }, String(each))));
  const words = patternOf(listing.sort) ? ["Newest first", "Oldest first"] : ["Descending", "Ascending"];
  [...byId("order").options].forEach((option, i) => (option.textContent = words[i]));
  byId("order").value = state.order ?? listing.order;
  const sorts = listing.sorts ?? [];
  byId("sort-field").hidden = sorts.length < 2;
  fill(byId("sort"), sorts.map((each, i) => el("option", { value: each.name, selected: state.sort ? each.name === state.sort : i === 0 }, capital(each.name))));
  byId("add").hidden = listing.readOnly;
}

// ---- showing

function busy(state) {
  byId("results").setAttribute("aria-busy", "true");
  if (!seen) {
    showSkeleton(byId("items"), Number(state.size ?? listingOf(state).pageSize.default));
  }
}

function showAnswer(state, answer) {
  const context = contextOf(state);
  fill(byId("problem"));
  showCost(byId("cost"), state, answer);
  const asTable = isTable(context, answer.items);
  showView(state, asTable);
  if (answer.items.length && asTable) {
    fill(byId("items"));
    byId("items").hidden = true;
    showTable(byId("table"), context, answer.items);
  } else if (answer.items.length) {
    showItems(list(), context, answer.items);
  } else {
    showEmpty(list(), state);
  }
  showNumbers(state, answer);
  showJumps(byId("jumps"), context, answer.links);
}

/** The list of cards or messages, in place of the table. */
function list() {
  fill(byId("table"));
  byId("items").hidden = false;
  return byId("items");
}

function showView(state, asTable) {
  const choice = (view, label, isCurrent) =>
    link(query({ ...state, view }), { "data-key": `view-${view}`, "aria-current": isCurrent ? "true" : null }, label);
  fill(byId("view"), choice("cards", "Cards", !asTable), choice("table", "Table", asTable));
}

/** Shows what may change while the items do not. */
function showNumbers(state, answer) {
  byId("totals").textContent = totals(answer.page, answer.items.length);
  byId("results").classList.toggle("unindexed", answer.page.totalItems === null);
  showPager(byId("pager"), state, answer, follow);
  document.title = `${titleOf(state)}${answer.page.number ? `, page ${count(answer.page.number)}` : ""} · Pagemark`;
}

const titleOf = (state) => (state.group?.length ? nameOf(state.group) : state.group ? capital(state.listing) : "Choose a group");

/** What the pager needs to know of the pages around one that failed, from the problem or from the last answer for this scope. */
function known(state, error) {
  const last = error.lastPage ?? (scopeOf(state) === seenScope ? seen?.page.totalPages : null);
  return last ? { page: { number: state.page && state.page <= last ? Number(state.page) : null, totalPages: last } } : null;
}

/** What decides how many pages there are. */
const scopeOf = ({ listing, group, size, sort, from, to, prefix, during, zone, filters }) =>
  JSON.stringify([listing, group, size, sort, from, to, prefix, during, zone, filters]);

function showFailure(state, error) {
  const problem = words(error);
  showProblem(byId("problem"), state, problem, () => show(true));
  byId("totals").textContent = "";
  showCost(byId("cost"), state, null);
  fill(list());
  showPager(byId("pager"), state, known(state, problem) ?? { page: { number: null, totalPages: null }, cursors: null }, follow);
  showJumps(byId("jumps"), contextOf(state), null);
  document.title = "Pagemark";
}

function showGroupless(state) {
  fill(byId("problem"));
  byId("totals").textContent = "";
  showCost(byId("cost"), state, null);
  showNoGroup(list());
  showPager(byId("pager"), state, null, follow);
  byId("results").setAttribute("aria-busy", "false");
}

function showNowhere(name) {
  fill(list());
  showNoListing(byId("problem"), name, listings);
  byId("title").textContent = "Choose a listing";
  ["totals", "active", "cost", "view", "pager", "filters", "jumps"].forEach((id) => fill(byId(id)));
  byId("results").setAttribute("aria-busy", "false");
}

async function askFacets(state, signal) {
  if (!listingOf(state).filters.length) {
    return null;
  }
  try {
    return await api.follow(apiPath(state, true), signal);
  } catch {
    return null;
  }
}

/** After paging, scrolls to the top. The focus stays, or goes to the heading if it was far below. */
function settle(state) {
  const found = document.querySelector(".found");
  if (found) {
    found.scrollIntoView({ block: "center" });
  } else if (byId("results").getBoundingClientRect().top < 0) {
    byId("results").scrollIntoView();
  }
  const pager = byId("pager");
  if (pager.contains(document.activeElement) && getComputedStyle(pager).position !== "sticky") {
    byId("title").focus({ preventScroll: true });
  }
}

function showFrame(state) {
  const context = contextOf(state);
  const shown = sortOf(state);
  if (byId("filters").dataset.shown !== shown) {
    byId("filters").dataset.shown = shown;
    showFilters(byId("filters"), context, null);
    showJumps(byId("jumps"), context, null);
  }
  showChoice(state);
  showTools(state);
  showActive(byId("active"), context);
  showView(state, isTable(context, []));
  byId("title").textContent = titleOf(state);
}

/** Shows the state in the address bar. */
async function show(moved = false) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const state = stateNow();
  clearTimeout(askingChanges);
  fill(byId("changed"));
  tellHealth();
  const unknown = unknownListing(location.search, listings);
  if (unknown) {
    showNowhere(unknown);
    return;
  }
  showFrame(state);
  if (!state.group) {
    showGroupless(state);
    return;
  }
  busy(state);
  const facets = askFacets(state, signal);
  try {
    const answer = await api.follow(apiPath(state, false), signal);
    if (signal.aborted) {
      return;
    }
    seen = answer;
    seenScope = scopeOf(state);
    seenIn = sortOf(state);
    showAnswer(state, answer);
    watch(CHANGES_MAX);
  } catch (error) {
    if (signal.aborted) {
      return;
    }
    showFailure(state, error);
  }
  const counts = await facets;
  if (signal.aborted) {
    return;
  }
  showFilters(byId("filters"), contextOf(state), counts);
  if (moved) {
    settle(state);
  }
  byId("results").setAttribute("aria-busy", "false");
}

/** Says so when items of the page have changed, and keeps totals and pager up to date, as long as somebody can see them. */
function watch(times) {
  clearTimeout(askingChanges);
  askingChanges = times > 0 ? setTimeout(() => lookForChanges(times), CHANGES_MILLIS) : 0;
}

async function lookForChanges(times) {
  const shown = seen;
  const now = document.visibilityState === "visible" ? await api.renew(shown, asking.signal).catch(() => shown) : shown;
  if (shown !== seen || asking.signal.aborted) {
    return;
  }
  if (stringify(now.items) !== stringify(shown.items)) {
    fill(byId("changed"), el("button", { class: "changed", type: "button", onclick: () => show() }, "Changed · Refresh"));
    return;
  }
  if (now !== shown && !document.activeElement?.closest("#pager input")) {
    seen = now;
    showNumbers(stateNow(), now);
  }
  watch(times - 1);
}

/** Shows that the stream waits, and the warnings about the index, for as long as they last. */
async function tellHealth() {
  clearTimeout(askingHealth);
  const { waiting, warnings = [] } = health ? await health().catch(() => ({})) : {};
  byId("stream").textContent = waiting
    ? `The index does not follow the table since ${waiting.since} and retries: ${waiting.reason}`
    : "";
  byId("warnings").textContent = warnings.map((warning) => `${capital(warning)}.`).join(" ");
  clearTimeout(askingHealth);
  if (waiting || warnings.length > 0) {
    askingHealth = setTimeout(tellHealth, WAITING_MILLIS);
  }
}

// ---- writing

/** Called when the item is in the table: waits until the index has it, and shows the page again. */
async function written(item) {
  const note = byId("note");
  note.textContent = "Written to the table. The index follows…";
  follows(item, note).catch((error) => {
    note.textContent = capital(words(error).message);
  });
}

async function follows(item, note) {
  const millis = await followed();
  const state = stateNow();
  ({ listings } = await describe());
  await show();
  if (document.activeElement === document.body) {
    byId("title").focus({ preventScroll: true });
  }
  const key = item && keyOf(listingOf(state), item);
  const told = millis === null ? "Written, but the index has not followed yet." : `The index followed in ${count(millis)} ms.`;
  fill(note, told, key ? link(query(restarted(state, { item: key, ...UNWINDOWED, filters: {} })), {}, "Show the item") : null);
}

// ---- controls

function listen() {
  byId("listing").addEventListener("change", (event) => follow(read(`?listing=${encodeURIComponent(event.target.value)}`, listings)));
  byId("group").addEventListener("change", (event) => {
    if (event.target.value === ANOTHER) {
      byId("another").hidden = false;
      byId("group-names").querySelector("input").focus();
    } else {
      follow(restarted(stateNow(), { group: JSON.parse(event.target.value), ...UNWINDOWED }));
    }
  });
  byId("choose").addEventListener("submit", (event) => {
    event.preventDefault();
    const group = [...byId("group-names").querySelectorAll("input")].map((input) => input.value);
    if (group.some(Boolean)) {
      follow(restarted(stateNow(), { group, ...UNWINDOWED }));
    }
  });
  byId("sort").addEventListener("change", (event) => follow(restarted(stateNow(), { sort: event.target.value, order: null, ...UNWINDOWED })));
  byId("order").addEventListener("change", (event) => follow(restarted(stateNow(), { order: event.target.value })));
  byId("size").addEventListener("change", (event) => resize(Number(event.target.value)));
  byId("add").addEventListener("click", () => contextOf(stateNow()).on.edit(null));
  byId("refine-toggle").addEventListener("click", toggleRefine);
  document.addEventListener("click", followLink);
  window.addEventListener("popstate", () => show(true));
  listenToKeys(byId("pager"));
  matchMedia("(max-width: 40rem)").addEventListener("change", () => show());
}

/** Changes the page size; the first item of the page stays on the page. */
function resize(size) {
  const page = seen?.page;
  const first = page?.number ? (page.number - 1) * page.size : 0;
  const number = Math.floor(first / size) + 1;
  follow(restarted(stateNow(), { size: String(size), page: number === 1 ? null : String(number) }));
}

function toggleRefine() {
  const open = byId("refine").dataset.open !== "true";
  byId("refine").dataset.open = String(open);
  byId("refine-toggle").setAttribute("aria-expanded", String(open));
}

/** Handles plain clicks without loading the page again; leaves all others to the browser. */
function followLink(event) {
  const anchor = event.target.closest("a[data-go]");
  if (!anchor || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return;
  }
  event.preventDefault();
  byId("note").textContent = "";
  history.pushState(null, "", anchor.search);
  show(true);
}

async function start() {
  try {
    const described = await describe();
    listings = described.listings;
    byId("version").textContent = described.version ? `Version ${described.version}` : "";
    listen();
    await show();
  } catch (error) {
    showProblem(byId("problem"), null, words(error));
    byId("results").setAttribute("aria-busy", "false");
  }
}

start();
