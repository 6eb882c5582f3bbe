/// The functions of this module, which Lambda calls: [StreamSyncHandler], [RebuildHandler],
/// [AuditHandler], [RepairHandler] and [StreamWatchHandler]. Each turns an event into a call, and
/// the result into an answer and log lines.
///
/// Enter at [Wiring], which makes everything that the functions call from the services; the command
/// line and the local stack use it too. It reads a function's variables. A missing one stops the
/// function at its start, and the message names it.
///
/// Nothing else in this module knows this package or the services.
@NullMarked
package pagemark.function;

import org.jspecify.annotations.NullMarked;
