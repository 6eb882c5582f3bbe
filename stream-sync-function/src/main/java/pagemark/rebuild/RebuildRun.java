package pagemark.rebuild;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.state.rebuild.SegmentProgress;

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
    if (rebuild.begin(segments, hasTime, listener) == StepEnd.PAUSED) {
      return new Result(false, RebuildCounts.ZERO);
    }
    rebuild.gaveUp().ifPresent(listener::gaveUp);
    RebuildCounts before = counts(rebuild.progress());
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

  private static RebuildCounts counts(List<SegmentProgress> progress) {
    return progress.stream()
        .map(SegmentProgress::read)
        .reduce(RebuildCounts.ZERO, RebuildCounts::plus);
  }

  private Result steps(BooleanSupplier hasTime) {
    StepEnd progress = read(hasTime);
    while (true) {
      RebuildCounts counts = counts(rebuild.progress());
      progress = progress == StepEnd.DONE ? rebuild.finish() : progress;
      if (progress != StepEnd.LOST) {
        return new Result(progress == StepEnd.DONE, counts);
      }
      progress = rebuild.beginAnew(hasTime, listener);
      progress = progress == StepEnd.DONE ? read(hasTime) : progress;
    }
  }

  private StepEnd read(BooleanSupplier hasTime) {
    if (rebuild.awaitWriters(hasTime, listener) == StepEnd.PAUSED) {
      return StepEnd.PAUSED;
    }
    StepEnd turned;
    do {
      Set<StepEnd> ended = segments(hasTime);
      if (ended.contains(StepEnd.LOST)) {
        return StepEnd.LOST;
      }
      if (ended.contains(StepEnd.PAUSED) || !hasTime.getAsBoolean()) {
        return StepEnd.PAUSED;
      }
      turned = rebuild.turn();
    } while (turned != StepEnd.DONE);
    return StepEnd.DONE;
  }

  /// Reads all segments. If one fails or finds a loss, the others end after their current page.
  private Set<StepEnd> segments(BooleanSupplier hasTime) {
    AtomicBoolean stop = new AtomicBoolean();
    List<CompletableFuture<StepEnd>> segments =
        IntStream.range(0, rebuild.progress().size())
            .mapToObj(n -> CompletableFuture.supplyAsync(() -> segment(n, hasTime, stop), threads))
            .toList();
    try {
      CompletableFuture.allOf(segments.toArray(CompletableFuture<?>[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
    return segments.stream().map(CompletableFuture::join).collect(Collectors.toSet());
  }

  private StepEnd segment(int segment, BooleanSupplier hasTime, AtomicBoolean stop) {
    boolean works = false;
    try {
      StepEnd progress =
          rebuild.segment(segment, () -> !stop.get() && hasTime.getAsBoolean(), listener);
      works = progress != StepEnd.LOST;
      return progress;
    } finally {
      if (!works) {
        stop.set(true);
      }
    }
  }
}
