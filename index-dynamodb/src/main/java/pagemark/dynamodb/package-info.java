/// The index in tables of DynamoDB, one for each generation. Enter at [DynamoIndex].
///
/// A group is a counted tree of `pagemark.tree`, and each of its items is an item of the table.
/// `docs/internals/index-layout-dynamodb.md` has the format of each attribute. The packages:
/// `request` sends the requests for items, `table` has the tables of generations and their markers.
/// `DynamoIndexProvider` opens URLs such as `dynamodb:pagemark`.
///
/// This package may use all of these, `pagemark.tree`, and the ports of `index-core`.
@NullMarked
package pagemark.dynamodb;

import org.jspecify.annotations.NullMarked;
