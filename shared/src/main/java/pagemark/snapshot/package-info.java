/// Prepares functions for the memory snapshot of Lambda's SnapStart. Enter at [SnapshotHooks].
@NullMarked
package pagemark.snapshot;

import org.jspecify.annotations.NullMarked;
