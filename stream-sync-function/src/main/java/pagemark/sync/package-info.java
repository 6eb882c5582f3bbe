/// The sync side: stream records become changes of the index.
///
/// Enter at [StreamSyncHandler], the Lambda function. A batch is read ([ChangeReader]), cut into
/// slices, reduced to one [ItemPlan] an item and generation ([Reduction]) and written in two waves
/// ([BatchRun]). [EmptyTableBuild] starts the index of an empty table.
@NullMarked
package pagemark.sync;

import org.jspecify.annotations.NullMarked;
