/// Tests of the tables, on DynamoDB Local.
@NullMarked
package pagemark.dynamodb.table;

import org.jspecify.annotations.NullMarked;
