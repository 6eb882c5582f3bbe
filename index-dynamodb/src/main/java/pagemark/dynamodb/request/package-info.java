/// The requests that an index sends to DynamoDB.
///
/// [DynamoNodes] sends the requests of `pagemark.tree.request`, and [DynamoScan] scans a table.
/// [ItemCodec] writes items as attributes and reads them.
///
/// [Calls] makes each call of the SDK, and says in our own words what went wrong. It tells a
/// [Calls.ServerClock] what time DynamoDB has. [WriteExpressions] writes conditions as expressions,
/// and [TableNames] names the table of each generation.
///
/// This package may use `request` and `node` of `pagemark.tree`.
@NullMarked
package pagemark.dynamodb.request;

import org.jspecify.annotations.NullMarked;
