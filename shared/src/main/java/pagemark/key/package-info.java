/// How an item's keys become the bytes and scores of an index, and back.
///
/// Enter at [PositionCodec]. It writes an item as a position:
///
/// 1. [SortType] writes the sort value, as a score or as bytes ([Layout]).
/// 2. [AttributeType] writes each key attribute as bytes.
/// 3. A value that does not fit its declared type or size throws [UnfitException].
///
/// This package uses `entry` and `folding` alone. It does no I/O and keeps no state. Its bytes are
/// in every index, so another text or order of bytes needs another key format, and a rebuild.
/// `docs/internals/key-format.md` specifies them, with test vectors.
@NullMarked
package pagemark.key;

import org.jspecify.annotations.NullMarked;
