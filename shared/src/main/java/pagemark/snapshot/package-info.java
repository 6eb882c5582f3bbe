/// What a function does around the snapshot that Lambda's SnapStart takes of its memory; the way in
/// is `SnapshotHooks`.
@NullMarked
package pagemark.snapshot;

import org.jspecify.annotations.NullMarked;
