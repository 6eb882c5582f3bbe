/// Runs what is packaged as Lambda does: the Java runtime's own client in a process of its own, the
/// packaged artifact in its folder, and a Runtime API that hands out events. The way in is
/// `FunctionProcess`.
@NullMarked
package pagemark.runtime;

import org.jspecify.annotations.NullMarked;
