// A project of TypeScript, by its strictest rules.
import assert from "node:assert/strict";
import { Client, Problem, type Page, type Question } from "pagemark-client";

interface Comment {
  PK: string;
  SK: string;
  rating: number;
}

const client = new Client(process.env["API"] ?? "", { retries: 1 });
const question: Question = { size: 3, rating: [4, 5], from: new Date("2020-01-01T00:00:00Z") };
const page: Page<Comment> = await client.page<Comment>("comments", "DAFT_PUNK_TSHIRT", question);
const first: Comment | undefined = page.items[0];
assert.ok(first !== undefined && first.rating >= 4);
// @ts-expect-error: an item has no such attribute.
assert.equal(first.missing, undefined);
const total: number | null = page.page.totalItems;
assert.ok(total !== null && total > 3);
const { items, missing } = await client.get<Comment>("comments", [first.PK, "nobody"]);
assert.deepEqual([items.map((item) => item.PK), missing], [[first.PK], [["nobody"]]]);
const wrong: unknown = await client.page("nothing", "x").catch((error: unknown) => error);
assert.ok(wrong instanceof Problem && wrong.status === 404);
