/// Runs the production code of the sync side one I/O at a time: a seed decides who goes on, what is
/// lost on the way, who dies, and how much time passes.
@NullMarked
package pagemark.simulation;

import org.jspecify.annotations.NullMarked;
