package pagemark.rebuild;

import java.time.Instant;
import java.util.Iterator;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import pagemark.index.rows.Row;
import pagemark.state.Generation;
import pagemark.state.rebuild.RebuildJob;
import pagemark.state.rebuild.SegmentProgress;

/// Works on a segment step by step, and keeps how far it is, every [RebuildSettings#SAVE_EVERY].
///
/// Before a position is kept, the rows that the index has acknowledged are looked for
/// ([RowWitnesses]), and the lease is renewed.
final class KeptSegment {
  private final RebuildSetup setup;
  private final BeginStep.Begun begun;
  private final int number;
  private final RebuildListener listener;
  private final RowWitnesses rows;
  private Backoff backoff;
  private Instant savedAt;
  private Instant renewedAt;

  KeptSegment(RebuildSetup setup, BeginStep.Begun begun, int number, RebuildListener listener) {
    this.setup = setup;
    this.begun = begun;
    this.number = number;
    this.listener = listener;
    this.rows = new RowWitnesses(setup.indexed(), begun.generation(), number);
    this.backoff = new Backoff(setup, this::renew);
    this.savedAt = setup.clock().instant();
    this.renewedAt = savedAt;
  }

  RebuildSetup setup() {
    return setup;
  }

  Generation generation() {
    return begun.generation();
  }

  RebuildJob.Plan plan() {
    return begun.plan();
  }

  String listing() {
    return begun.job().listing();
  }

  int number() {
    return number;
  }

  /// Counts the tries since the last progress.
  Backoff backoff() {
    return backoff;
  }

  /// Takes steps until there is nothing to do or the time is over, and keeps the last progress.
  ///
  /// @param step returns the same progress if nothing was done, and null if the store has lost a
  ///   part
  /// @param isOver whether there is nothing to do
  /// @return the last progress; null if the store has lost a part
  @Nullable SegmentProgress run(
      SegmentProgress from,
      Function<SegmentProgress, @Nullable SegmentProgress> step,
      Function<SegmentProgress, Boolean> isOver,
      BooleanSupplier hasTime) {
    SegmentProgress progress = from;
    while (!isOver.apply(progress) && hasTime.getAsBoolean()) {
      SegmentProgress next = step.apply(progress);
      if (next == null || !isKept(progress, next)) {
        return null;
      }
      progress = next;
    }
    return progress.equals(from) || save(progress) ? progress : null;
  }

  private boolean isKept(SegmentProgress before, SegmentProgress after) {
    if (after.equals(before)) {
      return true;
    }
    backoff = new Backoff(setup, this::renew);
    listener.moved(after.read().minus(before.read()));
    return setup.clock().instant().isBefore(savedAt.plus(RebuildSettings.SAVE_EVERY))
        || save(after);
  }

  RowWriter.Result write(Iterator<Row> sorted, Instant notAfter) {
    return new RowWriter(setup, generation(), this::renew).apply(sorted, notAfter);
  }

  void renew() {
    setup.rebuilds().renew(setup.lease(listing(), begun.job().owner(), RebuildSettings.LEASE));
  }

  void renewNowAndThen() {
    Instant now = setup.clock().instant();
    if (!now.isBefore(renewedAt.plus(RebuildSettings.SAVE_EVERY))) {
      renew();
      renewedAt = now;
    }
  }

  /// @return false if the store has lost acknowledged rows
  private boolean save(SegmentProgress progress) {
    renew();
    if (!areRowsThere()) {
      return false;
    }
    setup.rebuilds().save(listing(), plan(), number, progress);
    savedAt = setup.clock().instant();
    return true;
  }

  private boolean areRowsThere() {
    return new Backoff(setup, this::renew).call("the index cannot be read", rows::note);
  }
}
