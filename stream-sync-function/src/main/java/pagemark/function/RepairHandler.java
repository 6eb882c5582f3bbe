package pagemark.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.listing.Listing;
import pagemark.repair.BacklogRepair;
import pagemark.repair.BacklogRepair.Redrive;
import pagemark.repair.ExpirySweep;
import pagemark.repair.ExpirySweep.End;
import pagemark.repair.IndexedTable;
import pagemark.repair.LeftData;
import pagemark.repair.OldFences;
import pagemark.repair.WitnessCheck;
import pagemark.signal.LogLine;
import pagemark.signal.Trouble;
import pagemark.state.Generation;
import pagemark.words.WrongValue;

/// The Lambda function that repairs on a schedule. For each listing of the table it
///
/// 1. checks the witnesses that writers have noted ([WitnessCheck]),
/// 2. repairs the suspects that readers have filed, and
/// 3. tries those quarantined items again that are due ([BacklogRepair]),
/// 4. removes old fences ([OldFences]), and at the end of a walk of the first listing, what nobody
///    needs any more ([LeftData]).
///
/// Each step has an equal share of the time that is left. A run stops before its timeout, and the
/// next one goes on. If the index can lose entries in silence, the log says so once an hour.
///
/// Its answer has, for each listing, `settled`, `poison`, `open` and `removed`, which counts keys,
/// rows or items of old fences. `poison` counts what is in quarantine, whether it was due or not.
///
/// `{"action": "redrive", "listing": "comments"}` does steps 2 and 3 for one listing instead, and
/// is answered with [BacklogRepair.Redrive#json]. With `"keys": true`, the answer names what is
/// left.
///
/// `{"action": "sweep"}`, which another schedule sends each minute, removes what has expired
/// ([ExpirySweep]). Its answer has `removed`, `open` and `end` for each order by expiry.
public final class RepairHandler
    implements RequestHandler<Map<String, Object>, Map<String, Object>> {
  /// The number of steps: witnesses, suspects, quarantine, old fences.
  private static final int SHARES = 4;

  /// Longer than a round of calls to hanging stores.
  private static final int MARGIN_MILLIS = 25_000;

  /// The longest time for a listing's old fences in one run.
  private static final int WALK_MILLIS = 60_000;

  /// The most names that a line has.
  private static final int NAMES_MAX = 10;

  private static final Duration DANGERS_TOLD_EVERY = Duration.ofHours(1);

  private final List<Listing> listings;
  private final Steps steps;
  private Instant dangersToldAt = Instant.MIN;

  /// The steps that a run does for each listing.
  ///
  /// @param leftData null if the store finds none, or if other state tables may have generations in
  ///   the same index
  record Steps(IndexedTable table, ExpirySweep sweep, @Nullable LeftData leftData) {
    BacklogRepair backlog() {
      return new BacklogRepair(table);
    }

    OldFences oldFences() {
      return new OldFences(table.generations(), table.index(), table.clock());
    }

    WitnessCheck witnesses() {
      return WitnessCheck.of(table, table.generations()::mark);
    }
  }

  /// Wired from the environment; see [Wiring#of].
  public RepairHandler() {
    this(Wiring.of(System.getenv()), true);
  }

  private RepairHandler(Wiring wiring, boolean alone) {
    this(wiring.services().listings().of(wiring.table()), wiring.repair(alone));
  }

  /// A repair that leaves alone what it does not know in the index: others may use that.
  public static RepairHandler ofKnown(Wiring wiring) {
    return new RepairHandler(wiring, false);
  }

  /// @param listings the listings of the table
  RepairHandler(List<Listing> listings, Steps steps) {
    this.listings = listings;
    this.steps = steps;
  }

  /// @throws IllegalArgumentException if a field of a redrive is wrong
  @Override
  public Map<String, Object> handleRequest(Map<String, Object> input, Context context) {
    Object action = input.get("action");
    return switch (String.valueOf(action)) {
      case "sweep" -> sweep(context);
      case "redrive" -> redrive(Requests.read(input, Redriven.class), context);
      case "null" -> repair(context);
      default -> throw WrongValue.of("\"action\"", action, "redrive, sweep");
    };
  }

  /// @param keys whether the answer names what is left
  private record Redriven(String action, String listing, boolean keys) {}

  private Map<String, Object> redrive(Redriven request, Context context) {
    List<String> names = listings.stream().map(Listing::name).toList();
    WrongValue.unless(
        names.contains(request.listing), "\"listing\"", String.valueOf(request.listing), names);
    return Redrive.run(steps.backlog(), request.listing, share(context, 1)).json(request.keys);
  }

  private Map<String, Object> repair(Context context) {
    FunctionLog log = new FunctionLog(context, steps.table().clock());
    tellDangers(log);
    Map<String, Object> answer = new LinkedHashMap<>();
    int shares = SHARES * listings.size();
    for (Listing listing : listings) {
      checkWitnesses(listing.name(), log, shares--);
      BacklogRepair.Result suspects =
          steps.backlog().suspects(listing.name(), share(context, shares--));
      BacklogRepair.Result quarantined =
          steps.backlog().quarantinedAndDue(listing.name(), share(context, shares--));
      BacklogRepair.Result result = suspects.plus(quarantined);
      OldFences.Result walk = removeOldFences(listing.name(), log, shares--);
      if (walk.ended() && listing.equals(listings.getFirst())) {
        removeLeftData(log);
      }
      answer.put(
          listing.name(),
          Map.of(
              "settled", result.settled(),
              "poison", result.poison(),
              "open", result.open(),
              "removed", (int) walk.removed()));
      Instant now = steps.table().clock().instant();
      Troubles troubles = new Troubles(steps.table().generations(), listing.name(), now);
      List<Generation> live = steps.table().generations().live(listing.name());
      Set<Trouble> found = troubles.after(live, suspects, quarantined);
      LogLine line = line("repair", listing.name()).put("settled", result.settled());
      line.put("poison", result.poison()).put("open", result.open()).put("removed", walk.removed());
      log.write(line.looked(Trouble.INEXACT), found.isEmpty() ? LogLevel.INFO : LogLevel.WARN);
      found.forEach(kind -> log.write(line("trouble", listing.name()).put(kind), LogLevel.WARN));
    }
    return answer;
  }

  /// Sweeps by each order by expiry. Logs what was removed, and each sweep that has not ended well;
  /// the next one tries again.
  private Map<String, Object> sweep(Context context) {
    FunctionLog log = new FunctionLog(context, steps.table().clock());
    Map<String, Object> answer = new LinkedHashMap<>();
    List<Listing> orders = steps.sweep().orders();
    int shares = orders.size();
    for (Listing order : orders) {
      LogLine line = line("sweep", order.name());
      ExpirySweep.Result result = sweep(order, line, share(context, shares--));
      String end = result.end().name();
      answer.put(
          order.name(), Map.of("removed", result.removed(), "open", result.open(), "end", end));
      boolean isWell = result.end() == End.SWEPT || result.end() == End.HELD;
      if (!isWell || result.removed() > 0) {
        line.put("removed", result.removed()).put("open", result.open()).put("end", end);
        log.write(line, isWell ? LogLevel.INFO : LogLevel.WARN);
      }
    }
    return answer;
  }

  /// @param line takes why a sweep fails
  private ExpirySweep.Result sweep(Listing order, LogLine line, BooleanSupplier share) {
    try {
      ExpirySweep.Result result = steps.sweep().run(order, share);
      if (result.end() == End.NOT_BUILT) {
        line.put("remedy", "`pagemark rebuild --listing %s`".formatted(order.name()));
      }
      return result;
    } catch (IndexException e) {
      line.put("failed", String.valueOf(e.getMessage()));
      return new ExpirySweep.Result(0, 0, End.OPEN);
    }
  }

  /// Logs the dangers of the server's settings, because they may have changed since the rebuild.
  private void tellDangers(FunctionLog log) {
    Instant now = steps.table().clock().instant();
    if (now.isBefore(dangersToldAt.plus(DANGERS_TOLD_EVERY))) {
      return;
    }
    for (String danger : dangers()) {
      log.write(new LogLine("unsafeIndex").put("reason", danger), LogLevel.ERROR);
      dangersToldAt = now;
    }
  }

  /// The dangers; none if the index cannot be reached, which the steps below report.
  private List<String> dangers() {
    try {
      return steps.table().markers().dangers();
    } catch (IndexException e) {
      return List.of();
    }
  }

  /// Checks the witnesses of all live generations. Logs those that could not be checked; the next
  /// run checks them again.
  private void checkWitnesses(String listing, FunctionLog log, int shares) {
    BooleanSupplier share = share(log.context(), shares);
    for (Generation generation : steps.table().generations().live(listing)) {
      WitnessCheck.Result result = steps.witnesses().check(generation, share);
      if (result.mark() != null) {
        log.context().getLogger().log(result.mark().line(generation), LogLevel.ERROR);
      }
      if (result.unchecked() != null) {
        LogLine line = line("witnesses", listing).put("unchecked", result.unchecked());
        log.write(line, LogLevel.WARN);
      }
    }
  }

  /// Removes old fences. If the index cannot be reached, it logs that and goes on with other
  /// listings.
  private OldFences.Result removeOldFences(String listing, FunctionLog log, int shares) {
    Context context = log.context();
    int end = context.getRemainingTimeInMillis() - WALK_MILLIS;
    BooleanSupplier share = share(context, shares);
    try {
      return steps
          .oldFences()
          .remove(listing, () -> share.getAsBoolean() && context.getRemainingTimeInMillis() > end);
    } catch (IndexException e) {
      LogLine line = line("repair", listing).put("oldFences", String.valueOf(e.getMessage()));
      log.write(line, LogLevel.WARN);
      return OldFences.Result.NONE;
    }
  }

  /// Removes what nobody needs any more, and logs the first names. If that fails, logs why. The
  /// next walk tries again.
  private void removeLeftData(FunctionLog log) {
    LeftData left = steps.leftData();
    if (left == null) {
      return;
    }
    LogLine line = new LogLine("leftData");
    try {
      List<String> removed = left.remove(share(log.context(), 1));
      if (!removed.isEmpty()) {
        line.put("removed", removed.stream().limit(NAMES_MAX).toList());
        log.write(line.put("tables", removed.size()), LogLevel.INFO);
      }
    } catch (IndexException | IllegalStateException e) {
      line.put("failed", String.valueOf(e.getMessage()));
      log.write(line, LogLevel.WARN);
    }
  }

  /// An equal share of the time that is left. Time that a step does not need goes to the next ones.
  private static BooleanSupplier share(Context context, int shares) {
    int left = context.getRemainingTimeInMillis();
    int end = left - Math.max(0, left - MARGIN_MILLIS) / shares;
    return () -> context.getRemainingTimeInMillis() > end;
  }

  private static LogLine line(String event, String listing) {
    return new LogLine(event).listing(listing);
  }
}
