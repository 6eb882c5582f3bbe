/// The tables of an index, and the markers in them.
///
/// [GenerationTables] creates, deletes and lists the tables. Each holds one [MarkerItem], which
/// says whether the generation is complete.
///
/// This package may use `request`.
@NullMarked
package pagemark.dynamodb.table;

import org.jspecify.annotations.NullMarked;
