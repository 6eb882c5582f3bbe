/// DynamoDB Local and Redis as child processes that listen on loopback only and never outlive this
/// JVM. Enter at [DynamoDbLocal] and [RedisServer].
@NullMarked
package pagemark.embedded;

import org.jspecify.annotations.NullMarked;
