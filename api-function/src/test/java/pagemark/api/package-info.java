/// Tests of the API. Requests go in as event JSON through Lambda's own mapping ([Front]). The ITs
/// run on a real DynamoDB Local ([Shop]); they record and assert the requests to it ([Wire]).
@NullMarked
package pagemark.api;

import org.jspecify.annotations.NullMarked;
