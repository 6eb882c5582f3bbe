/// The API function: it answers an HTTP request with a page of items, or with counts of filter
/// values. The index says which items are on a page; the table has the items.
///
/// Enter at [PageHandler]. A request for a page takes these steps:
///
/// 1. `RequestReader` checks the path and the parameters, and makes a `PageRequest` of them.
/// 2. `PageReader` leads the next three steps. `AnchorResolver` turns the start of the page into an
///    anchor. Only `item=` costs a read of the table here.
/// 3. `ServingIndex` asks the index once, in the generation that serves the listing, for the
///    positions of the page and the total.
/// 4. `PageItems` reads the items at these positions from the table, by the cheapest `FetchPlan`:
///    one round trip, two if an item is missing from the first. `PageVerification` decides which
///    items the page shows; the result is a `FetchedItems`.
/// 5. If the index cannot answer, `UnindexedPages` reads a first page or a page at a cursor from
///    the table alone.
/// 6. `Answer` writes the page with its `Links` and cursors. `SuspectFiling` files the index
///    entries that the items contradict, for repair.
///
/// `FacetsReader` takes the place of steps 2 to 5 in a request for facets, and reads no table.
/// Whatever ends a request early is a `Problem`; `Failures` maps exceptions to it.
@NullMarked
package pagemark.api;

import org.jspecify.annotations.NullMarked;
