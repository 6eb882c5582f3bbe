/// Follows a table's stream as a Lambda event source mapping does, and hands its records to the
/// stream function: shards parents first, from TRIM_HORIZON, in batches; a batch that fails comes
/// again, in halves, until it is done; no record is ever skipped.
///
/// Enter at [StreamPump]. What a batch's answer means is in [BatchAnswer], what happens to the
/// batch next in [Delivery]; the stream and the function stand behind [RecordStream] and [Invoker].
@NullMarked
package pagemark.local.pump;

import org.jspecify.annotations.NullMarked;
