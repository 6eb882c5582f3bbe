package pagemark.repair;

import static java.util.Comparator.comparingInt;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import pagemark.function.FunctionParts;
import pagemark.key.Group;
import pagemark.state.Generation;
import pagemark.state.Generations;
import pagemark.state.Quarantine;
import pagemark.state.QuarantinedItem;
import pagemark.state.StateTable;
import pagemark.state.Suspect;
import pagemark.state.SuspectItems;
import pagemark.state.Suspects;

/// Settles what is kept in `pagemark-state` for a later look: suspects, which readers and audits
/// filed, and quarantined items.
public record Drain(
    Generations generations,
    Suspects suspects,
    Quarantine quarantine,
    VerifiedRepair repair,
    InstantSource clock) {
  private static final int SUSPECTS_PER_ROUND = 1_000;
  private static final int ITEMS_PER_ROUND = 100;

  /// @throws IllegalArgumentException where the index keeps its fences too short a time
  public static Drain of(FunctionParts parts) {
    StateTable state = new StateTable(parts.dynamo(), parts.stateTable());
    return new Drain(
        state,
        new SuspectItems(parts.dynamo(), parts.stateTable()),
        state,
        VerifiedRepair.of(parts),
        parts.clock());
  }

  /// What became of what was kept.
  ///
  /// @param settled the index says what the table says
  /// @param poison stays in quarantine, as it cannot be indexed
  /// @param open could not be settled now
  public record Result(int settled, int poison, int open) {
    static final Result NONE = new Result(0, 0, 0);

    public Result plus(Result other) {
      return new Result(settled + other.settled, poison + other.poison, open + other.open);
    }

    private static Result of(Outcome outcome) {
      return switch (outcome) {
        case Outcome.Settled() -> new Result(1, 0, 0);
        case Outcome.Poisoned _ -> new Result(0, 1, 0);
        case Outcome.Moving _, Outcome.Failed _ -> new Result(0, 0, 1);
      };
    }
  }

  /// Settles the suspects of a listing, until none is left but those that cannot be settled now.
  ///
  /// @throws software.amazon.awssdk.core.exception.SdkException where the state table fails
  public Result suspects(String listing, BooleanSupplier hasTime) {
    Result done = Result.NONE;
    Result round;
    do {
      round = settle(listing, suspects.list(listing, SUSPECTS_PER_ROUND), hasTime);
      done = done.plus(new Result(round.settled(), round.poison(), 0));
    } while (round.settled() + round.poison() > 0 && hasTime.getAsBoolean());
    return done.plus(new Result(0, 0, round.open()));
  }

  private Result settle(String listing, List<Suspect> batch, BooleanSupplier hasTime) {
    List<Suspect> doubted = new ArrayList<>();
    List<Doubt> doubts = new ArrayList<>();
    Result result = Result.NONE;
    Set<Suspect> arrived = arrived(listing, batch);
    for (Suspect suspect : batch) {
      Optional<Generation> generation = live(listing, suspect.generation());
      if (generation.isPresent() && !arrived.contains(suspect)) {
        doubted.add(suspect);
        doubts.add(Doubt.ofEntry(generation.get(), new Group(suspect.group()), suspect.seen()));
      } else {
        suspects.settle(suspect);
        result = result.plus(new Result(1, 0, 0));
      }
    }
    List<Outcome> outcomes = repair.settle(doubts, hasTime);
    for (int i = 0; i < doubts.size(); i++) {
      keep(doubts.get(i), outcomes.get(i));
      if (outcomes.get(i).isSettled()) {
        suspects.settle(doubted.get(i));
      }
      result = result.plus(Result.of(outcomes.get(i)));
    }
    return result;
  }

  /// Those of entries that the index lacked and has by now.
  private Set<Suspect> arrived(String listing, List<Suspect> batch) {
    List<Arrivals.Hole> holes =
        batch.stream()
            .filter(Suspect::missing)
            .flatMap(
                suspect ->
                    live(listing, suspect.generation()).stream()
                        .map(generation -> new Arrivals.Hole(suspect, generation)))
            .toList();
    return holes.isEmpty() ? Set.of() : new Arrivals(repair.index()).of(holes);
  }

  private Optional<Generation> live(String listing, String id) {
    return generations.live(listing).stream().filter(g -> g.id().equals(id)).findFirst();
  }

  private void keep(Doubt doubt, Outcome outcome) {
    if (outcome instanceof Outcome.Poisoned(var reason)) {
      quarantine.add(
          new QuarantinedItem(
              doubt.generation().listing(),
              doubt.key(),
              doubt.sequence(),
              reason,
              clock.instant()));
    }
  }

  /// Looks again at every quarantined item of a listing: what was mended, or is gone, leaves.
  ///
  /// @throws software.amazon.awssdk.core.exception.SdkException where the state table fails
  public Result quarantined(String listing, BooleanSupplier hasTime) {
    List<Generation> live = generations.live(listing);
    Result result = Result.NONE;
    List<QuarantinedItem> items = quarantine.list(listing, ITEMS_PER_ROUND);
    while (!items.isEmpty()) {
      result = result.plus(settle(items, live, hasTime));
      items = quarantine.list(listing, items.getLast().keyHash(), ITEMS_PER_ROUND);
    }
    return result;
  }

  private Result settle(
      List<QuarantinedItem> items, List<Generation> live, BooleanSupplier hasTime) {
    if (live.isEmpty()) {
      return new Result(0, 0, items.size());
    }
    List<Outcome> outcomes =
        repair.settle(
            items.stream().flatMap(item -> live.stream().map(g -> doubt(g, item))).toList(),
            hasTime);
    Result result = Result.NONE;
    for (int i = 0; i < items.size(); i++) {
      Result worst = worst(outcomes.subList(i * live.size(), (i + 1) * live.size()));
      if (worst.settled() == 1) {
        quarantine.settle(items.get(i));
      }
      result = result.plus(worst);
    }
    return result;
  }

  private static Doubt doubt(Generation generation, QuarantinedItem item) {
    return new Doubt(generation, item.key(), Map.of(), item.sequence());
  }

  /// Of one item in every generation.
  private static Result worst(List<Outcome> outcomes) {
    return outcomes.stream()
        .map(Result::of)
        .max(comparingInt(Result::open).thenComparingInt(Result::poison))
        .orElseThrow();
  }
}
