/// The index on a simulated DynamoDB.
///
/// [SimulatedDynamo] keeps items in memory and counts what requests cost. [NodesContract] holds it
/// against the real requests.
@NullMarked
package pagemark.dynamodb.simulation;

import org.jspecify.annotations.NullMarked;
