/// Tests of the requests, on DynamoDB Local.
@NullMarked
package pagemark.dynamodb.request;

import org.jspecify.annotations.NullMarked;
