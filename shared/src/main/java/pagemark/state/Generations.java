package pagemark.state;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import pagemark.state.Generation.State;

/// The registered generations of all listings.
public interface Generations extends StateStore {
  /// The generations that are building or serving, a few at most.
  default List<Generation> live(String listing) {
    return all(listing).stream().filter(Generation::isLive).toList();
  }

  /// The retired generations: nobody reads or writes them any more, but they are not removed yet.
  default List<Generation> retired(String listing) {
    return all(listing).stream().filter(generation -> !generation.isLive()).toList();
  }

  private List<Generation> all(String listing) {
    return list(Generation.class, Range.of(Generation.partition(listing))).toList();
  }

  default Optional<Generation> serving(String listing) {
    return live(listing).stream().filter(Generation::isServing).findFirst();
  }

  /// Adds a generation.
  ///
  /// @throws IllegalStateException if its id exists already
  default void register(Generation generation) {
    if (!replace(null, generation)) {
      throw new IllegalStateException("generation " + generation.id() + " exists");
    }
  }

  /// Makes a live generation the serving one and retires the one that served before, atomically.
  ///
  /// @throws IllegalStateException if `id` is not a live generation of `listing`
  default void serve(String listing, String id) {
    change(() -> serving(live(listing), listing, id));
  }

  /// The changes that make a live generation the serving one.
  ///
  /// @throws IllegalStateException if `id` is not one of them
  static List<Change> serving(List<Generation> live, String listing, String id) {
    List<Change> changes = new ArrayList<>();
    for (Generation generation : live) {
      if (generation.id().equals(id)) {
        changes.add(new Change(generation, generation.in(State.SERVING)));
      } else if (generation.isServing()) {
        changes.add(new Change(generation, generation.in(State.RETIRED)));
      }
    }
    if (live.stream().noneMatch(generation -> generation.id().equals(id))) {
      throw new IllegalStateException(id + " is not a live generation of " + listing);
    }
    return changes;
  }

  /// Removes a retired generation from the table. Call it once the index has no data of it. Does
  /// nothing if it is gone.
  ///
  /// @throws IllegalStateException if it is live
  default void remove(String listing, String id) {
    changed(
        listing,
        id,
        generation -> {
          if (generation.isLive()) {
            throw new IllegalStateException(id + " is a live generation of " + listing);
          }
          return Optional.empty();
        });
  }

  /// Marks a generation as one that may differ from the table. There is one mark for each cause: it
  /// keeps the earliest `since` and the latest `noticed`. Does nothing if the generation is gone.
  default void mark(String listing, String id, Inexact mark) {
    marked(listing, id, marks -> marks.merge(mark.cause(), mark, Inexact::and));
  }

  /// Removes the mark, unless its cause has been noticed again since.
  default void clear(String listing, String id, Inexact mark) {
    marked(listing, id, marks -> marks.remove(mark.cause(), mark));
  }

  private void marked(String listing, String id, Consumer<Map<Inexact.Cause, Inexact>> change) {
    changed(
        listing,
        id,
        generation -> {
          Map<Inexact.Cause, Inexact> marks = new EnumMap<>(Inexact.Cause.class);
          generation.inexact().forEach(mark -> marks.put(mark.cause(), mark));
          change.accept(marks);
          return Optional.of(generation.with(Set.copyOf(marks.values())));
        });
  }

  /// Notes that what had expired by then is not in a generation any more. Does nothing if the
  /// generation is gone.
  default void swept(String listing, String id, Instant until) {
    changed(listing, id, generation -> Optional.of(generation.sweptUntil(until)));
  }

  /// Hides the generation from readers for good. Does nothing if it is gone.
  default void suspend(String listing, String id) {
    changed(listing, id, generation -> Optional.of(generation.hidden()));
  }

  private void changed(
      String listing, String id, Function<Generation, Optional<Generation>> change) {
    change(
        Generation.class,
        Generation.key(listing, id),
        seen -> seen == null ? null : change.apply(seen).orElse(null));
  }
}
