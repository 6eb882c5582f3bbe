// All requests to the stack.

import { parse, stringify } from "./json.js";

const FOLLOW_TRIES_MAX = 30;

/** An answer that is not a success, with the API's message. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? body.message ?? "the answer has no explanation");
    this.status = status;
    this.lastPage = body.lastPage ?? null;
  }
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") {
      throw error;
    }
    throw new Problem(0, { detail: "no answer; is `pagemark local` still running?" });
  }
  const text = await response.text();
  let body = {};
  try {
    body = text ? parse(text) : {};
  } catch {
    body = { detail: "the answer is not JSON" };
  }
  if (!response.ok) {
    throw new Problem(response.status, body);
  }
  return { body, headers: response.headers };
}

/** Makes the browser check its cached answers: after a write they are stale. */
export const get = (path, signal) => ask(path, { signal, cache: "no-cache", headers: { Accept: "application/json" } });

export async function listings() {
  return (await get("/local/listings")).body.listings;
}

/** @param method POST adds, PUT replaces, DELETE deletes */
export function write(method, listing, item) {
  return ask(`/local/items?listing=${encodeURIComponent(listing)}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: stringify(item),
  });
}

/** How far the index has followed the table. */
export const health = async () => (await get("/health")).body;

/** Milliseconds until the index held all earlier writes, or null if it still does not. */
export async function followed() {
  const began = performance.now();
  for (let tries = 0; tries < FOLLOW_TRIES_MAX; tries++) {
    const { pendingRecords, waiting } = await health();
    if (pendingRecords === 0) {
      return Math.round(performance.now() - began);
    }
    if (waiting) {
      return null;
    }
  }
  return null;
}
