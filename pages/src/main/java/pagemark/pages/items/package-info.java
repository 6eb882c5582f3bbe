/// Turns the positions that the index promised into the items that a page shows: it reads them,
/// checks them, fills gaps with spare ones, and notes the entries that the items contradict.
@NullMarked
package pagemark.pages.items;

import org.jspecify.annotations.NullMarked;
