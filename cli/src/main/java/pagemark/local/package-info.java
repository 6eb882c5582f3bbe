/// The whole of Pagemark on one machine: DynamoDB Local, Redis, the stream pump and the HTTP front
/// around the production handlers, on loopback only. Enter at [LocalStack].
@NullMarked
package pagemark.local;

import org.jspecify.annotations.NullMarked;
