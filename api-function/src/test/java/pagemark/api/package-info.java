/// Tests of the API. Requests go in as event JSON through Lambda's own mapping ([Front]); the ITs
/// run on a real DynamoDB Local ([Shop]) whose requests are recorded and asserted ([Wire]).
@NullMarked
package pagemark.api;

import org.jspecify.annotations.NullMarked;
