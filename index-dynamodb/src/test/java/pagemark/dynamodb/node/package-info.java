/// Tests of what items hold.
@NullMarked
package pagemark.dynamodb.node;

import org.jspecify.annotations.NullMarked;
