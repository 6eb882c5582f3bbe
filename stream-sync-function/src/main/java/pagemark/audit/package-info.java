/// Compares an index with its table, and has what differs repaired. The entrance is [Audit]; the
/// command and [AuditHandler] go through it. [Stats] says how large an index is.
@NullMarked
package pagemark.audit;

import org.jspecify.annotations.NullMarked;
