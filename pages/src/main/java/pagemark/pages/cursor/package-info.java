/// Seals the point at which a page ends into a cursor, and opens it again. A cursor is encrypted,
/// and bound to its scope.
///
/// Enter at `CursorCipher`, with the [CursorKeys] of the operator. It may use `scope`, and the keys
/// and listings of `shared`. It calls nothing: a cursor costs one encryption, and is as valid on
/// every machine with the same key.
@NullMarked
package pagemark.pages.cursor;

import org.jspecify.annotations.NullMarked;
