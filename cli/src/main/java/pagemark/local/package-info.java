/// Runs the whole of Pagemark on one machine: DynamoDB Local, Redis, the stream pump and the HTTP
/// front around the production handlers, on loopback only.
///
/// Enter at [LocalStack], which takes [LocalStack.LocalOptions]. [StackStart] opens everything in
/// order; it is closed in the reverse order (`OpenParts`):
///
/// 1. The servers and the data in them: [data][pagemark.local.data.LocalState]. They are kept from
///    one start to the next with `--data-dir`. With `--dynamodb-endpoint` the table is one of AWS
///    ([TriedTable]).
/// 2. `StackStart.Functions` wires the production handlers to them.
/// 3. [StreamPump][pagemark.local.pump.StreamPump] reads the table's stream and calls the stream
///    function. [Upkeep] does beside it what a deployment runs on a schedule.
/// 4. [IndexBuild] builds the indexes that are missing: of a table that held items before, or lost
///    by a Redis, which it starts again.
/// 5. [HttpFront][pagemark.local.http.HttpFront] takes requests. They go to [HealthRoute], to the
///    [web page][pagemark.local.page.WebPage], or to the API function.
///
/// This package uses all of its subpackages; none of them uses it. A start takes about two seconds,
/// most of it for the two servers. Each step that runs beside the traffic has a thread of its own.
@NullMarked
package pagemark.local;

import org.jspecify.annotations.NullMarked;
