/// Runs the production code of this module one I/O at a time. A seed decides which actor goes on,
/// what is lost, which process is killed, and how much time passes. Enter at [Simulation].
@NullMarked
package pagemark.simulation;

import org.jspecify.annotations.NullMarked;
