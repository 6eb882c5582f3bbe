/// The tables of an index, and the markers in them.
///
/// [GenerationTables] creates, deletes and lists the tables. Each holds one [MarkerItem], which
/// says whether the generation is complete.
///
/// [DynamoRuns] keeps the sorted runs of a rebuild in a table of their own, until it is over.
///
/// This package may use `request`, and the rows of `pagemark.tree.node`.
@NullMarked
package pagemark.dynamodb.table;

import org.jspecify.annotations.NullMarked;
