/// Reads pages of DynamoDB listings by number, as a library. Enter at [Pages].
///
/// A page takes these steps:
///
/// 1. [GroupQuery] gathers the scope and the start of the page, and checks every value.
/// 2. `PageRequest` chooses the index of the table that the page is queried from.
/// 3. `PageReader` leads the rest. `AnchorResolver` turns the start into an anchor, which the index
///    understands. Only a start at an item costs a read of the table here.
/// 4. `ServingIndex` asks the index once, in the generation that serves the listing, for the
///    positions of the page and the total.
/// 5. `PageItems` reads the items at these positions by the cheapest `FetchPlan`: one round trip,
///    two if an item is missing from the first. `PageVerification` decides which items are shown.
/// 6. If the index cannot answer, `UnindexedPages` reads a first page or a page at a cursor from
///    the table alone.
/// 7. `SuspectFiling` files the index entries that the items contradict, for repair.
///
/// `FacetsReader` takes the place of steps 2 to 7 if facets are asked for, and reads no table.
///
/// Each package uses only those before it: `error`, `scope`, `cursor`, `request`, `result`,
/// `table`, `items`, `unindexed`, `page`, and this one. Callers see this one, `error`, `scope`,
/// `result` and [pagemark.pages.cursor.CursorKeys].
@NullMarked
package pagemark.pages;

import org.jspecify.annotations.NullMarked;
