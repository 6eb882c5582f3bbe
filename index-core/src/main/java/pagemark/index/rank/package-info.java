/// The arithmetic of a page's ranks, for stores that find entries by rank: SQL and DynamoDB. Redis
/// does it in its scripts.
///
/// Pure. This package may use `index` and `entry`.
@NullMarked
package pagemark.index.rank;

import org.jspecify.annotations.NullMarked;
