/// Runs the whole of Pagemark on one machine: DynamoDB Local, Redis, the stream pump and the HTTP
/// front around the production handlers, on loopback only.
///
/// Enter at [LocalStack], which takes [LocalOptions]:
///
/// 1. [LocalDatabase], [LocalIndex] and [LocalState] are the servers and the data in them.
/// 2. [LocalFunctions] wires the handlers to them. [StreamPump][pagemark.local.pump.StreamPump]
///    feeds the stream function, [HttpFront][pagemark.local.http.HttpFront] the API function.
/// 3. [Upkeep], [WriterPulse] and [FollowedRecorder] run on a schedule beside them.
/// 4. If the data is kept (`--data-dir`): [DataFolder] holds it, and [IndexTrust] decides at the
///    next start what may be shown.
/// 5. If an existing table is tried (`--dynamodb-endpoint`): [TriedTable] checks it,
///    [ReadOnlyGuard] keeps it unchanged, and [Trial] builds the index.
@NullMarked
package pagemark.local;

import org.jspecify.annotations.NullMarked;
