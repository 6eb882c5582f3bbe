// The page. It reads its state from the address bar, requests it from the API, and shows the answer.

import { listenToChoice, showChoice, showTools } from "./choice.js";
import { byId, count, el, fill } from "./dom.js";
import { exportMenu } from "./export.js";
import { showActive, showFilters, showJumps, showOpen, totals } from "./filters.js";
import { listenToTheme, settle, showFooter, showHeading, showView, titleOf } from "./frame.js";
import { watchHealth } from "./health.js";
import { showItems, showSkeleton } from "./items.js";
import { stringify } from "./json.js";
import { showEmpty, showNoGroup, showNoListing, showProblem, words } from "./messages.js";
import { listenToKeys, showPager } from "./pager.js";
import { cursorHere, forgetCursor, placed } from "./place.js";
import { showProof } from "./proof.js";
import { api, describe, health, race } from "./settings.js";
import { apiPath, query, read, restarted, unknownListing, UNWINDOWED } from "./state.js";
import { isTable, showTable } from "./table.js";
import { askTimeline, hasBars, showTimeline } from "./timeline.js";

const CHANGES_MILLIS = 5000;
const CHANGES_MAX = 360; // half an hour without a page being asked for

let listings = [];
let asking = new AbortController();
let seen = null;
let seenScope = null;
let seenIn = null;
let askingChanges = 0;

const stateNow = () => read(location.search, listings);
/** The listing of a state, in the state's sort. */
function listingOf(state) {
  const listing = listings.find((each) => each.name === state.listing);
  const sort = listing.sorts?.find((each) => each.name === state.sort);
  return { ...listing, ...sort, name: listing.name };
}

const sortOf = (state) => `${state.listing}/${state.sort ?? ""}`;

/** Goes to a state: sets the address, in place of the present one if it `replaces` it, then shows it. */
function follow(state, replaces = false) {
  history[replaces ? "replaceState" : "pushState"](null, "", query(state));
  return show(true);
}

function contextOf(state) {
  const here = seenIn === sortOf(state) ? seen : null;
  return { listing: listingOf(state), state, follow, items: here?.items ?? [], rank: here?.page.rank, from: here && placed(here.page).from };
}

function busy(state) {
  byId("results").setAttribute("aria-busy", "true");
  if (!seen) {
    showSkeleton(byId("items"), Number(state.size ?? listingOf(state).pageSize.default));
  }
}

function showAnswer(state, answer) {
  const context = contextOf(state);
  fill(byId("problem"));
  showProof(byId("proof"), context, answer, { ask: (path, signal) => api.follow(path, signal), race });
  fill(byId("export"), answer.page.totalItems && exportMenu(context, answer));
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
  showOpen(byId("open"), context);
  showJumps(byId("jumps"), context, answer.links);
}

/** The list of cards or messages, in place of the table. */
function list() {
  fill(byId("table"));
  fill(byId("columns"));
  byId("items").hidden = false;
  return byId("items");
}

/** Shows what may change while the items do not. */
function showNumbers(state, answer) {
  byId("totals").textContent = totals(answer.page, answer.items.length, state.listing);
  byId("results").classList.toggle("unindexed", answer.page.totalItems === null);
  showPager(byId("pager"), state, answer, follow);
  const { number } = placed(answer.page);
  document.title = `${titleOf(state)}${number ? `, page ${count(number)}` : ""} · Pagemark`;
  showTimeline(byId("timeline"), contextOf(state), answer);
}

/** What the pager needs to know of the pages around one that failed, from the problem or from the last answer for this scope. */
function known(state, error) {
  const last = error.lastPage ?? (scopeOf(state) === seenScope ? seen?.page.totalPages : null);
  return last ? { page: { number: state.page && state.page <= last ? Number(state.page) : null, totalPages: last } } : null;
}

/** What decides how many pages there are. */
const scopeOf = ({ listing, group, size, sort, from, to, prefix, during, zone, filters }) =>
  JSON.stringify([listing, group, size, sort, from, to, prefix, during, zone, filters]);

/** Empties what only an answer has. */
function showNothing(state) {
  fill(byId("totals"));
  fill(byId("export"));
  showProof(byId("proof"), contextOf(state), null, {});
  fill(byId("timeline"));
}

function showFailure(state, error) {
  const problem = words(error);
  showProblem(byId("problem"), state, problem, () => show(true));
  showNothing(state);
  fill(list());
  showPager(byId("pager"), state, known(state, problem) ?? { page: { number: null, totalPages: null }, cursors: null }, follow);
  showOpen(byId("open"), contextOf(state));
  showJumps(byId("jumps"), contextOf(state), null);
  document.title = "Pagemark";
}

