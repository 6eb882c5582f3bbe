/// Tries Pagemark on an existing table (`--dynamodb-endpoint`), which is only read. Enter at
/// [TriedTable#open] and [Trial].
///
/// 1. [TableEndpoint] makes the clients. [ReadOnlyGuard] refuses every operation that could write,
///    before a request is made.
/// 2. [TableMatch] compares the listings with the table's key and indexes. [TableProbe] tries each
///    kind of read once. [TableQuestions] turns a failed call into a line that says what to do.
/// 3. [Trial] builds the index: one scan of the table for each listing. If the table has no stream,
///    pages show a snapshot of it.
///
/// This package may use `data`, but no other package of the local stack. What it costs is read
/// capacity, which [Trial#notices] tells before the first scan.
@NullMarked
package pagemark.local.trial;

import org.jspecify.annotations.NullMarked;
