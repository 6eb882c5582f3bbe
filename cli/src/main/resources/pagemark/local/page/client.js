// Pages of a Pagemark API, for browsers and for Node. It needs nothing else: copy this file, and client.d.ts for types.

/** An answer that is not a success. The message says what is wrong and what is valid; the status is 0 if nothing answered. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? body.message ?? "the answer has no explanation");
    this.name = "Problem";
    this.status = status;
    this.body = body;
    this.lastPage = body.lastPage ?? null;
    this.links = body.links?.next ? body.links : null;
    this.suggested = body.links?.suggested ?? null;
  }
}

/** The parameters that say where a page starts. */
const STARTS = ["page", "skip", "at", "item", "cursor"];

/** Reads pages. Each call is one request; it ends with an answer or with a Problem, or with the signal's AbortError. */
export class Client {
  /**
   * @param url the API's; empty for the server of this page
   * @param options `headers` of each request, such as Authorization; `parse` reads JSON, if numbers need all their digits;
   *   `retries` is how often a request is sent again after a 503, as late as the answer says
   */
  constructor(url = "", { headers = {}, parse = JSON.parse, retries = 0 } = {}) {
    this.url = url.replace(/\/+$/, "");
    this.headers = headers;
    this.parse = parse;
    this.retries = retries;
  }

  /**
   * A page of a group: `client.page("orders", "alice", { page: 3, status: ["OPEN", "PAID"] })`. The group is a list if several
   * values name it, and empty if the listing is one group: `client.page("tasks", ["acme", "website"])`, `client.page("users", [])`.
   */
  page(listing, group, question = {}, signal) {
    return this.follow(address(listing, "", { group, ...question }), signal);
  }

  /** All items from the question's page on, each once, whatever comes or goes meanwhile: `for await (const order of client.items(...))`. */
  async *items(listing, group, question = {}, signal) {
    for (let answer = await this.page(listing, group, question, signal); answer; answer = await this.next(answer, signal)) {
      yield* answer.items;
    }
  }

  /**
   * The keys of all items that match, by cursor, with sort values if the index holds them as they are, in pages of 1,000. The table is
   * not read, so an item may be gone or have expired: `for await (const { orderId } of client.keys("orders", "alice", { status: "OPEN" }))`.
   */
  async *keys(listing, group, question = {}, signal) {
    yield* this.items(listing, group, { size: 1_000, ...question, only: "keys" }, signal);
  }

  /** The page after one, by cursor: whoever reads on while items arrive sees each once. Null after the last page. */
  next(page, signal) {
    return this.#beside(page, "next", "after", signal);
  }

  /** The page before one, in the same way. Null before the first page. */
  previous(page, signal) {
    return this.#beside(page, "prev", "before", signal);
  }

  /** By the link if the API has no cursors. */
  async #beside({ links, cursors }, relation, side, signal) {
    if (!cursors[side]) {
      return links[relation] && this.follow(links[relation], signal);
    }
    const [path, query] = links.self.split("?");
    const parameters = new URLSearchParams(query);
    STARTS.forEach((name) => parameters.delete(name));
    parameters.set("cursor", cursors[side]);
    return this.follow(`${path}?${parameters}`, signal);
  }

  /**
   * Items by their keys, in that order: `client.get("orders", ["o1", "o2"])`. A key of two attributes is a list. More than 100 keys,
   * or 7 KB of them, take several requests; their answer cannot be renewed.
   */
  async get(listing, keys, question = {}, signal) {
    const answers = [];
    for (const link of byKeys(address(listing, "", question), keys)) {
      answers.push(await this.follow(link, signal));
    }
    return answers.length === 1
      ? answers[0]
      : { items: answers.flatMap(({ items }) => items), missing: answers.flatMap(({ missing }) => missing), url: null, etag: null };
  }

  /** How many items have each value of each filter. */
  facets(listing, group, question = {}, signal) {
    return this.follow(address(listing, "/facets", { group, ...question }), signal);
  }

  /** The page of a link: `client.follow(page.links.next)`. */
  follow(link, signal) {
    return this.#ask(link.startsWith("/") ? this.url + link : link, {}, signal);
  }

  /** The same answer again, the same object if it has not changed. */
  async renew(answer, signal) {
    return (await this.#ask(answer.url, answer.etag ? { "If-None-Match": answer.etag } : {}, signal)) ?? answer;
  }

  async #ask(url, more, signal, tries = 0) {
    const headers = { Accept: "application/json", ...this.headers, ...more };
    const response = await fetch(url, { signal, cache: "no-cache", headers }).catch((error) => {
      throw signal?.aborted ? error : new Problem(0, { detail: `no answer from ${url}` });
    });
    if (response.status === 304) {
      return null;
    }
    if (response.status === 503 && tries < this.retries) {
      await later(Number(response.headers.get("Retry-After")) || 1, signal);
      return this.#ask(url, more, signal, tries + 1);
    }
    const body = this.#read(await response.text());
    if (!response.ok || !(body.links || body.facets || body.missing)) {
      throw new Problem(response.status, body);
    }
    return { ...body, url, etag: response.headers.get("ETag"), headers: response.headers };
  }

  #read(text) {
    try {
      return this.parse(text);
    } catch {
      return { detail: "the answer is not JSON" };
    }
  }
}

/** Ends after the seconds, ten at most, or with the signal's AbortError. */
function later(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(seconds, 10) * 1000);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)), { once: true });
  });
}

const KEYS_MAX = 100;
const ADDRESS_MAX = 7_000;

/** The paths and queries that ask for all keys. */
function byKeys(begin, keys) {
  const links = [];
  let count = 0;
  for (const key of keys) {
    const more = [key].flat().map((part) => `&key=${encodeURIComponent(part)}`).join("");
    if (count % KEYS_MAX === 0 || links.at(-1).length + more.length > ADDRESS_MAX) {
      links.push(begin);
      count = 0;
    }
    links[links.length - 1] += more;
    count++;
  }
  return links;
}

/** The path and query of a question. Lists and sets repeat the name. A value that is "", null or undefined is left out; in a list, "" is one. */
export function address(listing, what, question) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(question)) {
    const isList = Array.isArray(value) || value instanceof Set;
    const values = (isList ? [...value] : [value]).filter((each) => each !== null && each !== undefined && (isList || each !== ""));
    if (isList && !values.length && name !== "group") {
      throw new TypeError(`${name} is an empty list: leave it out, or give it a value`);
    }
    values.forEach((each) => parameters.append(name, each instanceof Date ? each.toISOString() : each));
  }
  return `/${listing}${what}?${parameters}`;
}
