// Items as cards: attributes that look like a title, a text, a rating or a time get a style of their own; the rest are pairs.

import { capital, el, fill, go } from "./dom.js";
import { shown } from "./json.js";
import { readable } from "./sort.js";
import { query, restarted } from "./state.js";

const TITLES = ["title", "name", "subject", "headline"];
const TEXTS = ["text", "body", "comment", "content", "description", "message"];
const DOTS_MAX = 10;

/** The item's key for the API's parameter `item`; null if the page does not show all of it. */
export function keyOf(listing, item) {
  const parts = listing.key.map(({ attribute, type }) => {
    const value = item[attribute];
    if (value === undefined) {
      return null;
    }
    return type === "binary" ? value.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") : String(value);
  });
  return parts.includes(null) ? null : parts;
}

function first(names, item) {
  return names.find((name) => typeof item[name] === "string" && item[name]) ?? null;
}

function rating(filter, value) {
  const values = filter.values.map(Number);
  const top = Math.max(...values);
  if (top > DOTS_MAX || values.some((each) => !Number.isInteger(each) || each < 1)) {
    return null;
  }
  const dots = Array.from({ length: top }, (_, i) => el("span", { class: i < Number(value) ? "dot on" : "dot" }));
  return el("p", { class: "rating" },
    el("span", { class: "dots", "aria-hidden": "true" }, dots),
    el("span", { class: "rating-text" }, el("span", { class: "unseen" }, `${capital(filter.name)}: `), `${shown(value)} of ${top}`));
}

function ratingOf(listing, item) {
  for (const filter of listing.filters.filter((each) => each.numeric)) {
    const made = item[filter.attribute] === undefined ? null : rating(filter, item[filter.attribute]);
    if (made) {
      return { made, attribute: filter.attribute };
    }
  }
  return { made: null, attribute: null };
}

function timeOf(listing, item) {
  const value = item[listing.sort.attribute];
  if (value === undefined) {
    return null;
  }
  return listing.sort.type === "datetime"
    ? el("time", { title: `${value} UTC` }, readable(listing.sort.pattern, value))
    : el("span", {}, `${listing.sort.attribute} ${shown(value)}`);
}

function pairs(listing, item, told) {
  const rest = Object.keys(item).filter((name) => !told.includes(name));
  return rest.length === 0 ? null : el("dl", { class: "rest" }, rest.map((name) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, shown(item[name])))));
}

function actions(context, item, key, label) {
  const { listing, state, on } = context;
  if (!key) {
    return null;
  }
  const named = el("span", { class: "unseen" }, ` ${label}`);
  return el("p", { class: "card-actions" },
    go(query(restarted(state, { item: key })), { class: "quiet", "data-key": `link-${key}` }, "Link", named),
    listing.readOnly ? null : [
      el("button", { class: "quiet", type: "button", "data-key": `edit-${key}`, onclick: () => on.edit(item) }, "Edit", named.cloneNode(true)),
      el("button", { class: "quiet", type: "button", "data-key": `delete-${key}`, onclick: () => on.remove(item) }, "Delete", named.cloneNode(true)),
    ]);
}

function card(context, item) {
  const { listing, state } = context;
  const key = keyOf(listing, item);
  const title = first(TITLES, item);
  const text = first(TEXTS, item);
  const { made, attribute } = ratingOf(listing, item);
  const keyText = key ? key.join(" / ") : null;
  const told = [listing.group.attribute, listing.sort.attribute, title, text, attribute, ...listing.key.map((each) => each.attribute)];
  const found = key !== null && state.item.length === key.length && state.item.every((part, i) => part === key[i]);
  return el("li", { class: found ? "card found" : "card", "data-item": keyText, "aria-current": found ? "true" : null },
    el("article", {},
      el("header", { class: "card-head" }, el("h3", {}, title ? item[title] : keyText ?? "Item"), made),
      text ? el("p", { class: "card-text" }, item[text]) : null,
      el("div", { class: "card-foot" },
        el("p", { class: "card-meta" }, keyText && title ? el("span", { class: "key" }, keyText) : null, timeOf(listing, item)),
        pairs(listing, item, told),
        actions(context, item, key, keyText))));
}

/** @param context listing, state, and `on` with `edit` and `remove` */
export function showItems(list, context, items) {
  fill(list, items.map((item) => card(context, item)));
}

/** Placeholders of about a card's height, until the first items are there. */
export function showSkeleton(list, many) {
  fill(list, Array.from({ length: Math.min(many, 8) }, () =>
    el("li", { class: "card skeleton", "aria-hidden": "true" },
      el("span", { class: "bone short" }), el("span", { class: "bone" }), el("span", { class: "bone half" }))));
}
