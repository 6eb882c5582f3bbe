/// Loads items from JSON lines into a table, for `pagemark load`. Enter at [Loader]. [WriteCost]
/// says beforehand what that costs.
///
/// This package may use `listing` and the DynamoDB client. It writes up to 25 items in a request,
/// and costs the table's write capacity.
@NullMarked
package pagemark.load;

import org.jspecify.annotations.NullMarked;
