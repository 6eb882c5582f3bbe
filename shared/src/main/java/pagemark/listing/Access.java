package pagemark.listing;

import org.jspecify.annotations.Nullable;

/// One way to query the items of a group, or of some of its cells, in their order.
///
/// @param index the global or local secondary index that is queried; null where the table itself is
/// @param projection what that index carries
/// @param partitions where the items stand in it
public record Access(@Nullable String index, Projection projection, Partitions partitions) {}
