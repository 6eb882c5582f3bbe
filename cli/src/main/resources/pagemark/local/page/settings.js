// Where this page gets its data. A copy on another server replaces this file alone: docs/client.md shows how.

import { Client } from "./client.js";
import { parse } from "./json.js";
import * as stack from "./stack.js";

/** The API that pages come from. */
export const api = new Client("", { parse });

/** Asks which listings there are: `{ listings, version }`. */
export const describe = stack.describe;

/** How far the index is; null if nobody tells. */
export const health = stack.health;

/** Walks to a page as DynamoDB alone does, to compare; null if nobody can. */
export const race = stack.race;

/** Where the documents are; null if they are not here. */
export const documents = "/local/documents/";
