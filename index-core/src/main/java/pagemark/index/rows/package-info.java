/// Rows that a rebuild has read and not yet applied.
///
/// A store that keeps neighbouring entries together wants the rows of a rebuild in order, all of
/// them. [RowRuns] keeps them outside of memory until they are merged. Only the index in DynamoDB
/// has it; other stores write rows at the same cost in any order.
///
/// This package may use `key`. What a call costs is the store's.
@NullMarked
package pagemark.index.rows;

import org.jspecify.annotations.NullMarked;
