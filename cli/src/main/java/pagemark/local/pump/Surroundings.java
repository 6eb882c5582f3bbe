package pagemark.local.pump;

import java.time.InstantSource;
import java.util.function.Consumer;

/// What a pump needs of the process around it: the time, and a place for a line per failure.
public record Surroundings(InstantSource clock, Consumer<String> log) {}
