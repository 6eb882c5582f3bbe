/// Makes a request for a page from texts: it parses groups, filters and keys, and chooses the index
/// of the table that the page is queried from. It calls nothing.
@NullMarked
package pagemark.pages.request;

import org.jspecify.annotations.NullMarked;
