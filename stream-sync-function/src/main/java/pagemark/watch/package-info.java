/// Checks that a stream is consumed. It notices a stopped consumer, reads the stream again if the
/// store has lost writes, and marks generations whose index may differ from the table.
///
/// Enter at [StreamWatch], and in Lambda at [StreamWatchHandler]. [ShardWalk] reads the stream's
/// shards from a [WatchedStream]; [EventSink] delivers the records to the stream's ordinary
/// function.
@NullMarked
package pagemark.watch;

import org.jspecify.annotations.NullMarked;
