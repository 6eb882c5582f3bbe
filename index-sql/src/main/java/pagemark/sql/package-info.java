/// The page index in a SQL database: SQLite, PostgreSQL, MariaDB or MySQL.
///
/// Enter at [SqlIndex.Provider], which ServiceLoader finds for `jdbc:` URLs. It opens a [SqlIndex],
/// which gives the ports of the index.
///
/// A page, with [SqlReader] and [SqlReader.PageRead]:
///
/// 1. One statement reads the marker, the group's row and its highest tree nodes.
/// 2. [CountedTree][pagemark.sql.tree.CountedTree] goes down from there to the nodes that hold the
///    page, with one statement for each level. A hundred times more entries add one level.
/// 3. [RangeRead][pagemark.sql.tree.RangeRead] reads the page's entries, in the order of the group
///    or by cell.
/// 4. One statement counts how many entries tie with the page's edges
///    ([SortValue][pagemark.entry.SortValue]).
///
/// A batch of writes, with [SqlIndex.SqlWriter] and [BatchWrite]:
///
/// 1. It locks the rows of its groups and reads their fences. [BatchFences.WitnessRows] checks that
///    the last acknowledged write is still there.
/// 2. [BatchFences.GroupOps] decides each op by its rule. The tables take the changed entries.
/// 3. [TreeUpdate][pagemark.sql.tree.TreeUpdate] counts the tree nodes over them again.
///
/// The number of statements does not depend on the number of ops, apart from a limit of 400 rows in
/// a statement. [GroupSweep] removes old fences, whose age [FenceClock] tells. [SqlMarkers] keeps
/// the markers; [SqlInspector] reads everything, for audits.
///
/// This package may use `connection`, `table` and `tree`, and the ports of `shared`.
/// `docs/internals/index-layout-sql.md` describes every table;
/// `docs/decisions/0013-counted-anchors-in-sql.md` says why.
@NullMarked
package pagemark.sql;

import org.jspecify.annotations.NullMarked;
