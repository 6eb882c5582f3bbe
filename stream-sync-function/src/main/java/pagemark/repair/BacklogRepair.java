package pagemark.repair;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import pagemark.entry.Group;
import pagemark.key.KeyValue;
import pagemark.repair.VerifiedRepair.Doubt;
import pagemark.repair.VerifiedRepair.Outcome;
import pagemark.state.Document;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.QuarantinedItem;
import pagemark.state.Suspect;
import pagemark.state.Suspects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Settles what `pagemark-state` keeps for later: suspects that readers filed, and quarantined
/// items.
///
/// It reads everything once, in pages, in the order of the hashes. It starts at a random hash and
/// goes round. So if the time is over before the end, items that can never be settled do not keep
/// the others from their turn.
///
/// A scheduled run tries all suspects, and those quarantined items that are due
/// ([QuarantinedItem#isDue]). If a listing has more than [#SUSPECTS_MAX] suspects, its generations
/// are marked, because only a rebuild settles so many.
///
/// Cost: a read unit for about ten rows. For 100 rows that are tried, a round of repairs; for each,
/// a write that settles it or puts it off.
public record BacklogRepair(IndexedTable table) {
  /// More suspects of a listing are a case for a rebuild.
  static final int SUSPECTS_MAX = 100_000;

  private static final int ROWS_PER_PAGE = 1_000;
  private static final int ROWS_PER_ROUND = 100;
  private static final int COUNTED_MAX = 1_000;
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

  /// What is kept about an item.
  ///
  /// @param doubts about the item; none if what is kept is out of date
  /// @param settle takes the worst of their outcomes
  private record Row(List<Doubt> doubts, Consumer<Outcome> settle) {}

  /// The steps of a round.
  ///
  /// @param list reads the page after a hash, in order
  /// @param row says what to do about each; nothing if it is not due
  private record Round<T extends Document>(
      Function<String, List<T>> list, Predicate<T> isTried, Function<T, Row> row) {}

  Suspects filed() {
    return Suspects.of(table.generations());
  }

  /// Settles the suspects of a listing.
  public Result suspects(String listing, BooleanSupplier hasTime) {
    List<Generation> live = table.generations().live(listing);
    if (filed().count(listing, SUSPECTS_MAX + 1) > SUSPECTS_MAX) {
      Instant now = table.clock().instant();
      Inexact mark = new Inexact(Inexact.Cause.TOO_MANY_SUSPECTS, now, now);
      live.forEach(generation -> table.generations().mark(listing, generation.id(), mark));
    }
    return round(
        new Round<>(
            after -> filed().list(listing, after, ROWS_PER_PAGE),
            _ -> true,
            suspect -> row(suspect, live)),
        hasTime);
  }

  private Row row(Suspect suspect, List<Generation> live) {
    List<Doubt> doubts =
        live.stream()
            .filter(generation -> generation.id().equals(suspect.generation()))
            .flatMap(generation -> doubt(suspect, generation))
            .toList();
    return new Row(
        doubts,
        outcome -> {
          if (outcome instanceof Outcome.Poisoned(var reason)) {
            table.repair().quarantine(doubts.getFirst(), reason);
          }
          if (outcome.isSettled()) {
            filed().settle(suspect);
          } else {
            renew(suspect);
          }
        });
  }

  /// None if the entry has no readable key, as in an index of another format: only a rebuild helps.
  private static Stream<Doubt> doubt(Suspect suspect, Generation of) {
    try {
      return Stream.of(Doubt.ofEntry(of, new Group(suspect.group()), suspect.seen()));
    } catch (IllegalArgumentException e) {
      return Stream.of();
    }
  }

  /// Keeps a suspect for longer, once a day.
  private void renew(Suspect suspect) {
    Instant now = table.clock().instant();
    if (suspect.seenAt().plus(RENEWED_AFTER).isBefore(now)) {
      filed().file(suspect.at(now));
    }
  }

  /// Tries those quarantined items of a listing again that are due.
  ///
  /// @return as `poison`, how many are in quarantine and not settled or open now
  public Result quarantinedAndDue(String listing, BooleanSupplier hasTime) {
    int count = table.quarantine().count(listing, COUNTED_MAX);
    if (count == 0) {
      return Result.NONE;
    }
    Instant now = table.clock().instant();
    Result tried = quarantined(listing, (item, serving) -> item.isDue(serving, now), hasTime);
    int poison = count - tried.settled() - tried.open();
    return new Result(tried.settled(), Math.max(poison, tried.poison()), tried.open());
  }

  /// Tries every quarantined item of a listing again. An item that was corrected or deleted leaves
  /// the quarantine.
  public Result quarantined(String listing, BooleanSupplier hasTime) {
    return quarantined(listing, (_, _) -> true, hasTime);
  }

