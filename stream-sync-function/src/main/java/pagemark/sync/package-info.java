/// Applies stream records to the index. Enter at [StreamSync].
///
/// A [ChangeReader] reads the event, and a [GenerationTracker] the generations to write to. A
/// [BatchRun] takes the batch in slices ([ItemPlan.Placement.Slices]), reduces each to one
/// [ItemPlan] for each item and generation ([BatchPlan]), and writes their ops in two waves. A
/// [LossWatch] notices what the store has lost, and the [BatchOutcome] says what became of the
/// batch.
///
/// [EmptyTableBuild] builds the index of an empty table, and [StreamSync.StreamTrust] suspends
/// generations of old streams.
///
/// Cost: at most two write calls for each 1,000 groups of a slice, and a note each 30 seconds. It
/// may use the ports of the index, `pagemark-state`, and repair.
@NullMarked
package pagemark.sync;

import org.jspecify.annotations.NullMarked;
