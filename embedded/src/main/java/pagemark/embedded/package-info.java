/// Runs DynamoDB Local and Redis as child processes that listen on loopback only and never outlive
/// this JVM. Enter at [DynamoDbLocal] and [RedisServer].
///
/// Both start in [Ports], which finds a free port, as a [TetheredProcess], which ends with this
/// JVM. A [Probe] tells when they are ready. [LoopbackAgent] keeps DynamoDB Local on loopback;
/// [RedisBinary] finds a Redis that runs on this machine.
@NullMarked
package pagemark.embedded;

import org.jspecify.annotations.NullMarked;