  private Result quarantined(
      String listing, BiPredicate<QuarantinedItem, String> isTried, BooleanSupplier hasTime) {
    List<Generation> live = table.generations().live(listing);
    String serving =
        live.stream().filter(Generation::isServing).map(Generation::id).findFirst().orElse("");
    return live.isEmpty()
        ? new Result(0, 0, table.quarantine().count(listing, COUNTED_MAX))
        : round(
            new Round<>(
                after -> table.quarantine().list(listing, after, ROWS_PER_PAGE),
                item -> isTried.test(item, serving),
                item -> row(item, live, serving)),
            hasTime);
  }

  /// A look counts whatever comes of it, so that one that fails does not keep the others from
  /// theirs.
  private Row row(QuarantinedItem item, List<Generation> live, String serving) {
    return new Row(
        live.stream()
            .map(generation -> new Doubt(generation, item.key(), Map.of(), true, item.sequence()))
            .toList(),
        outcome -> {
          if (outcome instanceof Outcome.Settled) {
            table.quarantine().settle(item);
          } else {
            table.quarantine().looked(item, serving, table.clock().instant());
          }
        });
  }

  private <T extends Document> Result round(Round<T> round, BooleanSupplier hasTime) {
    long random = new SplittableRandom(table.clock().instant().toEpochMilli()).nextLong();
    String start = HexFormat.of().toHexDigits(random);
    Result result = pass(round, start, END, hasTime);
    return result.plus(pass(round, "", start, hasTime));
  }

  /// @param until the last hash of this pass
  private <T extends Document> Result pass(
      Round<T> round, String from, String until, BooleanSupplier hasTime) {
    Result result = Result.NONE;
    String after = from;
    while (after.compareTo(until) < 0 && hasTime.getAsBoolean()) {
      List<T> page = round.list().apply(after);
      List<Row> due =
          page.stream()
              .filter(each -> hash(each).compareTo(until) <= 0)
              .filter(round.isTried())
              .map(round.row())
              .toList();
      for (int i = 0; i < due.size() && hasTime.getAsBoolean(); i += ROWS_PER_ROUND) {
        List<Row> some = due.subList(i, Math.min(i + ROWS_PER_ROUND, due.size()));
        result = result.plus(settle(some, hasTime));
      }
      after = page.isEmpty() ? until : hash(page.getLast());
    }
    return result;
  }

  private static String hash(Document kept) {
    return kept.documentKey().sk();
  }

  private Result settle(List<Row> rows, BooleanSupplier hasTime) {
    List<Doubt> doubts = rows.stream().flatMap(row -> row.doubts().stream()).toList();
    Iterator<Outcome> outcomes = table.repair().settle(doubts, hasTime).iterator();
    Result result = Result.NONE;
    for (Row row : rows) {
      Outcome worst =
          row.doubts().stream()
              .map(_ -> outcomes.next())
              .max(
                  comparing(
                      Result::of, comparingInt(Result::open).thenComparingInt(Result::poison)))
              .orElse(new Outcome.Settled());
      row.settle().accept(worst);
      result = result.plus(Result.of(worst));
    }
    return result;
  }

  /// The result of one try to settle everything that `pagemark-state` keeps about a listing.
  ///
  /// @param quarantined the result for quarantined items
  /// @param suspects the result for entries that readers found doubtful
  /// @param kept the first 1,000 quarantined items that are still there
  /// @param doubted the first 1,000 suspects that are still there
  public record Redrive(
      BacklogRepair.Result quarantined,
      BacklogRepair.Result suspects,
      List<QuarantinedItem> kept,
      List<Suspect> doubted) {
    private static final int KEPT_MAX = 1_000;

    /// Tries each item once, as far as the time allows.
    public static Redrive run(BacklogRepair backlog, String listing, BooleanSupplier hasTime) {
      BacklogRepair.Result quarantined = backlog.quarantined(listing, hasTime);
      BacklogRepair.Result suspects = backlog.suspects(listing, hasTime);
      return new Redrive(
          quarantined,
          suspects,
          backlog.table().quarantine().list(listing, "", KEPT_MAX),
          backlog.filed().list(listing, "", KEPT_MAX));
    }

    /// The fields of the answer's JSON object.
    ///
    /// @param keys whether they include the keys of what is still there, with the reasons
    public Map<String, Object> json(boolean keys) {
      BacklogRepair.Result all = quarantined.plus(suspects);
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("quarantinedSettled", quarantined.settled());
      json.put("suspectsSettled", suspects.settled());
      json.put("poison", all.poison());
      json.put("open", all.open());
      if (keys) {
        json.put(
            "quarantined", kept.stream().map(item -> json(item.key(), item.reason())).toList());
        json.put(
            "suspects", doubted.stream().map(item -> json(item.key(), item.reason())).toList());
        json.put("more", kept.size() == KEPT_MAX || doubted.size() == KEPT_MAX);
      }
      return json;
    }

    private static Map<String, Object> json(Map<String, AttributeValue> key, String reason) {
      return Map.of("key", KeyValue.json(key), "reason", reason);
    }
  }
}
