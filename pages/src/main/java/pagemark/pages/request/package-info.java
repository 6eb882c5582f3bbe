/// Makes a request for a page from texts: it parses groups, filters and keys, and chooses the index
/// of the table that the page is queried from. It calls nothing.
///
/// Enter at `PageRequest`; `GroupText`, `FilterText` and `ItemText` parse its parts. It may use
/// `error`, `scope` and `cursor`.
@NullMarked
package pagemark.pages.request;

import org.jspecify.annotations.NullMarked;
