/// Compares an index with its table, and repairs the differences if that is requested. Enter at
/// [Audit]. [Stats] measures an index.
///
/// [ScanPass] and [GroupPass] collect [Candidates], the latter by a [GroupComparison] for each
/// group; [SecondLook] separates differences from changes that have not arrived yet; [AuditResult]
/// has the counts. [Coverage] has what was compared so far, with a [Bookmark] in each group that is
/// begun, with which [AuditSteps] goes on in another invocation.
///
/// It may use the ports of the index, the table, `pagemark-state` and repair. It costs one
/// consistent scan of the table, or a part of one if it is a sample.
@NullMarked
package pagemark.audit;

import org.jspecify.annotations.NullMarked;
