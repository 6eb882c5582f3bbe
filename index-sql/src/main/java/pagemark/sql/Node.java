package pagemark.sql;

import pagemark.key.Bytes;

/// A counted anchor: it counts what a group has from its place to the next anchor of its level.
///
/// @param parts the number of anchors of the level below; for the lowest level, of entries
record Node(Bytes place, Counts counts, int parts) {}
