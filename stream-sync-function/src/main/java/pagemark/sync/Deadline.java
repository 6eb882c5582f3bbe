package pagemark.sync;

import java.util.function.IntSupplier;

/// Says when to stop, so that an invocation answers before its timeout. The first call may always
/// begin, so that each delivery of a batch makes progress.
final class Deadline {
  /// Longer than a call to a hanging store: `IndexSettings.DEFAULT` waits 2 s for a connection and
  /// 5 s for a reply.
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
