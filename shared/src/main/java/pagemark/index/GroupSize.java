package pagemark.index;

/// The numbers of entries of a group.
///
/// @param all the entries of the whole group
/// @param cells the entries of all cells together; equal to `all` in a sound group, and in a
///   listing without filters
public record GroupSize(GroupRef group, long all, long cells) {}
