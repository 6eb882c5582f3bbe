/// Tests of pages, with what they share: listed tables on DynamoDB Local, listings, and the wire to
/// DynamoDB. The API function's tests use it too.
@NullMarked
package pagemark.pages;

import org.jspecify.annotations.NullMarked;
