/// Turns the positions that the index promised into the items that a page shows: it reads them,
/// checks them, fills gaps with spare ones, and notes the entries that the items contradict.
///
/// Enter at `PageItems`. It plans the reads with `table`, which makes them, and may use all
/// packages before it. It costs one round trip to DynamoDB, two if an item is missing, and one for
/// each retry.
@NullMarked
package pagemark.pages.items;

import org.jspecify.annotations.NullMarked;
