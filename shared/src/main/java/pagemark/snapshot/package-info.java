/// Prepares functions for the memory snapshot of Lambda's SnapStart. Enter at [SnapshotHooks].
///
/// Parts of a function register what must happen before the snapshot: connections are closed, and
/// classes loaded. The runtime runs that when a version is published, not at a request.
///
/// This package uses no other one, only the CRaC API of Lambda's runtime. It costs a request
/// nothing. The first request after a restoration opens the connections again.
@NullMarked
package pagemark.snapshot;

import org.jspecify.annotations.NullMarked;
