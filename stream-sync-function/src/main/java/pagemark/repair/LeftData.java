package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import pagemark.index.Markers;
import pagemark.state.Generation.GenerationId;
import pagemark.state.rebuild.NamedGenerations;

/// Removes data of the index that no generation and no rebuild needs any more: tables in DynamoDB,
/// which cost as long as they are there. A process leaves them if it is killed while it drops a
/// generation that nobody can find afterwards.
///
/// A generation is registered before the index has data of it. So what was listed first, and is not
/// named afterwards, is not needed. Young data is left alone all the same.
///
/// @param named reads what is needed, as long as there is time; throws IllegalStateException if
///   that was too much to read, and goes on the next time
/// @param clock the store's, because generations have their age from it
public record LeftData(
    Markers.StoredData stored,
    Function<BooleanSupplier, NamedGenerations> named,
    InstantSource clock) {
  private static final Duration AGE_MIN = Duration.ofDays(1);

  /// What a run removes at most.
  private static final int REMOVED_MAX = 20;

  /// Lists what nobody needs.
  ///
  /// @param before generations that were made later are left alone
  /// @param hasTime whether another part of the state table may be read
  /// @return the oldest first
  /// @throws IllegalStateException if it cannot be known what is needed
  public List<Markers.Data> find(Instant before, BooleanSupplier hasTime) {
    List<Markers.Data> old =
        stored.list().stream()
            .filter(data -> GenerationId.madeAt(data.generation()).isBefore(before))
            .sorted(Comparator.comparing(Markers.Data::generation))
            .toList();
    if (old.isEmpty()) {
      return List.of();
    }
    NamedGenerations needed = named.apply(hasTime);
    return old.stream().filter(data -> !needed.need(data)).toList();
  }

  /// Removes what nobody needs and is a day old.
  ///
  /// @param hasTime called before each removal; if it returns false, the rest stays
  /// @return the names of what was removed
  /// @throws IllegalStateException if it cannot be known what is needed
  public List<String> remove(BooleanSupplier hasTime) {
    List<String> removed = new ArrayList<>();
    for (Markers.Data data : find(clock.instant().minus(AGE_MIN), hasTime)) {
      if (removed.size() == REMOVED_MAX || !hasTime.getAsBoolean()) {
        return removed;
      }
      if (stored.remove(data)) {
        removed.add(data.name());
      }
    }
    return removed;
  }
}
