/// Reads first pages, and pages at cursors, from the table alone, if the index does not answer. It
/// merges the partitions of a group by position.
@NullMarked
package pagemark.pages.unindexed;

import org.jspecify.annotations.NullMarked;
