// A data provider of refine on client.js. It was run once, with @refinedev/core 5.0.12, on the sample.
// The group is a permanent filter:
//   useTable({ filters: { permanent: [{ field: "PK2", operator: "eq", value: "DAFT_PUNK_TSHIRT" }] } })
// Filters are equal or not there; a list of values selects any of them.
import { Client } from "pagemark-client";

/** @param resources such as `{ comments: { key: "PK", group: "PK2", sort: "SK" } }` */
export function pagemark(client, resources) {
  const record = (resource, item) => ({ ...item, id: item[resources[resource].key] });
  const refuse = async () => {
    throw new Error("Pagemark only reads: write to the DynamoDB table");
  };

  async function getMany({ resource, ids }) {
    const { items } = await client.get(resource, ids);
    return { data: items.map((item) => record(resource, item)) };
  }

  return {
    getApiUrl: () => client.url,
    async getList({ resource, pagination, sorters = [], filters = [] }) {
      const { group, sort } = resources[resource];
      const { [group]: named, ...rest } = Object.fromEntries(filters.map(({ field, value }) => [field, value]));
      const [by] = sorters;
      const question = { ...rest, page: pagination?.currentPage ?? 1, size: pagination?.pageSize ?? 10, order: by?.order };
      if (by && by.field !== sort) question.sort = by.field;
      const { items, page } = await client.page(resource, named, question);
      return { data: items.map((item) => record(resource, item)), total: page.totalItems };
    },
    getMany,
    async getOne({ resource, id }) {
      const { data } = await getMany({ resource, ids: [id] });
      if (!data.length) throw { message: `${resource} has no item ${id}`, statusCode: 404 };
      return { data: data[0] };
    },
    create: refuse,
    update: refuse,
    deleteOne: refuse,
  };
}
