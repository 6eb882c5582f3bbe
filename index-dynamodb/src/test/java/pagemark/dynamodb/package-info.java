/// Tests of the index, on DynamoDB Local.
@NullMarked
package pagemark.dynamodb;

import org.jspecify.annotations.NullMarked;
