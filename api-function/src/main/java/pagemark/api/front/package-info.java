/// The kinds of events that the API function is called with. Each [FrontDoor] reads a [Request]
/// from its own kind of event, and writes the answer in the form that its sender reads.
///
/// | front | event | answer |
/// | --- | --- | --- |
/// | `HttpApi` | payload format 2.0, of an HTTP API or a function URL | the same |
/// | `RestApi` | proxy event 1.0, of a REST API, or of an HTTP API with that format | 1.0 |
/// | `LoadBalancer` | that of a target group | headers in the form of the request, and a status in words |
/// | `Invocation` | `{"listing": "orders", "group": "alice", "page": 3}` | the body, or an exception |
/// | `Unknown` | anything else | a problem in payload format 2.0 |
///
/// Only the authorizers of API Gateway put verified claims into an event. No other front has any.
///
/// It knows JSON, Lambda's events, and the exception of a wrong parameter. Nothing here knows
/// listings or pages. A request costs one small tree of JSON nodes.
@NullMarked
package pagemark.api.front;

import org.jspecify.annotations.NullMarked;
