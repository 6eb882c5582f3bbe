package pagemark.local.lambda;

import java.time.Duration;
import java.util.function.Consumer;

/// The settings of a function.
///
/// @param name the function's name, for its context and its log
/// @param timeout the time that an invocation believes it has
/// @param log takes the function's log, a line for each call
public record FunctionSettings(String name, Duration timeout, Consumer<String> log) {}
