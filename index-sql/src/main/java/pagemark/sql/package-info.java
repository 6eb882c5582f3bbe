/// The page index in a SQL database: SQLite, PostgreSQL or MariaDB.
///
/// Enter at [SqlIndexProvider], which ServiceLoader finds for `jdbc:` URLs ([SqlUrl]). [Database]
/// runs each operation as one transaction ([Tx]) and repeats it if it conflicts with another.
/// [Dialect] has the SQL that differs between databases; [Schema] makes the tables.
///
/// A table has no ranks. So a large group has a tree of anchors, each of which counts the entries
/// up to the next one, in total and for each cell ([Node], [Counts]). An entry's position is one
/// byte string, its [Place].
///
/// A page, with [SqlReader]:
///
/// 1. One statement reads the marker, the group's row and its highest anchors.
/// 2. [CountedTree] goes down from there to the anchors that hold the page, with one statement for
///    each level. A hundred times more entries add one level.
/// 3. [RangeRead] reads the page's entries, in the order of the group or by cell.
/// 4. One statement counts how many entries tie with the page's edges ([RangeCounts]).
///
/// A batch of writes, with [SqlWriter] and [BatchWrite]:
///
/// 1. It locks the rows of its groups ([GroupTable]) and reads their fences ([FenceTable]).
/// 2. [GroupOps] decides each op by its rule. [PositionTable] writes the entries.
/// 3. [TreeUpdate] counts the anchors over the changed entries again, and [TreeShaping] splits and
///    joins them.
///
/// The number of statements does not depend on the number of ops, apart from a limit of 400 rows in
/// a statement.
///
/// `docs/index-layout-sql.md` describes every table;
/// `docs/decisions/0013-counted-anchors-in-sql.md` says why.
@NullMarked
package pagemark.sql;

import org.jspecify.annotations.NullMarked;
