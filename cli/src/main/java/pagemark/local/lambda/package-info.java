/// Calls the functions of this project as the Lambda service does. Enter at [LocalFunction].
///
/// 1. [LocalFunction.Settings] has the function's name and time limit, and takes its log.
/// 2. [LocalFunction] writes the event as JSON, and calls the handler with a
///    [LocalFunction.Invocation]. A handler that takes a type gets it from Lambda's own library.
///    The answer goes through JSON, too. So what a handler gets is what Lambda would give it.
///
/// This package knows no handler, and no other package of the local stack. A call costs two
/// conversions beside the work of the handler.
@NullMarked
package pagemark.local.lambda;

import org.jspecify.annotations.NullMarked;
