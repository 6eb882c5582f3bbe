/// The ports of the page index. Functions compile against this package only; a store implements it.
///
/// [IndexStores] finds the store for an index URL by ServiceLoader and opens an [IndexStore]. That
/// gives four ports:
///
/// - [PageIndexReader], for the API: a [PageQuery] gives a [PageSlice], the positions of a page and
///   its total.
/// - [PageIndexWriter], for the stream, rebuilds and repairs: a [GroupWrite] of [Op]s gives a
///   [WriteResult]. Each op has a [Rule], by which [Verdict] judges it at the [Fence] of its item,
///   or at those of its places, so that writes may come twice, late or out of order.
/// - [Markers], for rebuilds: whether each slot of the store holds a complete index.
/// - [Inspector], for audits and `stats`: reads all entries.
///
/// A port answers with an optional part for what only some stores have: the sorted rows of a
/// rebuild (`rows`), counts to check ([Inspector.KeptCounts]), nodes that no group leads to
/// ([Inspector.StrayNodes]), data that is found without its generation ([Markers.StoredData]), and
/// witnesses.
///
/// [Witnesses] remember the last acknowledged write of each slot, so that a writer notices if the
/// store loses writes.
///
/// A page is one call, whatever its number. So is a write, for all ops of a group.
/// `docs/internals/index-layout.md` describes the index in Redis,
/// `docs/internals/index-layout-sql.md` in SQL, and `docs/internals/rules.md` the rules.
///
/// This package may use `entry` and `rows`. It does no I/O: what a call costs is the store's.
@NullMarked
package pagemark.index;

import org.jspecify.annotations.NullMarked;
