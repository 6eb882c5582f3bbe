/// An HTTP server in front of the API function, on loopback only. Enter at [HttpFront].
///
/// 1. [Connection] reads a request from the socket.
/// 2. A [HttpFront.Route] answers it. [FunctionRoute] calls the API function with the event that
///    API Gateway's HTTP APIs send (payload format 2.0).
/// 3. [HttpFront.CorsRoute] adds the headers that let scripts of other pages on this machine read
///    the answer.
/// 4. [Connection] writes the [HttpFront.Reply].
///
/// This package may use `lambda`, but no other package of the local stack. A connection costs a
/// virtual thread while it is open.
@NullMarked
package pagemark.local.http;

import org.jspecify.annotations.NullMarked;
