/**
 * What a table shows, as a question to Pagemark. Pages of a table begin at 0. Only one column can be sorted by: that of the
 * listing's sort attribute, or one whose id names another sort of the listing.
 *
 * @param sort the id of the column of the sort attribute
 */
export function question({ pagination, sorting = [], columnFilters = [] }, sort) {
  const [by] = sorting;
  const filters = Object.fromEntries(columnFilters.map(({ id, value }) => [id, value]));
  const order = by && { order: by.desc ? "descending" : "ascending" };
  const other = by && by.id !== sort && { sort: by.id };
  return { ...filters, ...order, ...other, page: pagination.pageIndex + 1, size: pagination.pageSize };
}
