/// Builds a listing's index anew from its table, while the table is written and the present index
/// serves readers. Enter at [RebuildRun], which runs all steps.
///
/// [Rebuild] has the steps. A [SegmentScan] reads a segment into a [RowBatch], a [RowWriter] writes
/// the rows, and a [KeptSegment] keeps how far it is. If a store wants rows in order, a [MergeTurn]
/// divides all of them into ranges, and a [SegmentMerge] merges one.
///
/// [Removal] does the opposite: it removes the index of a listing.
///
/// Cost: one consistent scan of the table, and one write call for the groups of each page. Memory
/// holds two pages of each segment, or what the store asks for to sort rows; each sorted row is
/// written to a run and read again, which costs some 0.03 write units in DynamoDB, of 0.12 in all.
///
/// It may use the ports, repair, and what `pagemark.sync` says of a table's stream.
@NullMarked
package pagemark.rebuild;

import org.jspecify.annotations.NullMarked;
