/**
 * A data provider of react-admin that reads listings of Pagemark.
 *
 * @param client of client.js
 * @param resources for each listing: `key`, the attributes of the item's key, `group`, the attribute that names the group (a
 *   list if there are several, left out if the listing is one group), and `sort`, its sort attribute
 */
export function pagemark(client, resources) {
  const record = (resource, item) => ({ ...item, id: id(resources[resource].key.map((name) => item[name])) });

  async function list(resource, { pagination, sort, filter = {}, signal }) {
    const { group, filters } = split(resources[resource], filter);
    const question = { ...filters, ...ordered(resources[resource], sort), page: pagination.page, size: pagination.perPage };
    const page = await client.page(resource, group, question, signal).catch(pastTheEnd);
    return {
      data: page.items.map((item) => record(resource, item)),
      total: page.page.totalItems ?? undefined,
      pageInfo: { hasPreviousPage: page.links.prev !== null, hasNextPage: page.links.next !== null },
    };
  }

  /** A call reads 100 items at most. */
  async function many(resource, { ids, signal }) {
    const data = [];
    for (let from = 0; from < ids.length; from += 100) {
      const { items } = await client.get(resource, ids.slice(from, from + 100).map((id) => key(resources[resource], id)), {}, signal);
      data.push(...items.map((item) => record(resource, item)));
    }
    return { data };
  }

  async function one(resource, { id, signal }) {
    const { data } = await many(resource, { ids: [id], signal });
    if (data.length === 0) {
      throw Object.assign(new Error(`${resource} has no item ${id}`), { status: 404 });
    }
    return { data: data[0] };
  }

  async function refuse(resource) {
    throw new Error(`Pagemark only reads: write ${resource} to its DynamoDB table, which the pages follow`);
  }

  return {
    supportAbortSignal: true,
    getList: list,
    getMany: many,
    getOne: one,
    getManyReference: (resource, { target, id, filter, ...rest }) => list(resource, { ...rest, filter: { ...filter, [target]: id } }),
    create: refuse,
    update: refuse,
    updateMany: refuse,
    delete: refuse,
    deleteMany: refuse,
  };
}

/** A key of two attributes becomes one text, as ids are: each is encoded, with a comma between. */
function id(key) {
  return key.length === 1 ? key[0] : key.map(encodeURIComponent).join(",");
}

function key(resource, id) {
  return resource.key.length === 1 ? id : id.split(",").map(decodeURIComponent);
}

/** The attributes that name the group, and the other filters. */
function split(resource, filter) {
  const names = [resource.group ?? []].flat();
  const missing = names.filter((name) => filter[name] === undefined);
  if (missing.length > 0) {
    throw new Error(`add a filter of ${missing.join(" and ")}: it names the group`);
  }
  const filters = Object.entries(filter).filter(([name]) => !names.includes(name));
  return { group: names.map((name) => filter[name]), filters: Object.fromEntries(filters) };
}

/** react-admin sorts by `id` if nothing is said: the listing's order then. Another field is one of the listing's named sorts. */
function ordered(resource, sort) {
  if (!sort || sort.field === "id") {
    return {};
  }
  const order = sort.order === "ASC" ? "ascending" : "descending";
  return sort.field === resource.sort ? { order } : { sort: sort.field, order };
}

/** A page past the last one is empty, so that react-admin goes back to it. */
function pastTheEnd(problem) {
  if (!problem.lastPage) {
    throw problem;
  }
  return { items: [], page: { totalItems: problem.body.totalItems }, links: { prev: problem.lastPage, next: null } };
}
