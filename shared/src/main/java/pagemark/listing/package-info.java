/// What a listing is, and what follows from it.
///
/// 1. A [Listing] is one way to list a table: its [IndexDefinition], and what only page reads need
///    (accesses, order, page size, attributes).
/// 2. [IndexDefinition#indexable] says where an item belongs: in a group and an entry, absent, or
///    poison. The stream, rebuilds, audits and page reads all ask this one function.
/// 3. A request's filters become a [Selection] of cells. An [Access] is an index that can be
///    queried for it, and [Partitions] names the partitions to query.
///
/// The index depends on [IndexDefinition] alone: if it changes, the index must be built again.
///
/// Everything here is immutable and computed in memory. This package may use `entry` and `key`.
/// `json` reads listings from their file.
@NullMarked
package pagemark.listing;

import org.jspecify.annotations.NullMarked;
