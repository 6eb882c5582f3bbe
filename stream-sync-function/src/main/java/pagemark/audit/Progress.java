package pagemark.audit;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;

/// Counts what an audit's threads compare, and says whether there is time to go on in this
/// invocation.
final class Progress {
  /// Ends the work on a group, because the time is over.
  static final class OutOfTimeException extends RuntimeException {
    OutOfTimeException() {
      super("the time of this invocation is over", null, false, false);
    }
  }

  private final Coverage coverage;
  private final AuditListener listener;
  private final InstantSource clock;
  private final Instant until;
  private final AtomicBoolean cutShort = new AtomicBoolean();

  /// @param until when reading must end, so that time is left for the second look
  Progress(Coverage coverage, AuditListener listener, InstantSource clock, Instant until) {
    this.coverage = coverage;
    this.listener = listener;
    this.clock = clock;
    this.until = until;
  }

  boolean hasTime() {
    boolean has = clock.instant().isBefore(until);
    if (!has) {
      cutShort.set(true);
    }
    return has;
  }

  /// @throws OutOfTimeException if the time is over
  void requireTime() {
    if (!hasTime()) {
      throw new OutOfTimeException();
    }
  }

  boolean isCutShort() {
    return cutShort.get();
  }

  /// @param read how many items of the table were compared
  /// @param inIndex how many of them belong in the index
  void scanned(long read, long inIndex) {
    coverage.items.addAndGet(read);
    coverage.indexed.addAndGet(inIndex);
    tell();
  }

  /// @param held how many entries the group has; one without entries does not count
  void compared(long held) {
    coverage.groups.addAndGet(held > 0 ? 1 : 0);
    coverage.entries.addAndGet(held);
    tell();
  }

  private void tell() {
    listener.moved(coverage.items.get(), coverage.groups.get());
  }
}
