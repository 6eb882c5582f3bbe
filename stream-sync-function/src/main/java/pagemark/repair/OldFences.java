package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import pagemark.index.PageIndexWriter;
import pagemark.index.PageIndexWriter.Sweep;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Work.Part;

/// Removes old fences from every live generation. A write removes the old fences of its group; this
/// walk removes those of groups that nobody writes any more.
///
/// A walk through an index of millions of groups takes several runs. Each run goes on at the
/// position at which the last one stopped. A walk costs the store a look at every key, so the next
/// walk begins some time after the end of the last one, an hour or what the store asks for.
public record OldFences(Generations generations, PageIndexWriter index, InstantSource clock) {
  /// How far the walk has come in a listing's generations, in the order of their ids.
  ///
  /// @param generation the generation in which the walk stopped; empty if the walk is at its end
  /// @param position where it stopped, in the store's own words; only the store reads it
  private record Walked(String generation, String position) {
    static final Walked ENDED = new Walked("", Sweep.BEGIN);
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
    Part begin = part(listing, Walked.ENDED, Instant.EPOCH);
    Part kept = generations.get(Part.class, begin.documentKey()).orElse(begin);
    Walked last = kept.progress(Walked.class);
    Instant now = clock.instant();
    Duration since = Duration.between(kept.at(), now).abs();
    if (last.generation.isEmpty() && since.compareTo(index.sweepPause()) < 0) {
      return Result.NONE;
    }
    long removed = 0;
    for (Generation generation : left(listing, last)) {
      String from = generation.id().equals(last.generation()) ? last.position() : Sweep.BEGIN;
      Sweep sweep = index.sweep(generation.id(), from, hasTime);
      removed += sweep.removed();
      if (!sweep.isOver()) {
        generations.put(part(listing, new Walked(generation.id(), sweep.position()), now));
        return new Result(removed, false);
      }
    }
    generations.put(part(listing, Walked.ENDED, now));
    return new Result(removed, true);
  }

  private static Part part(String listing, Walked walked, Instant at) {
    return Part.of("fences#" + listing, "walk", at, walked);
  }

  /// The generations that the walk has not completed.
  private List<Generation> left(String listing, Walked last) {
    return generations.live(listing).stream()
        .filter(generation -> generation.id().compareTo(last.generation()) >= 0)
        .sorted(Comparator.comparing(Generation::id))
        .toList();
  }
}
