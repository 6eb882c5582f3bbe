// Adds, edits and deletes one item, as any writer of the table would. The index follows through the stream.

import { write } from "./stack.js";
import { byId, capital, el, fill } from "./dom.js";
import { parse, shown, stringify } from "./json.js";
import { nowOf, patternOf } from "./sort.js";
import { groupParts, openFilters } from "./state.js";

const LONG = ["text", "body", "comment", "content", "description", "message"];

/** The attributes of the form, in the listing's order. */
function names(listing, item) {
  const needed = [...listing.key.map((each) => each.attribute), ...groupNames(listing), listing.sort.attribute, ...(listing.sort.further ?? []), listing.partition].filter(Boolean);
  const filtered = [...listing.filters, ...openFilters(listing)].map((filter) => filter.attribute ?? filter.path[0]);
  return [...new Set([...(listing.attributes ?? []), ...needed, ...filtered, ...Object.keys(item ?? {})])];
}

/** The attributes that name the group or hold what does. */
const groupNames = (listing) => groupParts(listing).map((part) => part.attribute ?? part.path[0]);

/** Whether an attribute is no text, but a number, a list, or true or false. */
function isJson(listing, name) {
  const { key, sort } = listing;
  if ([...groupParts(listing), ...openFilters(listing)].some((each) => each.each && each.attribute === name)) {
    return true;
  }
  const typed = [...key, ...groupParts(listing)].find((each) => each.attribute === name);
  const types = ["integer", "number", "epochSeconds", "epochMillis", "boolean"];
  return typed ? typed.type === "number" : name === sort.attribute && (sort.path || (types.includes(sort.type) && !sort.stored));
}

function suggestion(listing, state, name) {
  const part = groupParts(listing).findIndex((each) => each.attribute === name);
  if (part >= 0) {
    const { prefix, type, each } = groupParts(listing)[part];
    const text = `${prefix ?? ""}${state.group?.[part] ?? ""}`;
    return each && text ? `[${type === "number" ? text : stringify(text)}]` : text;
  }
  if (name === listing.sort.attribute) {
    return listing.sort.path ? "" : nowOf(listing.sort);
  }
  const key = listing.key.length === 1 && listing.key[0].attribute === name ? listing.key[0] : null;
  if (key?.type === "uuid") {
    return crypto.randomUUID();
  }
  return key?.type === "string" ? `new-${crypto.randomUUID().slice(0, 8)}` : "";
}

function choice(filter, value) {
  const values = [...filter.values];
  if (value !== undefined && !values.some((each) => String(each) === String(value))) {
    values.push(value);
  }
  return el("select", { name: filter.attribute },
    el("option", { value: "" }, "none"),
    values.map((each, i) => el("option", { value: String(i), selected: String(each) === String(value) }, shown(each) || "(empty)")));
}

/** What an attribute is for; its own name if it is for nothing special. */
function label(listing, name) {
  if (listing.key.some((each) => each.attribute === name)) {
    return `Key (${name})`;
  }
  if (groupNames(listing).includes(name)) {
    return `Group (${name})`;
  }
  return name === listing.sort.attribute && !listing.sort.path ? `${patternOf(listing.sort) ? "Time" : "Order"} (${name})` : capital(name);
}

/** A control and its value; undefined if the attribute is left out. */
function field(context, name, item) {
  const { listing, state, items } = context;
  const value = item?.[name];
  const filter = listing.filters.find((each) => each.attribute === name && each.values);
  if (filter) {
    const control = choice(filter, value);
    const values = [...filter.values, value];
    return { name, control, read: () => (control.value === "" ? undefined : values[Number(control.value)]) };
  }
  const key = listing.key.some((each) => each.attribute === name);
  const needed = key || groupNames(listing).includes(name) || (name === listing.sort.attribute && listing.sort.needed);
  const like = value ?? items[0]?.[name];
  const json = isJson(listing, name) || (like !== undefined && typeof like !== "string");
  const text = value === undefined ? (item ? "" : suggestion(listing, state, name)) : shown(value);
  const attributes = { name, autocomplete: "off", required: needed, readonly: Boolean(item) && key };
  const control = LONG.includes(name) ? el("textarea", { ...attributes, rows: 4 }, text) : el("input", { ...attributes, value: text });
  const read = () => {
    if (control.value === "") {
      return undefined;
    }
    return json ? parse(control.value) : control.value;
  };
  return { name, control, read };
}

function collect(fields) {
  const item = {};
  for (const { name, control, read } of fields) {
    let value;
    try {
      value = read();
    } catch {
      control.focus();
      throw new Error(`${name} must be JSON, such as 5, "text" or ["a", "b"]`);
    }
    if (value === undefined && control.required) {
      control.focus();
      throw new Error(`${name} is needed`);
    }
    if (value !== undefined) {
      item[name] = value;
    }
  }
  return item;
}

/** Runs a dialog's form: closes it when `act` succeeds, else shows why it failed. */
function open(dialog, form, problem, act) {
  problem.textContent = "";
  form.onsubmit = async (event) => {
    event.preventDefault();
    const buttons = [...form.querySelectorAll("button")];
    problem.textContent = "";
    try {
      const acted = act();
      buttons.forEach((button) => (button.disabled = true));
      await acted;
      dialog.close("done");
    } catch (error) {
      problem.textContent = capital(error.message);
    } finally {
      buttons.forEach((button) => (button.disabled = false));
    }
  };
  dialog.querySelector("[data-close]").onclick = () => dialog.close();
  dialog.showModal();
}

/** Opens the form for an item. Calls `context.written` with the item when it is in the table. */
export function edit(context, item) {
  const fields = names(context.listing, item).map((name) => field(context, name, item));
  byId("editor-title").textContent = item ? "Edit the item" : "Add an item";
  fields.find(({ control }) => !control.readOnly)?.control.setAttribute("autofocus", "");
  fill(byId("editor-fields"), fields.map(({ name, control }) => el("label", { class: "field" }, label(context.listing, name), control)));
  open(byId("editor"), byId("editor-form"), byId("editor-problem"), () => {
    const given = collect(fields);
    return write(item ? "PUT" : "POST", context.listing.name, given).then(() => context.written(given));
  });
}

/** Asks before it deletes an item. */
export function remove(context, item, label) {
  byId("confirm-what").textContent = `${label} will be deleted from the table.`;
  open(byId("confirm"), byId("confirm-form"), byId("confirm-problem"), () => {
    const key = Object.fromEntries(context.listing.key.map(({ attribute }) => [attribute, item[attribute]]));
    return write("DELETE", context.listing.name, key).then(() => context.written(null));
  });
}

