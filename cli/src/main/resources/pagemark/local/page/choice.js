// The controls that choose what the page shows: listing, group, sort, order and size.

import { brief, byId, count, el, fill } from "./dom.js";
import { placed } from "./place.js";
import { patternOf } from "./sort.js";
import { groupParts, isWindowed, read, restarted, UNWINDOWED } from "./state.js";

const SIZES = [5, 10, 20, 50, 100, 200, 500];
const ANOTHER = ""; // no group has this name

/** @param listings all there are */
export function showChoice({ listing, state }, listings) {
  fill(byId("listing"), listings.map((each) => el("option", { value: each.name, selected: each.name === listing.name }, each.name)));
  const parts = groupParts(listing);
  const chosen = JSON.stringify(state.group);
  const options = listing.groups.map(({ group, items }) => option([group].flat(), chosen, items));
  if (state.group && !options.some((each) => each.selected)) {
    options.unshift(option(state.group, chosen));
  }
  fill(byId("group"), options, el("option", { value: ANOTHER, selected: !state.group }, "Another group…"));
  fill(byId("group-names"), parts.map((part) => el("label", { class: "field" },
    parts.length === 1 ? "Group's name " : `${part.attribute ?? part.path.join(".")} `,
    el("input", { autocomplete: "off", spellcheck: "false" }))));
  byId("group-field").hidden = parts.length === 0;
  byId("another").hidden = Boolean(state.group);
}

function option(group, chosen, items) {
  const value = JSON.stringify(group);
  const name = nameOf(group);
  return el("option", { value, selected: value === chosen }, items === undefined ? name : `${name} (${count(items)})`);
}

/** A group by the values that name it. */
const nameOf = (group) => group.map(brief).join(" / ");

/** Order, size and sort. */
export function showTools({ listing, state }, listings) {
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
  fill(byId("sort"), sorts.map((each, i) => el("option", { value: each.name, selected: state.sort ? each.name === state.sort : i === 0 }, each.name)));
}

/** Changes the page size; the first item of the page stays on the page. */
function resized(state, page, size) {
  const first = (page && placed(page).from) ?? 0;
  const number = Math.floor(first / size) + 1;
  return restarted(state, { size: String(size), page: number === 1 ? null : String(number) });
}

function toggleRefine() {
  const open = byId("refine").dataset.open !== "true";
  byId("refine").dataset.open = String(open);
  byId("refine-toggle").setAttribute("aria-expanded", String(open));
  if (open) {
    byId("refine-toggle").scrollIntoView();
  }
}

/** @param now asks for what there is: `state()`, `listings()`, and `seen()`, the page that was seen last; `follow` goes to a state */
export function listenToChoice(now) {
  const { follow } = now;
  const change = (id, act) => byId(id).addEventListener("change", (event) => act(event.target.value));
  change("listing", (name) => follow(read(`?listing=${encodeURIComponent(name)}`, now.listings())));
  change("group", (name) => {
    if (name === ANOTHER) {
      byId("another").hidden = false;
      byId("group-names").querySelector("input").focus();
    } else {
      follow(restarted(now.state(), { group: JSON.parse(name), ...UNWINDOWED }));
    }
  });
  byId("choose").addEventListener("submit", (event) => {
    event.preventDefault();
    const group = [...byId("group-names").querySelectorAll("input")].map((input) => input.value);
    if (group.some(Boolean)) {
      follow(restarted(now.state(), { group, ...UNWINDOWED }));
    }
  });
  change("sort", (sort) => follow(restarted(now.state(), { sort, order: null, ...UNWINDOWED })));
  change("order", (order) => follow(restarted(now.state(), { order })));
  change("size", (size) => follow(resized(now.state(), now.seen(), Number(size))));
  byId("refine-toggle").addEventListener("click", toggleRefine);
}