function showGroupless(state) {
  fill(byId("problem"));
  showNothing(state);
  showNoGroup(list());
  showPager(byId("pager"), state, null, follow);
  byId("results").setAttribute("aria-busy", "false");
}

function showNowhere(name) {
  fill(list());
  showNoListing(byId("problem"), name, listings);
  byId("title").textContent = "Choose a listing";
  ["copy", "totals", "export", "active", "proof", "timeline", "view", "pager", "filters", "jumps"].forEach((id) => fill(byId(id)));
  byId("results").setAttribute("aria-busy", "false");
}

/** The answer to a state: at the cursor where Previous or Next led, else by the address. A cursor that has ended gives way to the number. */
async function answerTo(state, signal) {
  const cursor = cursorHere();
  if (!cursor) {
    return api.follow(apiPath(state, false), signal);
  }
  try {
    return await api.follow(apiPath(restarted(state, { cursor }), false), signal);
  } catch (error) {
    if (signal.aborted || error.body?.parameter !== "cursor") {
      throw error;
    }
    forgetCursor();
    return api.follow(apiPath(state, false), signal);
  }
}

/** Lets the address tell the number of a page at a cursor, as items may have come or gone since the page before it. */
function tellNumber(state, answer) {
  const { number } = placed(answer.page);
  if (cursorHere() && number && String(number) !== (state.page ?? "1")) {
    history.replaceState(history.state, "", query({ ...state, page: number === 1 ? null : String(number) }));
  }
}

/** The counts of the filters; those of the whole group if the state asks for what does not fit. */
async function askFacets(state, signal) {
  if (!listingOf(state).filters.length) {
    return null;
  }
  const ask = (asked) => api.follow(apiPath(asked, true), signal).catch(() => null);
  return (await ask(state)) ?? ask(restarted(state, { ...UNWINDOWED, filters: {} }));
}

function showFrame(state) {
  const context = contextOf(state);
  const shown = sortOf(state);
  if (byId("filters").dataset.shown !== shown) {
    byId("filters").dataset.shown = shown;
    showFilters(byId("filters"), context, null);
    showOpen(byId("open"), context);
    showJumps(byId("jumps"), context, null);
  }
  showChoice(context, listings);
  showTools(context, listings);
  showActive(byId("active"), context);
  showView(state, isTable(context, []));
  showHeading(context);
  byId("timeline").classList.toggle("expected", hasBars(context.listing.sort));
}

/** Shows the state in the address bar. */
async function show(moved = false) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const state = stateNow();
  clearTimeout(askingChanges);
  fill(byId("changed"));
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
    const answer = await answerTo(state, signal);
    if (signal.aborted) {
      return;
    }
    seen = answer;
    seenScope = scopeOf(state);
    seenIn = sortOf(state);
    tellNumber(state, answer);
    showAnswer(state, answer);
    askTimeline(byId("timeline"), contextOf(state), answer, { ask: (path) => api.follow(path, signal), seen: () => (signal.aborted ? null : seen) });
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
    settle();
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
    fill(byId("changed"), el("button", { class: "chip", type: "button", onclick: () => show() }, "Changed · Refresh"));
    return;
  }
  if (now !== shown && !document.activeElement?.closest("#pager input")) {
    seen = now;
    showNumbers(stateNow(), now);
  }
  watch(times - 1);
}

// ---- controls

function listen() {
  listenToChoice({ state: stateNow, listings: () => listings, seen: () => seen?.page, follow });
  listenToTheme();
  document.addEventListener("click", followLink);
  window.addEventListener("popstate", () => show(true));
  listenToKeys(byId("pager"));
  matchMedia("(max-width: 40rem)").addEventListener("change", () => show());
}

/** Handles plain clicks without loading the page again; leaves all others to the browser. */
function followLink(event) {
  const anchor = event.target.closest("a[data-go]");
  if (!anchor || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return;
  }
  event.preventDefault();
  history.pushState(anchor.dataset.cursor ? { cursor: anchor.dataset.cursor } : null, "", anchor.search);
  show(true);
}

async function start() {
  try {
    const described = await describe();
    listings = described.listings;
    showFooter(described);
    listen();
    forgetCursor();
    await show();
    watchHealth(health, () => show());
  } catch (error) {
    showProblem(byId("problem"), null, words(error));
    byId("results").setAttribute("aria-busy", "false");
  }
}

start();
