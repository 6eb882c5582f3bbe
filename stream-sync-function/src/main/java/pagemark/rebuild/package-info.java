/// Builds the index of a table anew, beside the traffic and beside the index that serves; enter at
/// [pagemark.rebuild.RebuildRun], and in Lambda at [pagemark.rebuild.RebuildHandler].
@NullMarked
package pagemark.rebuild;

import org.jspecify.annotations.NullMarked;
