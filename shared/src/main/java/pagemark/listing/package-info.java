/// The definitions in `listings.json`: how they are read, and what follows from them.
///
/// 1. [Listings] reads the file and reports all mistakes together, each with its JSON path.
/// 2. A [Listing] is one way to list a table: its [IndexDefinition], and what only page reads need
///    (index, projection, order, page size, access).
/// 3. [IndexDefinition#indexable] says where an item belongs: in a group and an entry, absent, or
///    poison. The stream, rebuilds, audits and page reads all ask this one function.
/// 4. A request's filters become a [Selection] of cells. An [Access] is an index that can be
///    queried for it, and [Partitions] names the partitions to query.
///
/// The index depends on [IndexDefinition] alone: if it changes, the index must be built again.
@NullMarked
package pagemark.listing;

import org.jspecify.annotations.NullMarked;
