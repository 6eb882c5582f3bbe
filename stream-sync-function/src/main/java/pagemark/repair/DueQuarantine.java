package pagemark.repair;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BooleanSupplier;
import pagemark.repair.BacklogRepair.Result;
import pagemark.state.Generation;
import pagemark.state.Quarantine;
import pagemark.state.Quarantine.Look;
import pagemark.state.QuarantinedItem;
import pagemark.state.WalkProgress;

/// One run through those quarantined items of a listing that are due:
///
/// 1. those whose early looks are due, about 5 minutes and an hour after their records;
/// 2. a part of all items. They are walked in the order of their hashes, all of them in a day: a
///    run takes as much of the circle of hashes as of a day has passed since the last run. A new
///    serving generation, or a lost position, makes it walk the whole circle.
///
/// So no item has a time of its own, and an item whose early look was lost waits for a day at most.
///
/// Cost: a count of up to 1,000 items, half a read unit for ten of them; if there are any, also a
/// read of the early looks, and a read and a write of the position. An item costs three looks on
/// its first day, then one a day: a consistent read, and a write that renews it.
record DueQuarantine(BacklogRepair backlog, String listing, BooleanSupplier hasTime) {
  private static final int COUNTED_MAX = 1_000;
  private static final int ITEMS_PER_PAGE = 100;
  private static final Duration CIRCLE = Duration.ofDays(1);

  /// The hexadecimal digits of a hash that are its place on the circle.
  private static final int DIGITS = 13;

  private static final long PLACES = 1L << (4 * DIGITS);

  Result run() {
    int count = quarantine().count(listing, COUNTED_MAX);
    if (count == 0) {
      return Result.NONE;
    }
    List<Generation> live = backlog.table().generations().live(listing);
    Result looked = early(live).plus(walk(live));
    int poison = count - looked.settled() - looked.open();
    return new Result(looked.settled(), Math.max(poison, looked.poison()), looked.open());
  }

  private Quarantine quarantine() {
    return backlog.table().quarantine();
  }

  private Instant now() {
    return backlog.table().clock().instant();
  }

  /// A look counts whatever comes of it. So one that fails does not keep the others from theirs.
  private Result early(List<Generation> live) {
    Result result = Result.NONE;
    List<Look> looks;
    do {
      looks = hasTime.getAsBoolean() ? quarantine().due(listing, now(), ITEMS_PER_PAGE) : List.of();
      result = result.plus(look(looks.stream().map(Look::item).toList(), live));
      looks.forEach(quarantine()::looked);
    } while (looks.size() == ITEMS_PER_PAGE);
    return result;
  }

  private Result look(List<QuarantinedItem> items, List<Generation> live) {
    return items.isEmpty() ? Result.NONE : backlog.look(items, live, hasTime);
  }

  private Result walk(List<Generation> live) {
    String serving =
        live.stream().filter(Generation::isServing).map(Generation::id).findFirst().orElse("");
    Instant now = now();
    WalkProgress last =
        backlog
            .walks()
            .last(listing)
            .filter(progress -> progress.generation().equals(serving))
            .orElse(new WalkProgress(listing, serving, "0", Instant.EPOCH));
    double passed = (double) Duration.between(last.at(), now).toMillis() / CIRCLE.toMillis();
    long at = Long.parseLong(last.position(), 16);
    long until = at + (long) (Math.clamp(passed, 0, 1) * PLACES);
    Result result = Result.NONE;
    while (at < until && hasTime.getAsBoolean()) {
      long lap = at / PLACES * PLACES;
      long end = Math.min(until, lap + PLACES);
      List<QuarantinedItem> page = quarantine().list(listing, hex(at - lap), ITEMS_PER_PAGE);
      List<QuarantinedItem> due = page.stream().filter(item -> lap + place(item) < end).toList();
      result = result.plus(look(due, live));
      at = due.size() == ITEMS_PER_PAGE ? lap + place(due.getLast()) + 1 : end;
    }
    double left = (double) (until - at) / PLACES;
    Instant caughtUp = now.minusMillis((long) (left * CIRCLE.toMillis()));
    backlog.walks().keep(new WalkProgress(listing, serving, hex(at % PLACES), caughtUp));
    return result;
  }

  private static long place(QuarantinedItem item) {
    return Long.parseLong(item.keyHash(), 0, DIGITS, 16);
  }

  /// Sorts before all hashes that are at this place or behind it.
  private static String hex(long place) {
    return HexFormat.of().toHexDigits(place, DIGITS);
  }
}
