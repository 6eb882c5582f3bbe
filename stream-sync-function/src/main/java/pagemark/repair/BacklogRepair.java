package pagemark.repair;

import static java.util.Comparator.comparingInt;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import pagemark.entry.Group;
import pagemark.state.Generation;
import pagemark.state.QuarantinedItem;
import pagemark.state.Suspect;
import pagemark.state.Suspects;
import pagemark.state.Walks;

/// Settles what `pagemark-state` keeps for later: suspects that readers filed, and quarantined
/// items.
///
/// It reads everything once, in pages, in the order of the hashes. It starts at a random hash and
/// goes round. So if the time is over before the end, items that can never be settled do not keep
/// the others from their turn.
///
/// A scheduled run tries only those quarantined items that are due ([DueQuarantine]).
///
/// @param walks how far the daily walk through each listing's quarantine has come
public record BacklogRepair(IndexedTable table, Suspects suspects, Walks walks) {
  private static final int SUSPECTS_PER_PAGE = 1_000;
  private static final int ITEMS_PER_PAGE = 100;
  private static final Duration RENEWED_AFTER = Duration.ofDays(1);

  /// Sorts after all hashes, which are hexadecimal.
  private static final String END = "g";

  /// Counts of what was kept, by result.
  ///
  /// @param settled the index now agrees with the table
  /// @param poison the item cannot be indexed, and stays in quarantine
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

  /// Settles the suspects of a listing.
  ///
  /// @throws software.amazon.awssdk.core.exception.SdkException if the state table fails
  public Result suspects(String listing, BooleanSupplier hasTime) {
    return round(
        new Round<>(
            after -> suspects.list(listing, after, SUSPECTS_PER_PAGE),
            Suspect::id,
            page -> settle(listing, page, hasTime)),
        hasTime);
  }

  /// The steps of a round.
  ///
  /// @param list reads the page after a hash, in order
  /// @param settle settles a page
  private record Round<T>(
      Function<String, List<T>> list, Function<T, String> hash, Function<List<T>, Result> settle) {}

  private <T> Result round(Round<T> round, BooleanSupplier hasTime) {
    long random = new SplittableRandom(table.clock().instant().toEpochMilli()).nextLong();
    String start = HexFormat.of().toHexDigits(random);
    Result result = pass(round, start, END, hasTime);
    return result.plus(pass(round, "", start, hasTime));
  }

  /// @param until the last hash of this pass
  private static <T> Result pass(
      Round<T> round, String from, String until, BooleanSupplier hasTime) {
    Result result = Result.NONE;
    String after = from;
    while (after.compareTo(until) < 0 && hasTime.getAsBoolean()) {
      List<T> page = round.list().apply(after);
      List<T> due =
          page.stream().filter(each -> round.hash().apply(each).compareTo(until) <= 0).toList();
      result = result.plus(due.isEmpty() ? Result.NONE : round.settle().apply(due));
      after = page.isEmpty() ? until : round.hash().apply(page.getLast());
    }
    return result;
  }

  private Result settle(String listing, List<Suspect> batch, BooleanSupplier hasTime) {
    List<Suspect> doubted = new ArrayList<>();
    List<Doubt> doubts = new ArrayList<>();
    Result result = Result.NONE;
    List<Generation> live = table.generations().live(listing);
    Set<Suspect> arrived = arrived(live, batch);
    for (Suspect suspect : batch) {
      Optional<Generation> generation = generation(live, suspect);
      if (generation.isPresent() && !arrived.contains(suspect)) {
        doubted.add(suspect);
        doubts.add(Doubt.ofEntry(generation.get(), new Group(suspect.group()), suspect.seen()));
      } else {
        suspects.settle(suspect);
        result = result.plus(new Result(1, 0, 0));
      }
    }
    List<Outcome> outcomes = table.repair().settle(doubts, hasTime);
    for (int i = 0; i < doubts.size(); i++) {
      if (outcomes.get(i) instanceof Outcome.Poisoned(var reason)) {
        table.repair().quarantine(doubts.get(i), reason);
      }
      if (outcomes.get(i).isSettled()) {
        suspects.settle(doubted.get(i));
      } else {
        renew(doubted.get(i));
      }
      result = result.plus(Result.of(outcomes.get(i)));
    }
    return result;
  }

  /// Keeps a suspect for longer, once a day.
  private void renew(Suspect suspect) {
    Instant now = table.clock().instant();
    if (suspect.seenAt().plus(RENEWED_AFTER).isBefore(now)) {
      suspects.file(suspect.at(now));
    }
  }

  /// The suspects whose entries were missing and are there now.
  private Set<Suspect> arrived(List<Generation> live, List<Suspect> batch) {
    List<Arrivals.Hole> holes =
        batch.stream()
            .filter(Suspect::missing)
            .flatMap(
                suspect ->
                    generation(live, suspect).stream()
                        .map(generation -> new Arrivals.Hole(suspect, generation)))
            .toList();
    return holes.isEmpty()
        ? Set.of()
        : new Arrivals(table.index(), table.freshness().lease()).of(holes);
  }

  private static Optional<Generation> generation(List<Generation> live, Suspect suspect) {
    return live.stream().filter(g -> g.id().equals(suspect.generation())).findFirst();
  }

  /// Tries those quarantined items of a listing again that are due.
  ///
  /// @return as `poison`, how many are in quarantine and not settled or open now
  /// @throws software.amazon.awssdk.core.exception.SdkException if the state table fails
  public Result quarantinedAndDue(String listing, BooleanSupplier hasTime) {
    return new DueQuarantine(this, listing, hasTime).run();
  }

  /// Tries every quarantined item of a listing again. An item that was corrected or deleted leaves
  /// the quarantine.
  ///
  /// @throws software.amazon.awssdk.core.exception.SdkException if the state table fails
  public Result quarantined(String listing, BooleanSupplier hasTime) {
    List<Generation> live = table.generations().live(listing);
    return round(
        new Round<>(
            after -> table.quarantine().list(listing, after, ITEMS_PER_PAGE),
            QuarantinedItem::keyHash,
            page -> look(page, live, hasTime)),
        hasTime);
  }

  /// Tries quarantined items. Settles those that are good now, and renews those that are not.
  Result look(List<QuarantinedItem> items, List<Generation> live, BooleanSupplier hasTime) {
    if (live.isEmpty()) {
      return new Result(0, 0, items.size());
    }
    List<Outcome> outcomes =
        table
            .repair()
            .settle(
                items.stream().flatMap(item -> live.stream().map(g -> doubt(g, item))).toList(),
                hasTime);
    Result result = Result.NONE;
    for (int i = 0; i < items.size(); i++) {
      Result worst = worst(outcomes.subList(i * live.size(), (i + 1) * live.size()));
      if (worst.settled() == 1) {
        table.quarantine().settle(items.get(i));
      } else {
        table.quarantine().renew(items.get(i), table.clock().instant());
      }
      result = result.plus(worst);
    }
    return result;
  }

  private static Doubt doubt(Generation generation, QuarantinedItem item) {
    return new Doubt(generation, item.key(), Map.of(), true, item.sequence());
  }

  /// The worst result of one item among all generations.
  private static Result worst(List<Outcome> outcomes) {
    return outcomes.stream()
        .map(Result::of)
        .max(comparingInt(Result::open).thenComparingInt(Result::poison))
        .orElseThrow();
  }
}
