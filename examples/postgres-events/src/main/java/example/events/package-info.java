/// Events of PostgreSQL, page by page: by keys, by windows, by OFFSET, and by a number with
/// Pagemark's index, which follows the table by logical decoding. Enter at `EventReads` and
/// `EventIndex`.
@NullMarked
package example.events;

import org.jspecify.annotations.NullMarked;
