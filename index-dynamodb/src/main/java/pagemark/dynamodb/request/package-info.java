/// The requests that an index sends to DynamoDB.
///
/// A [Request] reads or writes items of the `node` package. [Nodes] sends a list of them, all at
/// once, and gives an [Answer] for each. [DynamoNodes] sends them to DynamoDB; the simulation of
/// the tests has its own.
///
/// A list costs one round trip. This package may use `node`.
@NullMarked
package pagemark.dynamodb.request;

import org.jspecify.annotations.NullMarked;
