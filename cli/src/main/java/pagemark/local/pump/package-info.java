/// Follows a table's stream as a Lambda event source mapping does, and passes its records to the
/// stream function. Enter at [StreamPump].
///
/// 1. A [WatchedStream][pagemark.watch.WatchedStream] says which shards may be read: parents before
///    children. Each one is read from its oldest record.
/// 2. A [ShardPump] reads a batch of up to 1,000 records, and passes it to an
///    [EventSink][pagemark.watch.EventSink], which calls the function and says which records are
///    done.
/// 3. A batch that fails is retried, after a pause that doubles, until it is done. No record is
///    ever skipped.
///
/// This package may use `pagemark.watch`, but no other package of the local stack. One thread reads
/// all shards, one after another, and rests between rounds that found nothing.
@NullMarked
package pagemark.local.pump;

import org.jspecify.annotations.NullMarked;
