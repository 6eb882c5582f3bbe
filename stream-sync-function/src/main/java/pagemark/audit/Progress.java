package pagemark.audit;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the progress of an audit's threads, and says whether there is time to go on.
final class Progress {
  private final AuditListener listener;
  private final InstantSource clock;
  private final Instant until;

  final AtomicLong items = new AtomicLong();
  final AtomicLong indexed = new AtomicLong();
  final AtomicLong groups = new AtomicLong();
  final AtomicLong entries = new AtomicLong();
  final AtomicLong walked = new AtomicLong();
  final AtomicLong unreadable = new AtomicLong();
  final AtomicLong miscounted = new AtomicLong();
  final AtomicLong unreachable = new AtomicLong();
  private final AtomicBoolean cutShort = new AtomicBoolean();

  /// @param until when reading must end, so that time is left for the second look
  Progress(AuditListener listener, InstantSource clock, Instant until) {
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

  boolean isCutShort() {
    return cutShort.get();
  }

  /// @param read how many items of the table were compared
  /// @param inIndex how many of them belong in the index
  void scanned(long read, long inIndex) {
    items.addAndGet(read);
    indexed.addAndGet(inIndex);
    tell();
  }

  /// @param held how many entries the group has
  void compared(long held) {
    groups.incrementAndGet();
    entries.addAndGet(held);
    tell();
  }

  private void tell() {
    listener.moved(items.get(), groups.get());
  }
}
