// Requests to `pagemark local` that no deployed API answers: its listings, how far the index is, and walks.

import { Problem } from "./client.js";
import { parse, stringify } from "./json.js";

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
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
  return body;
}

const get = (path, signal) => ask(path, { signal, cache: "no-cache", headers: { Accept: "application/json" } });

/** The listings, with their filters, sizes and groups, and the version: `{ listings, version }`. */
export const describe = () => get("/local/listings");

/** How far the index has followed the table. */
export const health = (signal) => get("/health", signal);

/**
 * Walks to a page as DynamoDB alone does. Each call is told as soon as it is made: `{ calls, units, read, found, millis }`.
 *
 * @param question the state of a page, and `items`, how many there are up to its last one
 * @return the last of them, with `end`
 */
export async function race(question, tell, signal) {
  const { listing, group, sort, order, size, filters, from, to, prefix, during, zone, items } = question;
  const body = stringify({ listing, group, sort, order, size, filters, from, to, prefix, during, zone, items });
  const response = await fetch("/local/race", { method: "POST", signal, headers: { "Content-Type": "application/json" }, body });
  if (!response.ok) {
    throw new Problem(response.status, parse(await response.text()));
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let last = {};
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      last = parse(line);
      if (last.problem) {
        throw new Problem(0, { detail: last.problem });
      }
      tell(last);
    }
  }
  return last;
}
