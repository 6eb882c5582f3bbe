/// Applies stream records to the index. Enter at [StreamSync].
///
/// A batch passes these types:
///
/// 1. [ChangeReader] reads the event into [Change]s.
/// 2. [GenerationTracker] reads and notes the generations to write to.
/// 3. [BatchRun] takes the batch in [Placement.Slices] of up to 500 records. A [Placement] says
///    where a record has its item.
/// 4. [BatchPlan] reduces a slice to one [ItemPlan] for each item and generation;
///    [BatchPlan.AgeGuard] finds the records that are too old.
/// 5. [BatchRun] collects the ops of the items by group and writes them in two waves.
/// 6. Items in doubt go to [pagemark.repair.VerifiedRepair], poison into its quarantine.
/// 7. [LossWatch] notes what was written, and notices what the store has lost.
/// 8. The [BatchOutcome] says what became of the batch.
///
/// [EmptyTableBuild] builds the index of an empty table, and [StreamTrust] suspends generations of
/// old streams.
///
/// Cost: at most two write calls for each 1,000 groups of a slice, and a note each 30 seconds. It
/// may use the ports of the index, `pagemark-state`, and repair.
@NullMarked
package pagemark.sync;

import org.jspecify.annotations.NullMarked;
