package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.state.Document;
import pagemark.state.Generation;
import pagemark.state.Generations;

/// Removes old fences from every live generation. A write removes the old fences of its group; this
/// walk removes those of groups that nobody writes any more.
///
/// A walk through an index of millions of groups takes several runs. Each run goes on at the
/// position at which the last one stopped. A walk costs the store a look at every key, so the next
/// walk begins some time after the end of the last one, an hour or what the store asks for.
public record OldFences(Generations generations, PageIndexWriter index, InstantSource clock) {
  private static final Duration KEPT = Duration.ofDays(1);

  /// How far the walk has come in a listing's generations, in the order of their ids.
  ///
  /// @param generation the generation in which the walk stopped; empty if the walk is at its end
  /// @param position where it stopped, in the store's own words; only the store reads it
  /// @param at when the walk stopped or ended
  private record Progress(String listing, String generation, String position, Instant at)
      implements Document {
    static Key key(String listing) {
      return new Key("walk#" + listing, "fences");
    }

    @Override
    public Key documentKey() {
      return key(listing);
    }

    @Override
    public Instant keptUntil() {
      return at.plus(KEPT);
    }
  }

  /// What a run did.
  ///
  /// @param removed how many keys or rows were removed
  /// @param ended whether it came to the end of a walk
  public record Result(long removed, boolean ended) {
    public static final Result NONE = new Result(0, false);
  }

  /// Goes on with the walk, or begins the next one if it is due.
  public Result remove(String listing, BooleanSupplier hasTime) {
    Progress last =
        generations
            .get(Progress.class, Progress.key(listing))
            .orElse(new Progress(listing, "", "", Instant.EPOCH));
    Instant now = clock.instant();
    Duration since = Duration.between(last.at(), now).abs();
    if (last.generation.isEmpty() && since.compareTo(index.sweepPause()) < 0) {
      return Result.NONE;
    }
    long removed = 0;
    for (Generation generation : left(listing, last)) {
      String from = generation.id().equals(last.generation()) ? last.position() : Sweep.BEGIN;
      Sweep sweep = index.sweep(generation.id(), from, hasTime);
      removed += sweep.removed();
      if (!sweep.isOver()) {
        generations.put(new Progress(listing, generation.id(), sweep.position(), now));
        return new Result(removed, false);
      }
    }
    generations.put(new Progress(listing, "", Sweep.BEGIN, now));
    return new Result(removed, true);
  }

  /// The generations that the walk has not completed.
  private List<Generation> left(String listing, Progress last) {
    return generations.live(listing).stream()
        .filter(generation -> generation.id().compareTo(last.generation()) >= 0)
        .sorted(Comparator.comparing(Generation::id))
        .toList();
  }
}
