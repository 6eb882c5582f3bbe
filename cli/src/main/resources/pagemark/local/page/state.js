// The address bar holds the page's state. Only this module reads and writes it.

import { address } from "./client.js";

const STARTS = ["page", "at", "cursor"];
const ORDERED = ["listing", "group", ...STARTS, "item", "size", "sort", "order", "from", "to", "prefix", "during", "zone", "view"];
const OF_THE_PAGE = ["listing", "view"];
const ORDERS = { asc: "ascending", desc: "descending" };

/** What ends every window. */
export const UNWINDOWED = { from: null, to: null, prefix: null, during: null, zone: null };

/** A zone without `during` is no window. */
export const isWindowed = (state) => Object.keys(UNWINDOWED).some((name) => name !== "zone" && state[name]);

// The API has no such parameters, so a filter may have these names.
const filterParameter = (name) => (OF_THE_PAGE.includes(name) ? `filter-${name}` : name);

/** The listing that `search` names although there is none; null if there is one. */
export function unknownListing(search, listings) {
  const name = new URLSearchParams(search).get("listing");
  return name && !listings.some((each) => each.name === name) ? name : null;
}

/** The filters whose values nobody has declared: any text is one, and a request names one of one of them. */
export const openFilters = (listing) => listing.openFilters ?? [];

/** Whether a parameter of the page is none of the listing's filters, which keep their names. */
export function hasParameter(listing, name) {
  return ![...listing.filters, ...openFilters(listing)].some((filter) => filterParameter(filter.name) === name);
}

/** The values that name a group of a listing, each with its attribute or path; none if the listing is one group. */
export function groupParts(listing) {
  return [listing.group].flat().filter(Boolean);
}

function groupOf(parameters, listing) {
  const parts = parameters.getAll("group").slice(0, groupParts(listing).length);
  const known = listing.groups[0]?.group;
  if (parts.length === groupParts(listing).length && (parts.length !== 1 || parts[0])) {
    return parts;
  }
  return known === undefined ? null : [known].flat();
}

/** The state that `search` describes, for one of `listings`. */
export function read(search, listings) {
  const parameters = new URLSearchParams(search);
  const listing = listings.find((each) => each.name === parameters.get("listing")) ?? listings[0];
  const text = (name) => (hasParameter(listing, name) && parameters.get(name)) || null;
  const filters = {};
  for (const filter of listing.filters) {
    const values = parameters.get(filterParameter(filter.name));
    if (values || (values === "" && (filter.labels ?? filter.values).includes(""))) {
      filters[filter.name] = values.split(",");
    }
  }
  for (const { name } of openFilters(listing)) {
    const value = parameters.get(filterParameter(name));
    if (value) {
      filters[name] = [value];
    }
  }
  return {
    listing: listing.name,
    group: groupOf(parameters, listing),
    page: text("page"),
    at: text("at"),
    cursor: text("cursor"),
    item: parameters.getAll("item"),
    size: text("size"),
    sort: text("sort"),
    order: ORDERS[text("order")] ?? text("order"),
    from: text("from"),
    to: text("to"),
    prefix: text("prefix"),
    during: text("during"),
    zone: text("during") && text("zone"),
    view: ["cards", "table"].find((view) => view === text("view")) ?? null,
    filters,
  };
}

/** `?listing=comments&group=...`, the address of a state. */
export function query(state) {
  const parameters = new URLSearchParams();
  for (const name of ORDERED) {
    [state[name]].flat().filter((value) => value || (value === "" && name === "group")).forEach((value) => parameters.append(name, value));
  }
  for (const [name, values] of Object.entries(state.filters)) {
    if (values.length) {
      parameters.set(filterParameter(name), values.join(","));
    }
  }
  return `?${parameters}`;
}

/** `state` at its first page, with `changes`. */
export function restarted(state, changes = {}) {
  return { ...state, page: null, at: null, cursor: null, item: [], ...changes };
}

/** What the API is asked beside listing and group: the parameters of a page, without those that are not given. */
export function questionOf(state) {
  const names = ORDERED.filter((name) => !OF_THE_PAGE.includes(name) && name !== "group");
  const given = names.map((name) => [name, state[name]]).filter(([, value]) => value?.length);
  const filters = Object.entries(state.filters).filter(([, values]) => values.length).map(([name, values]) => [name, values.length === 1 && values[0] ? values[0] : values]);
  return Object.fromEntries([...given, ...filters]);
}

/** The path at which the API answers this state, or its facets. */
export function apiPath(state, facets) {
  const names = facets ? ["group", "sort", ...Object.keys(UNWINDOWED)] : ORDERED.filter((name) => !OF_THE_PAGE.includes(name));
  const given = [...names.map((name) => [name, state[name]]), ...Object.entries(state.filters)].filter(([, value]) => value?.length);
  return address(state.listing, facets ? "/facets" : "", Object.fromEntries(given));
}
