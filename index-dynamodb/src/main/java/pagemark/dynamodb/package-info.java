/// The index in a table of DynamoDB, one for each generation. `docs/index-layout-dynamodb.md`
/// describes its items.
///
/// `DynamoIndexProvider` opens it for URLs such as `dynamodb:pagemark`. It needs no other server
/// and no network: the functions' own client reaches it.
///
/// - [DynamoWriter] turns each op into what it says about places, and writes the groups of a batch
///   side by side. `tree` writes the tree of a group.
/// - `DynamoMarkers` creates and deletes the tables.
/// - `DynamoInspector` reads everything.
///
/// This package may use `node`, `request`, `tree` and `read`, and the ports of `shared`.
@NullMarked
package pagemark.dynamodb;

import org.jspecify.annotations.NullMarked;
