/// The rows of groups, entries and fences. `docs/internals/index-layout-sql.md` has each table.
///
/// - [GroupTable] has a [GroupRow] for each group, with the group's [Counts], and the markers of
///   generations. Writers lock these rows.
/// - [PositionTable] has the entries. An entry's position is one byte string, its
///   [Place][pagemark.entry.Place].
/// - [FenceTable] has the last change of each item.
/// - [FenceTable.GroupEdges] says what need not be looked up.
/// - [KeyLimits] says what the tables cannot hold.
///
/// A statement takes up to 400 rows, so a batch of a thousand takes three statements. On PostgreSQL
/// it takes 5,000, in arrays.
///
/// This package may use `connection`, and the ports and keys of `shared`.
@NullMarked
package pagemark.sql.table;

import org.jspecify.annotations.NullMarked;
