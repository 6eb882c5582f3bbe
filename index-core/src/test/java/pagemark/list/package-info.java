/// Tests of lists that have another source than DynamoDB.
@NullMarked
package pagemark.list;

import org.jspecify.annotations.NullMarked;
