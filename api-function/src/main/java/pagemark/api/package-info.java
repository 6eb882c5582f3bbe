/// The API function: an HTTP request becomes a page of items, read from the index and the table.
///
/// Enter at [PageHandler]. A request is read by `RequestReader`, its page by `PageReader`, and
/// written by `Answer`; everything that is refused on the way is a `Problem`.
@NullMarked
package pagemark.api;

import org.jspecify.annotations.NullMarked;
