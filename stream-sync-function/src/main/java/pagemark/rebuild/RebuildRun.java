package pagemark.rebuild;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import pagemark.rebuild.Rebuild.Progress;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.state.rebuild.SegmentPosition;

/// Runs the steps of a [Rebuild], its segments in parallel, until it is done or the time is over.
/// Begins anew if the store loses a part.
///
/// @param threads runs the segments
public record RebuildRun(Rebuild rebuild, Executor threads, RebuildListener listener) {
  /// The state in which a run ended.
  ///
  /// @param counts counts all that was read, including earlier runs of this rebuild
  public record Result(boolean done, RebuildCounts counts) {}

  /// @param segments into how many parts the table is cut, if the rebuild begins anew
  /// @throws pagemark.state.RebuildHeldException if another owner rebuilds the listing
  /// @throws RebuildLostException if another owner has taken over
  /// @throws RebuildException if the rebuild stopped; the next run goes on
  public Result run(int segments, BooleanSupplier hasTime) {
    List<SegmentPosition> found = rebuild.begin(segments);
    rebuild.gaveUp().ifPresent(listener::gaveUp);
    RebuildCounts before = counts(found);
    if (before.items() > 0) {
      listener.resumed(before);
    }
    try {
      return steps(hasTime);
    } catch (RebuildLostException e) {
      throw e;
    } catch (RuntimeException e) {
      rebuild.release();
      throw e;
    }
  }

  private static RebuildCounts counts(List<SegmentPosition> positions) {
    return positions.stream()
        .map(SegmentPosition::counts)
        .reduce(RebuildCounts.ZERO, RebuildCounts::plus);
  }

  private Result steps(BooleanSupplier hasTime) {
    Progress progress = read(hasTime);
    while (true) {
      RebuildCounts counts = counts(rebuild.positions());
      progress = progress == Progress.DONE ? rebuild.finish() : progress;
      if (progress != Progress.LOST) {
        return new Result(progress == Progress.DONE, counts);
      }
      listener.beganAnew(rebuild.beginAnew());
      progress = read(hasTime);
    }
  }

  private Progress read(BooleanSupplier hasTime) {
    if (rebuild.awaitWriters(hasTime, listener) == Progress.PAUSED) {
      return Progress.PAUSED;
    }
    Set<Progress> ended = segments(hasTime);
    if (ended.contains(Progress.LOST)) {
      return Progress.LOST;
    }
    return ended.contains(Progress.PAUSED) || !hasTime.getAsBoolean()
        ? Progress.PAUSED
        : Progress.DONE;
  }

  /// Reads all segments. If one fails or finds a loss, the others end after their current page.
  private Set<Progress> segments(BooleanSupplier hasTime) {
    AtomicBoolean stop = new AtomicBoolean();
    List<CompletableFuture<Progress>> segments =
        IntStream.range(0, rebuild.positions().size())
            .mapToObj(n -> CompletableFuture.supplyAsync(() -> segment(n, hasTime, stop), threads))
            .toList();
    List<RuntimeException> failures = new ArrayList<>();
    Set<Progress> ended =
        segments.stream().map(segment -> end(segment, failures)).collect(Collectors.toSet());
    if (!failures.isEmpty()) {
      failures.subList(1, failures.size()).forEach(failures.getFirst()::addSuppressed);
      throw failures.getFirst();
    }
    return ended;
  }

  private Progress segment(int segment, BooleanSupplier hasTime, AtomicBoolean stop) {
    boolean works = false;
    try {
      Progress progress =
          rebuild.segment(segment, () -> !stop.get() && hasTime.getAsBoolean(), listener);
      works = progress != Progress.LOST;
      return progress;
    } finally {
      if (!works) {
        stop.set(true);
      }
    }
  }

  private static Progress end(
      CompletableFuture<Progress> segment, List<RuntimeException> failures) {
    try {
      return segment.join();
    } catch (CompletionException e) {
      failures.add(e.getCause() instanceof RuntimeException cause ? cause : e);
    }
    return Progress.PAUSED;
  }
}
