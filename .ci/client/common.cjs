// A CommonJS project, on any Node from 18 on.
const assert = require("node:assert/strict");
const { Client, Problem, address } = require("pagemark-client");

assert.equal(address("orders", "", { group: "a" }), "/orders?group=a");
(async () => {
  const client = new Client(process.env.API);
  const page = await client.page("comments", "DAFT_PUNK_TSHIRT", { page: 2, size: 5 });
  assert.equal(page.page.number, 2);
  assert.equal(page.items.length, 5);
  const past = await client.page("comments", "DAFT_PUNK_TSHIRT", { page: 999_999 }).catch((error) => error);
  assert.ok(past instanceof Problem && past.lastPage > 1);
})();
