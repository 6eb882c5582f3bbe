package pagemark.sync;

import java.util.function.IntSupplier;

/// Says when to stop, so that an invocation answers before it is cut off. The first call is always
/// allowed: a batch that is given again gets further each time.
final class Deadline {
  /// More than a call to a store that hangs takes: `IndexSettings.DEFAULT` waits 2 s for a
  /// connection and 5 s for a reply.
  static final int MARGIN_MILLIS = 8_000;

  private final IntSupplier remainingMillis;
  private boolean begun;

  Deadline(IntSupplier remainingMillis) {
    this.remainingMillis = remainingMillis;
  }

  boolean allowsCall() {
    boolean allowed = !begun || remainingMillis.getAsInt() >= MARGIN_MILLIS;
    begun = true;
    return allowed;
  }
}
