package pagemark.index;

import org.jspecify.annotations.Nullable;

/// What an index knows of an item in a group.
///
/// @param fence null where it has none, or none any more
/// @param present whether the entry that was asked for is there, in the group and in its cell
public record Register(@Nullable Fence fence, boolean present) {}
