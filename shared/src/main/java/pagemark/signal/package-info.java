/// What the functions tell the person who runs them: lines of the log that are metrics too. Enter
/// at [LogLine]; [Metric] lists what is counted. docs/signals.md describes both for users.
///
/// The package knows no Lambda and no CloudWatch client. A function hands the bytes of a line to
/// its logger, and CloudWatch finds the metrics in them.
@NullMarked
package pagemark.signal;

import org.jspecify.annotations.NullMarked;
