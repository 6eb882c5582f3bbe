package pagemark.local.pump;

import java.time.InstantSource;
import java.util.function.Consumer;

/// What a pump needs from the process: the time, and a log that takes a line for each failure.
public record PumpContext(InstantSource clock, Consumer<String> log) {}
