// The data provider by itself, on the sample of a running stack, whose address is in $API.
import assert from "node:assert/strict";
import test from "node:test";
import { Client } from "../../../cli/src/main/resources/pagemark/local/page/client.js";
import { pagemark } from "../src/pagemark.js";

const provider = pagemark(new Client(process.env.API), { comments: { key: ["PK"], group: "PK2", sort: "SK" } });
const filter = { PK2: "DAFT_PUNK_TSHIRT" };
const list = (question) =>
  provider.getList("comments", { filter, pagination: { page: 1, perPage: 5 }, sort: { field: "SK", order: "DESC" }, ...question });

test("getList answers pages, totals, both orders and filters", async () => {
  const first = await list({});
  assert.equal(first.data.length, 5);
  assert.equal(first.data[0].id, first.data[0].PK);
  assert.deepEqual(first.pageInfo, { hasPreviousPage: false, hasNextPage: true });
  const last = await list({ sort: { field: "SK", order: "ASC" } });
  assert.ok(last.data[0].SK < first.data[0].SK);
  const five = await list({ filter: { ...filter, rating: 5 } });
  assert.ok(five.total < first.total && five.data.every((comment) => comment.rating === 5));
  const past = await list({ pagination: { page: 100_000, perPage: 5 } });
  assert.deepEqual([past.data, past.total], [[], first.total]);
  await assert.rejects(list({ filter: {} }), /add a filter of PK2/);
});

test("getMany, getOne and getManyReference find items by key and by group", async () => {
  const { data } = await list({ pagination: { page: 1, perPage: 100 } });
  const more = await list({ pagination: { page: 2, perPage: 100 } });
  const ids = [...data, ...more.data].map((comment) => comment.id);
  assert.ok(ids.length > 100);
  assert.deepEqual((await provider.getMany("comments", { ids: [...ids, "nobody"] })).data.map((comment) => comment.id), ids);
  assert.deepEqual((await provider.getOne("comments", { id: ids[3] })).data, data[3]);
  await assert.rejects(provider.getOne("comments", { id: "nobody" }), { status: 404 });
  const of = await provider.getManyReference("comments", {
    target: "PK2",
    id: "DAFT_PUNK_TSHIRT",
    filter: {},
    pagination: { page: 1, perPage: 3 },
    sort: { field: "id", order: "ASC" },
  });
  assert.deepEqual(of.data, data.slice(0, 3));
});

test("writes are refused with what to do", async () => {
  for (const name of ["create", "update", "updateMany", "delete", "deleteMany"]) {
    await assert.rejects(provider[name]("comments", {}), /write comments to its DynamoDB table/);
  }
});

test("a key of two attributes is one id", async () => {
  const asked = [];
  const client = { get: async (_, keys) => (asked.push(...keys), { items: [{ a: "x,y", b: 7 }] }) };
  const two = pagemark(client, { things: { key: ["a", "b"] } });
  const { data } = await two.getMany("things", { ids: ["x%2Cy,7"] });
  assert.deepEqual([asked, data[0].id], [[["x,y", "7"]], "x%2Cy,7"]);
});
