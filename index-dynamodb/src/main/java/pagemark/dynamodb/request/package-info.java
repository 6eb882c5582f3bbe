/// The requests that an index sends to DynamoDB.
///
/// A [NodeRequest] reads or writes items of the `node` package. [Nodes] sends a list of them, all
/// at once, and gives an [NodeAnswer] for each. [DynamoNodes] sends them to DynamoDB; the
/// simulation of the tests has its own. A list costs one round trip. [RootScan] finds the groups of
/// a generation.
///
/// [Calls] makes each call of the SDK, and says in our own words what went wrong. It tells a
/// [ServerClock] what time DynamoDB has. [WriteExpressions] writes conditions as expressions, and
/// [TableNames] names the table of each generation.
///
/// This package may use `node`.
@NullMarked
package pagemark.dynamodb.request;

import org.jspecify.annotations.NullMarked;
