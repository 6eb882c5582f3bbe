/// Applies stream records to the index. Enter at [StreamSyncHandler], the Lambda function.
///
/// A batch passes these types:
///
/// 1. [ChangeReader] reads the event into [Change]s.
/// 2. [GenerationTracker] reads and notes the generations to write to.
/// 3. [BatchRun] cuts the batch into slices of 500 records.
/// 4. [BatchPlan] reduces a slice to one [ItemPlan] for each item and generation ([ItemHistory]);
///    [AgeGuard] finds the records that are too old.
/// 5. [GroupChange] collects the ops by group, and [BatchRun] writes them in two waves.
/// 6. Doubtful items go to [pagemark.repair.VerifiedRepair], poison goes into quarantine.
/// 7. [LossWatch] notes what was written, and notices what the store has lost.
/// 8. [BatchLog] logs the [BatchOutcome].
///
/// [EmptyTableBuild] builds the index of an empty table, and [StreamTrust] suspends generations of
/// old streams.
@NullMarked
package pagemark.sync;

import org.jspecify.annotations.NullMarked;
