// Items as cards: attributes that look like a title, a text, a rating or a time get a style of their own; the rest are pairs.

import { brief, el, fill, go, ordinal } from "./dom.js";
import { folded, isLong } from "./fold.js";
import { flat, shown } from "./json.js";
import { patternOf, readable, textOf, valueOf } from "./sort.js";
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
  return key && (own.length ? own : key.slice(-1)).map(brief).join(" / ");
}

function first(names, item) {
  return names.find((name) => typeof item[name] === "string" && item[name]) ?? null;
}

/** The value of a filter by a few whole numbers, as dots: `●●●●○`. Nothing for other attributes. */
function dotsOf(listing, name, value) {
  const filter = listing.filters.find((each) => each.numeric && each.attribute === name);
  const top = filter ? Math.max(...filter.values) : 0;
  return top <= DOTS_MAX && /^[1-9]\d?$/.test(value) && value <= top
    ? el("span", { class: "dots", "aria-hidden": "true" }, `${"●".repeat(value)}${"○".repeat(top - value)} `)
    : null;
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
    : el("span", {}, `${(listing.sort.path ?? [listing.sort.attribute]).join(".")} ${shown(value)}`);
}

/** The language of an item's texts, if it says so by a code such as `de`. */
export function languageOf(item) {
  const code = item.language ?? item.lang ?? item.locale;
  return typeof code === "string" && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(code) ? code : null;
}

/** A long value takes a line of its own. */
function pair(listing, name, text, key) {
  const value = el("span", { dir: "auto" }, dotsOf(listing, name, text), text);
  return el("div", { class: isLong(text) ? "long" : null }, el("dt", {}, name), el("dd", {}, folded(value, name, `${key}-${name}`)));
}

function pairs(listing, item, told, key) {
  const rest = flat(item).map(([path, value]) => [path.join("."), shown(value)]).filter(([name]) => !told.includes(name));
  return rest.length === 0 ? null : el("dl", { class: "rest row" }, rest.map(([name, text]) => pair(listing, name, text, key)));
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
  const keyText = key ? key.join(" / ") : null;
  const headline = headlineOf(context, key);
  const told = [...groupParts(listing).filter((part) => !part.each).map((part) => part.attribute), listing.sort.path?.join(".") ?? listing.sort.attribute, title, text, ...listing.key.map((each) => each.attribute)];
  const found = isTarget || isFound(state, key);
  return el("li", { class: found ? "card found" : "card", "data-item": keyText, "aria-current": found ? "true" : null },
    el("article", {},
      el("header", { class: "card-head row" }, el("h3", { dir: "auto", lang: title ? lang : null, title: title ? null : keyText }, title ? item[title] : headline ?? "Item"),
        found && context.rank ? el("span", { class: "chip" }, ordinal(context.rank)) : null),
      text ? folded(el("p", { class: "card-text", dir: "auto", lang }, item[text]), text, keyText) : null,
      el("div", { class: "card-foot row" },
        el("p", { class: "card-meta row" }, headline && title ? el("span", { class: "key", dir: "auto" }, headline) : null, timeOf(listing, item)),
        pairs(listing, item, told, keyText),
        actions(context, key, keyText))));
}

/** The item that a jump has reached, by its place among all; undefined if there is none. */
export const targetOf = ({ rank, from }, items) => items[rank - 1 - from];

/** @param context listing, state, `rank` of the item that the state asks for, and `from`, how many stand before the page */
export function showItems(list, context, items) {
  const target = targetOf(context, items);
  fill(list, items.map((item) => card(context, item, item === target)));
}

/** Placeholders of about a card's height, until the first items are there. */
export function showSkeleton(list, many) {
  fill(list, Array.from({ length: Math.min(many, 8) }, () =>
    el("li", { class: "card skeleton", "aria-hidden": "true" }, [1, 2, 3].map(() => el("span", { class: "bone" })))));
}
