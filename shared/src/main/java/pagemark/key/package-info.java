/// Where an item stands in a listing: item keys, groups, cells and positions, and the bytes and
/// scores that stand for them in an index.
///
/// Enter at [Position] and [PositionCodec]. `docs/key-format.md` specifies the bytes.
@NullMarked
package pagemark.key;

import org.jspecify.annotations.NullMarked;
