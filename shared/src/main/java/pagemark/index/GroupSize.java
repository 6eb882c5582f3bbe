package pagemark.index;

/// How many entries a group has.
///
/// @param all in the whole group
/// @param cells in its cells together; as many as `all` in a sound group, and in a listing without
///   filters
public record GroupSize(GroupRef group, long all, long cells) {}
