import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { util } from '@aws-appsync/utils';
import { buildSchema, graphql } from 'graphql';
import { request, response } from '../orders.js';

// A stand-in for AppSync. AppSyncExampleIT sends the same payloads to the function itself.
const file = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const cases = JSON.parse(file('cases.json'));
const schema = buildSchema('scalar AWSDateTime\n' + file('../schema.graphql'));

util.error = (message, type, data, info) => {
  throw Object.assign(new Error(message), { extensions: { errorType: type, errorInfo: info } });
};
util.unauthorized = () => util.error('Not Authorized to access orders', 'Unauthorized');

const FIELDS = '{ items { orderId createdAt status total } totalItems totalPages }';
const QUERY = `query ($customer: ID!, $page: Int, $size: Int, $status: [OrderStatus!]) {
  orders(customer: $customer, page: $page, size: $size, status: $status) ${FIELDS}
}`;

// The result of a query, and what the function got.
const run = async ({ args, source = QUERY, identity = null, answer, error }) => {
  let payload;
  const orders = (args) => {
    payload = JSON.parse(JSON.stringify(request({ args, identity }).payload));
    return response({ args, identity, result: answer, error });
  };
  const result = await graphql({ schema, source, variableValues: args, rootValue: { orders } });
  return { payload, data: JSON.parse(JSON.stringify(result.data)), errors: result.errors };
};

for (const { arguments: args, payload, answer, data, problem } of cases) {
  test(`the payload of ${JSON.stringify(args)} and what becomes of its answer`, async () => {
    const error = problem && { message: JSON.stringify(problem), type: 'Lambda:Unhandled' };
    const ran = await run({ args, answer, error });
    assert.deepStrictEqual(ran.payload, payload);
    assert.deepStrictEqual(ran.data, { orders: data ?? null });
    assert.deepStrictEqual(ran.errors?.[0].extensions.errorInfo, problem);
    assert.strictEqual(ran.errors?.[0].message, problem?.detail);
  });
}

test('an error of Lambda is no JSON', async () => {
  for (const message of ['Task timed out after 29.00 seconds', null]) {
    const ran = await run({ args: cases[0].arguments, error: { message, type: 'Lambda:Unhandled' } });
    assert.strictEqual(ran.errors[0].message, 'the page cannot be read now');
    assert.strictEqual(ran.errors[0].extensions.errorType, 'Lambda:Unhandled');
  }
});

test('whoever is signed in by a user pool reads their own orders alone', async () => {
  const { arguments: args, payload, answer } = cases[0];
  const other = await run({ args, identity: { sub: 'rita' }, answer });
  assert.deepStrictEqual([other.payload, other.data.orders], [undefined, null]);
  assert.strictEqual(other.errors[0].extensions.errorType, 'Unauthorized');
  assert.deepStrictEqual((await run({ args, identity: { sub: 'alice' }, answer })).payload, payload);
});

test('the query of the README is one of the schema', async () => {
  const source = /```graphql\n(.*?)```/s.exec(file('../README.md'))[1];
  const { payload, answer } = cases[0];
  const ran = await run({ source, answer });
  assert.strictEqual(ran.errors, undefined);
  assert.deepStrictEqual(ran.payload, payload);
});
