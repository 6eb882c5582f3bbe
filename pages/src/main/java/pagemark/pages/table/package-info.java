/// Reads items from the table: the cheapest plan for a page, the calls of DynamoDB, the retries of
/// throttled keys, and what is learned of the sizes of items.
@NullMarked
package pagemark.pages.table;

import org.jspecify.annotations.NullMarked;
