/// Seals the point at which a page ends into a cursor, and opens it again. A cursor is encrypted,
/// and bound to its scope.
@NullMarked
package pagemark.pages.cursor;

import org.jspecify.annotations.NullMarked;
