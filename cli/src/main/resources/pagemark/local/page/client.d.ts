// The types of client.js.

/** What to ask for: at most one of page, skip, at, item and cursor says where the page starts. */
export interface Question {
  page?: number | string | null;
  skip?: number | string | null;
  at?: string | Date | null;
  /** The item's key: one text, or two. */
  item?: string | string[] | null;
  cursor?: string | null;
  size?: number | string | null;
  sort?: string | null;
  order?: "ascending" | "descending" | "asc" | "desc" | null;
  from?: string | Date | null;
  to?: string | Date | null;
  prefix?: string | null;
  /** A year, quarter, month, week, day or hour, such as "2024-W18". */
  during?: string | null;
  /** Whose calendar during means, such as "Europe/Berlin". */
  zone?: string | null;
  numbering?: "stable" | null;
  /** Only what the index holds of the items, in pages of up to 1,000; client.keys() walks all. */
  only?: "keys" | null;
  /** The attributes to show, of those that the listing shows. */
  fields?: string | string[] | null;
  /** For facets: in how many bars at most to count the items by their sort values. */
  bars?: number | null;
  /** Filters of the listing. A list selects any of its values. */
  [filter: string]: string | number | Date | (string | number)[] | Set<string | number> | null | undefined;
}

export interface Answer {
  url: string;
  etag: string | null;
  headers: Headers;
}

/** Totals are null if the page was read without the index, and the number is null at a cursor or after skip. */
export interface Page<Item = Record<string, unknown>> extends Answer {
  items: Item[];
  page: {
    number: number | null;
    /** How many items stand before the page: only after skip and at a cursor. */
    skip?: number;
    size: number;
    totalItems: number | null;
    totalPages: number | null;
    /** Only with at and item: the place among all that are counted, from 1. */
    rank?: number;
    /** Only with at: how many items have exactly that sort value. */
    ties?: number;
    /** Only with item: the place of the first item with the same sort value. */
    rankOfValue?: number;
    /** Only if items may be missing, and totals wrong. */
    exact?: false;
    /** Only with only=keys: nobody has looked whether the table has the items. */
    verified?: false;
    /** Only if the page lacks items, because they have just been deleted or moved: how many. */
    omitted?: number;
    /** Only at a cursor, if more of its items would not fit into an answer. */
    cut?: true;
  };
  links: {
    self: string;
    first: string;
    prev: string | null;
    next: string | null;
    last: string | null;
    earlier?: string | null;
    later?: string | null;
  };
  cursors: { before: string | null; after: string | null };
  /** Only if the page is empty, perhaps because several values were joined by commas. */
  hint?: string;
}

export interface Items<Item = Record<string, unknown>> extends Answer {
  items: Item[];
  /** The keys of which the listing, or the group, has no item. */
  missing: string[][];
}

export interface Bar {
  /** The sort value at which it begins. */
  from: string;
  items: number;
}

export interface Facets extends Answer {
  totalItems: number;
  /** Only if the counts may be wrong. */
  exact?: false;
  facets: Record<string, Record<string, number>>;
  /** Null if no item counts. */
  means: Record<string, number | null>;
  /** Only if the question had bars. Each ends where the next one begins. */
  bars?: Bar[];
}

export class Problem extends Error {
  status: number;
  /** The API's problem document. */
  body: Record<string, unknown>;
  /** The last page's number, if the one asked for lies past it. */
  lastPage: number | null;
  /** Where to read on forward and backward, if the page's items do not fit into an answer. */
  links: { prev: string; next: string } | null;
  /** The address that was probably meant. */
  suggested: string | null;
}

export class Client {
  constructor(url?: string, options?: { headers?: Record<string, string>; parse?: (json: string) => unknown; retries?: number });
  page<Item = Record<string, unknown>>(listing: string, group: string | string[], question?: Question, signal?: AbortSignal): Promise<Page<Item>>;
  items<Item = Record<string, unknown>>(listing: string, group: string | string[], question?: Question, signal?: AbortSignal): AsyncGenerator<Item>;
  keys<Key = Record<string, unknown>>(listing: string, group: string | string[], question?: Question, signal?: AbortSignal): AsyncGenerator<Key>;
  next<Item = Record<string, unknown>>(page: Page<Item>, signal?: AbortSignal): Promise<Page<Item> | null>;
  previous<Item = Record<string, unknown>>(page: Page<Item>, signal?: AbortSignal): Promise<Page<Item> | null>;
  get<Item = Record<string, unknown>>(listing: string, keys: (string | number | (string | number)[])[], question?: { group?: string | string[]; sort?: string }, signal?: AbortSignal): Promise<Items<Item>>;
  facets(listing: string, group: string | string[], question?: Question, signal?: AbortSignal): Promise<Facets>;
  follow<Item = Record<string, unknown>>(link: string, signal?: AbortSignal): Promise<Page<Item>>;
  renew<A extends Answer>(answer: A, signal?: AbortSignal): Promise<A>;
}

export function address(listing: string, what: "" | "/facets", question: Question): string;
