package pagemark.sql;

import pagemark.key.Bytes;

/// A counted anchor: what a group has from its place to that of the next anchor of its level.
///
/// @param parts how many anchors of the level below, or, in the lowest one, entries
record Node(Bytes place, Counts counts, int parts) {}
