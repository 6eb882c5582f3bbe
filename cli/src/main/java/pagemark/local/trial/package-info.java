/// Tries Pagemark on an existing table (`--dynamodb-endpoint`), which is only read. Enter at
/// [TriedTable#open].
///
/// 1. The clients, and the comparison of the listings with the table, come from `pagemark.check`.
/// 2. [TriedTable.Probe] tries each kind of read once.
/// 3. The stack builds the index: one scan of the table for each listing. If the table has no
///    stream, pages show a snapshot of it.
///
/// This package may use `data`, but no other package of the local stack. What it costs is read
/// capacity, which [TriedTable#notices] tells before the first scan.
@NullMarked
package pagemark.local.trial;

import org.jspecify.annotations.NullMarked;
