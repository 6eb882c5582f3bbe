package pagemark.index;

import org.jspecify.annotations.Nullable;
import pagemark.key.Entry;

/// What was last applied to an item in a group.
///
/// @param entry null where it was a removal
public record Fence(Sequence sequence, @Nullable Entry entry) {}
