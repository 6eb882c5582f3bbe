/// Reads items from the table: the cheapest plan for a page, the calls of DynamoDB, the retries of
/// throttled keys, and what is learned of the sizes of items.
///
/// Enter at `FetchPlan`, which chooses the reads, and `TableReader`, which makes them. It may use
/// `error` and `scope`. The calls of a plan go out in parallel, 64 at most, each planned to read
/// 800 KB at most.
@NullMarked
package pagemark.pages.table;

import org.jspecify.annotations.NullMarked;
