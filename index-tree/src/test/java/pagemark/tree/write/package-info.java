/// Tests of the tree's writer on a simulated store.
@NullMarked
package pagemark.tree.write;

import org.jspecify.annotations.NullMarked;
