/// Tests of the read side on trees that are made from sorted entries, and on those that a writer
/// changes.
@NullMarked
package pagemark.tree.read;

import org.jspecify.annotations.NullMarked;
