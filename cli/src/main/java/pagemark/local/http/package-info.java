/// An HTTP server in front of the API function, on loopback only: requests become the events that
/// API Gateway's HTTP APIs send (payload format 2.0), answers become responses. Enter at
/// [HttpFront].
@NullMarked
package pagemark.local.http;

import org.jspecify.annotations.NullMarked;
