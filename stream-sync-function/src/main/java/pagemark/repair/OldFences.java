package pagemark.repair;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.WalkProgress;
import pagemark.state.Walks;

/// Removes old fences from every live generation. A write removes the old fences of its group; this
/// walk removes those of groups that nobody writes any more.
///
/// A walk through an index of millions of groups takes several runs. Each run goes on at the
/// position at which the last one stopped. A walk costs the store a look at every key, so the next
/// walk begins some time after the end of the last one, an hour or what the store asks for.
public record OldFences(
    Generations generations, Walks walks, PageIndexWriter index, InstantSource clock) {
  /// What a run did.
  ///
  /// @param removed how many keys or rows were removed
  /// @param ended whether it came to the end of a walk
  public record Result(long removed, boolean ended) {
    public static final Result NONE = new Result(0, false);
  }

  /// Goes on with the walk, or begins the next one if it is due.
  ///
  /// @throws pagemark.index.IndexException if the index cannot be reached; the next run goes on
  /// @throws software.amazon.awssdk.core.exception.SdkException if the state table fails
  public Result remove(String listing, BooleanSupplier hasTime) {
    WalkProgress last =
        walks.last(listing).orElse(new WalkProgress(listing, "", "", Instant.EPOCH));
    Instant now = clock.instant();
    if (last.isOver() && now.isBefore(last.at().plus(index.sweepPause()))) {
      return Result.NONE;
    }
    long removed = 0;
    for (Generation generation : left(listing, last)) {
      String from = generation.id().equals(last.generation()) ? last.position() : Sweep.BEGIN;
      Sweep sweep = index.sweep(generation.id(), from, hasTime);
      removed += sweep.removed();
      if (!sweep.isOver()) {
        walks.keep(new WalkProgress(listing, generation.id(), sweep.position(), now));
        return new Result(removed, false);
      }
    }
    walks.keep(new WalkProgress(listing, "", Sweep.BEGIN, now));
    return new Result(removed, true);
  }

  /// The generations that the walk has not completed.
  private List<Generation> left(String listing, WalkProgress last) {
    return generations.live(listing).stream()
        .filter(generation -> generation.id().compareTo(last.generation()) >= 0)
        .sorted(Comparator.comparing(Generation::id))
        .toList();
  }
}
