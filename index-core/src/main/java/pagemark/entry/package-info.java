/// What an index holds about an item: the types that all stores share.
///
/// An item belongs to a [Group], the partition that readers list. In its group it stands at a
/// [Position], which orders items as DynamoDB does. The filters of a listing put it into a [Cell].
/// Cell and position together are the [Entry] that an index holds. A [Place] is a position as one
/// byte string, for stores that are not Redis.
///
/// How an item's attributes become a position is not decided here. This package knows what it needs
/// of that: the two [Layout]s, and how to find the end of a sort value in a member ([SortValue]).
/// `docs/internals/key-format.md` specifies the bytes, with test vectors.
///
/// [Sha256] is here for all that hash. This package uses no other one. It does no I/O and keeps no
/// state.
@NullMarked
package pagemark.entry;

import org.jspecify.annotations.NullMarked;
