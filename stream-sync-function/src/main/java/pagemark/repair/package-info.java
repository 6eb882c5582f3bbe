/// Repairs items that may be wrong in an index, from the table, and owns the quarantine of items
/// that cannot be indexed. Enter at [VerifiedRepair], which the stream's function, rebuilds, audits
/// and the repair function all use. An [IndexedTable] makes it, and has what they share.
///
/// A [VerifiedRepair.Doubt] names an item and its known entries. [Repair] holds the item's state
/// through the rounds of reads and writes, and ends with an [VerifiedRepair.Outcome].
/// [IndexedTable.Freshness] says how long anything that was read counts as proof. [BacklogRepair],
/// [OldFences], [WitnessCheck] and [LeftData] are the steps of the repair function.
/// [WitnessCheck.LossExtent] says how far back a loss goes.
///
/// It may use the ports of the index, `pagemark-state` and the table. A round of up to 100 doubts
/// costs one look at the index, one BatchGetItem and at most two writes.
@NullMarked
package pagemark.repair;

import org.jspecify.annotations.NullMarked;
