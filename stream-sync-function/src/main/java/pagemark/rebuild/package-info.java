/// Builds a listing's index anew from its table, while the table is written and the present index
/// serves readers. Enter at [RebuildRun], which runs all steps.
///
/// 1. [Rebuild] has the steps: register a generation, wait for writers, read segments, finish.
/// 2. [SegmentScan] reads a segment page by page, one page ahead, and gathers the rows in a
///    [RowBatch]. [KeptSegment] keeps how far it is.
/// 3. [RowWriter] writes rows, and has doubtful rows repaired.
/// 4. If a store wants rows in order, the scans write sorted runs. [MergeTurn] then divides all
///    rows into ranges by a [MergeTurn.RowSample], and each [SegmentMerge] merges one range.
/// 5. [RowWitnesses] checks that the store still has the rows.
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
