package pagemark.local.lambda;

import java.time.Duration;
import java.util.function.Consumer;

/// What Lambda knows of a function beside its code.
///
/// @param timeout what an invocation is told it has
/// @param log takes the function's log, a line a call
public record FunctionSettings(String name, Duration timeout, Consumer<String> log) {}
