/// Tests of the tree's writer on a simulated DynamoDB.
@NullMarked
package pagemark.dynamodb.tree;

import org.jspecify.annotations.NullMarked;
