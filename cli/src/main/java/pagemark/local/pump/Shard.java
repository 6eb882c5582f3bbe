package pagemark.local.pump;

import org.jspecify.annotations.Nullable;

/// A shard of a stream.
///
/// @param parentId the shard whose records come before those of this one; null if there is none
record Shard(String id, @Nullable String parentId) {}
