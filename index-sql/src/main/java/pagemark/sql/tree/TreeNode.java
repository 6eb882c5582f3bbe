package pagemark.sql.tree;

import pagemark.entry.Bytes;
import pagemark.sql.table.Counts;

/// A row of `pm_anchor`: it counts what a group has from its place to the next node of its level.
///
/// @param parts the number of nodes of the level below; for the lowest level, of entries
public record TreeNode(Bytes place, Counts counts, int parts) {}
