/// Reads first pages, and pages at cursors, from the table alone, if the index does not answer. It
/// merges the partitions of a group by position.
///
/// Enter at `UnindexedPages`. It uses `table` and `items`. A page costs a Query of each partition
/// that can hold it, and one more for each tie at its edges.
@NullMarked
package pagemark.pages.unindexed;

import org.jspecify.annotations.NullMarked;
