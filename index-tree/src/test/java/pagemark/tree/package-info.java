/// Tests of the ports of the index on simulated nodes.
@NullMarked
package pagemark.tree;

import org.jspecify.annotations.NullMarked;
