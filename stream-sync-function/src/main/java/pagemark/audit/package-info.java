/// Compares an index with its table, and repairs the differences if that is requested. Enter at
/// [Audit]. [Stats] measures an index.
///
/// Two [Loops] collect [Candidates], whose second look separates differences from changes that have
/// not arrived yet; [AuditResult] has the counts. With the [Progress] so far, a [Run] in another
/// invocation goes on.
///
/// It may use the ports of the index, the table, `pagemark-state` and repair.
@NullMarked
package pagemark.audit;

import org.jspecify.annotations.NullMarked;
