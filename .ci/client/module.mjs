// A project of ES modules.
import assert from "node:assert/strict";
import { Client } from "pagemark-client";

const client = new Client(process.env.API);
const ids = new Set();
let count = 0;
for await (const comment of client.items("comments", "DAFT_PUNK_TSHIRT", { size: 50 })) {
  ids.add(comment.PK);
  if (++count === 120) break;
}
assert.equal(ids.size, 120);
