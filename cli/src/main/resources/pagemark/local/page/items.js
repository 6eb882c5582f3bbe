// Items as cards: attributes that look like a title, a text, a rating or a time get a style of their own; the rest are pairs.

import { capital, el, fill, go } from "./dom.js";
import { folded, isLong } from "./fold.js";
import { shown } from "./json.js";
import { isReached, patternOf, readable, textOf, valueOf } from "./sort.js";
import { groupParts, query, restarted } from "./state.js";

export const TITLES = ["title", "name", "subject", "headline"];
export const TEXTS = ["text", "body", "comment", "content", "description", "message"];
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

/** The key without what names the group, such as `INV#7` of `ORG#0 / INV#7`; null if the page does not show all of it. */
function headlineOf({ listing, state }, key) {
  const own = key?.filter((value, i) => !groupParts(listing).some((part, j) =>
    part.attribute === listing.key[i].attribute || value === state.group?.[j] || value.endsWith(`#${state.group?.[j]}`)));
  return key && (own.length ? own : key.slice(-1)).join(" / ");
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
  const value = valueOf(listing.sort, item);
  if (value === undefined) {
    return null;
  }
  const pattern = patternOf(listing.sort);
  const text = textOf(listing.sort, value);
  return pattern
    ? el("time", { title: `${text} UTC` }, readable(pattern, text))
    : el("span", {}, `${capital((listing.sort.path ?? [listing.sort.attribute]).join("."))} ${shown(value)}`);
}

/** The language of an item's texts, if it says so by a code such as `de`. */
export function languageOf(item) {
  const code = item.language ?? item.lang ?? item.locale;
  return typeof code === "string" && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(code) ? code : null;
}

/** A long value takes a line of its own. */
function pair(name, text, key) {
  const value = el("span", { dir: "auto" }, text);
  return el("div", { class: isLong(text) ? "long" : null }, el("dt", {}, capital(name)), el("dd", {}, folded(value, name, `${key}-${name}`)));
}

function pairs(item, told, key) {
  const rest = Object.keys(item).filter((name) => !told.includes(name));
  return rest.length === 0 ? null : el("dl", { class: "rest" }, rest.map((name) => pair(name, shown(item[name]), key)));
}

/** The link to an item; null without its key. */
export function actions({ state }, key, label) {
  return key && el("p", { class: "card-actions" },
    go(query(restarted(state, { item: key })), { class: "quiet", "data-key": `link-${key}` }, "Link", el("span", { class: "unseen" }, ` ${label}`)));
}

/** Whether the item is the one that the state asks for. */
export function isFound(state, key) {
  return key !== null && state.item.length === key.length && state.item.every((part, i) => part === key[i]);
}

function card(context, item, isTarget) {
  const { listing, state } = context;
  const key = keyOf(listing, item);
  const lang = languageOf(item);
  const title = first(TITLES, item);
  const text = first(TEXTS, item);
  const { made, attribute } = ratingOf(listing, item);
  const keyText = key ? key.join(" / ") : null;
  const headline = headlineOf(context, key);
  const told = [...groupParts(listing).filter((part) => !part.each).map((part) => part.attribute), listing.sort.path ? null : listing.sort.attribute, title, text, attribute, ...listing.key.map((each) => each.attribute)];
  const found = isTarget || isFound(state, key);
  return el("li", { class: found ? "card found" : "card", "data-item": keyText, "aria-current": found ? "true" : null },
    el("article", {},
      el("header", { class: "card-head" }, el("h3", { dir: "auto", lang: title ? lang : null }, title ? item[title] : headline ?? "Item"), made),
      text ? folded(el("p", { class: "card-text", dir: "auto", lang }, item[text]), text, keyText) : null,
      el("div", { class: "card-foot" },
        el("p", { class: "card-meta" }, headline && title ? el("span", { class: "key", dir: "auto" }, headline) : null, timeOf(listing, item)),
        pairs(item, told, keyText),
        actions(context, key, keyText))));
}

/** The first item that a jump to a sort value has reached; undefined if there is none. */
export function targetOf({ listing, state }, items) {
  const order = state.order ?? listing.order;
  return state.at ? items.find((item) => isReached(listing.sort, valueOf(listing.sort, item), state.at, order)) : undefined;
}

/** @param context listing and state */
export function showItems(list, context, items) {
  const target = targetOf(context, items);
  fill(list, items.map((item) => card(context, item, item === target)));
}

/** Placeholders of about a card's height, until the first items are there. */
export function showSkeleton(list, many) {
  fill(list, Array.from({ length: Math.min(many, 8) }, () =>
    el("li", { class: "card skeleton", "aria-hidden": "true" },
      el("span", { class: "bone short" }), el("span", { class: "bone" }), el("span", { class: "bone half" }))));
}
