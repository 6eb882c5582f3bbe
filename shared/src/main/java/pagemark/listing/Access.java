package pagemark.listing;

import org.jspecify.annotations.Nullable;

/// A way to query the items of a group, or of some of its cells, in the listing's order.
///
/// @param index the global or local secondary index to query; null for the table itself
/// @param projection the attributes that the index carries
/// @param partitions the partitions of the index that hold the items
public record Access(@Nullable String index, Projection projection, Partitions partitions) {}
