/// Checks that a stream is consumed. It notices a stopped consumer, reads the stream again if the
/// store has lost writes, and marks generations whose index may differ from the table.
///
/// Enter at [StreamWatch]. [ShardWalk] reads the stream's shards from a [WatchedStream]; a
/// [EventSink.Redelivery] hands the records to an [EventSink], which invokes the stream's ordinary
/// function. The local stack follows its stream with them too.
///
/// It may use `pagemark-state`, and what `pagemark.sync` says of a table's stream. It does not
/// reach the index.
@NullMarked
package pagemark.watch;

import org.jspecify.annotations.NullMarked;
