package pagemark.index;

import org.jspecify.annotations.Nullable;

/// What an index stores about an item in a group.
///
/// @param fence null if it has none, or has none any more
/// @param present whether the entry that was asked for exists, in the group and in its cell
public record Register(@Nullable Fence fence, boolean present) {}
