package pagemark.rebuild;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import pagemark.repair.IndexedTable;
import pagemark.state.Generation;
import pagemark.state.Inexact;
import pagemark.state.Work;
import pagemark.state.Work.Lease;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.state.rebuild.Rebuilds.Plan;
import pagemark.sync.StreamedTable;

/// Decides which generation a rebuild fills: the one that was begun, unless it must be given up as
/// [Rebuild] says, or a new one. Registers and marks the new one.
final class BeginStep {
  /// The work that was begun.
  record Begun(Plan plan, Generation generation) {}

  private final RebuildOwner owner;
  private final RebuildSetup setup;
  private final IndexedTable indexed;
  private final boolean anew;
  private @Nullable String gaveUp;

  /// @param anew true to discard another owner's unfinished rebuild
  BeginStep(RebuildOwner owner, boolean anew) {
    this.owner = owner;
    this.setup = owner.setup();
    this.indexed = setup.indexed();
    this.anew = anew;
  }

  /// @return null if the time was over before a new generation could be begun
  @Nullable Begun begin(int segments, BooleanSupplier hasTime, RebuildListener listener) {
    owner.requireSafe();
    Work left = owner.acquire();
    Plan plan = left.plan(Plan.class);
    if (plan != null && !owner.isOwn(plan) && owner.hasServed(plan.generation())) {
      left = completed(plan);
      plan = left.plan(Plan.class);
    }
    Generation unfinished = plan == null ? null : unfinished(left, plan);
    if (plan != null && unfinished != null) {
      return new Begun(plan, unfinished);
    }
    int round = plan != null && owner.isOwn(plan) ? plan.round() : 1;
    return isAwaited(hasTime, listener) ? begin(segments, plan, round) : null;
  }

  /// Why the rebuild did not go on with an earlier one; empty if it did, or there was none.
  Optional<String> gaveUp() {
    return Optional.ofNullable(gaveUp);
  }

  Begun join(String generation) {
    Plan plan = owner.renew().plan(Plan.class);
    Generation built = plan == null ? null : bound(generation);
    if (plan == null || built == null || !plan.generation().equals(generation)) {
      throw new RebuildLostException(owner.listing().name());
    }
    return new Begun(plan, built);
  }

  /// @return null if the time was over before a new generation could be begun
  @Nullable Begun beginAnew(Plan lost, BooleanSupplier hasTime, RebuildListener listener) {
    int round = lost.round() + 1;
    if (round > RebuildSettings.ROUNDS_MAX) {
      owner.end(lost);
      throw new RebuildException(
          "the index lost part of what was built in each of %d rounds".formatted(lost.round()),
          null);
    }
    return isAwaited(hasTime, listener) ? begin(lost.segments(), lost, round) : null;
  }

  /// Waits for the stream's consumer, unless it may wait for this rebuild: it applies nothing while
  /// a generation has a format that its code does not know, and no record of a place that a torn
  /// tree has lost.
  private boolean isAwaited(BooleanSupplier hasTime, RebuildListener listener) {
    owner.requireWriters();
    String stream = owner.table().stream();
    List<Generation> live = indexed.generations().live(owner.listing().name());
    if (stream.equals(StreamedTable.NONE)
        || live.stream().anyMatch(g -> !g.definition().isOfThisFormat() || g.isTorn())) {
      return true;
    }
    boolean isNew =
        live.stream().noneMatch(generation -> generation.stream().equals(stream))
            && indexed.writers().list(stream, Instant.EPOCH).isEmpty();
    return new ConsumerWait(owner, isNew).await(hasTime, listener) == StepEnd.DONE;
  }

  /// Completes a rebuild whose generation serves already.
  private Work completed(Plan plan) {
    owner.end(plan);
    Work next = owner.acquire();
    owner.dropLeftovers(plan.generation());
    gaveUp = "an earlier rebuild was complete except for its cleanup";
    return next;
  }

  /// The generation that was begun; null if it must be given up.
  private @Nullable Generation unfinished(Work left, Plan plan) {
    Generation generation = bound(plan.generation());
    gaveUp =
        generation == null
            ? "the listing's definition, table or stream has changed"
            : flaw(left, plan, generation);
    return gaveUp == null ? generation : null;
  }

  /// Why the generation must be given up; null if it need not. What the same owner has begun is not
  /// counted again at each of its steps: a lost slot is found by the first write to it, or at the
  /// end.
  private @Nullable String flaw(Work left, Plan plan, Generation generation) {
    if (anew && !owner.isOwn(plan)) {
      return "a new rebuild was requested";
    }
    if (owner.lease().isLeft(left)) {
      return "nobody has worked on it since %s, for longer than %s"
          .formatted(left.workedAt(), indexed.freshness().leftMax());
    }
    if (generation.suspended() || hasMissed(generation)) {
      return "it has missed records of the stream";
    }
    return plan.marked() && (owner.isOwn(plan) || setup.isWhole(generation))
        ? null
        : "the index has lost part of it";
  }

  /// Whether the generation has missed records. Lost writes do not count: a second reading of the
  /// stream applies them again. Nor does a record that could not be read yet.
  private static boolean hasMissed(Generation generation) {
    return generation.inexact().stream()
        .map(Inexact::cause)
        .anyMatch(
            cause ->
                cause != Inexact.Cause.LOST_WRITES && cause != Inexact.Cause.UNREADABLE_RECORD);
  }

  private @Nullable Generation bound(String id) {
    return indexed.generations().live(owner.listing().name()).stream()
        .filter(generation -> generation.id().equals(id) && isBound(generation))
        .findFirst()
        .orElse(null);
  }

  private boolean isBound(Generation generation) {
    return generation.isBuiltFrom(owner.listing().definition())
        && owner.table().isFollowedBy(generation);
  }

  /// Takes the birth from the store's clock, because this machine's may be wrong. A generation must
  /// be registered soon after its birth, or it would take records for proof that it did not follow.
  private Begun begin(int segments, @Nullable Plan replaced, int round) {
    Instant birth = indexed.index().time();
    Generation generation = owner.table().begun(owner.listing(), birth, birth);
    Plan plan =
        new Plan(
            generation.listing(),
            generation.id(),
            UUID.randomUUID().toString(),
            segments,
            birth,
            round,
            owner.name(),
            false);
    setup.rebuilds().begin(owner.lease(), replaced, plan, generation);
    requireYoung(generation);
    return mark(plan, generation);
  }

  private void requireYoung(Generation generation) {
    Duration age = Duration.between(generation.birth(), indexed.index().time());
    if (age.compareTo(Lease.LENGTH) > 0) {
      throw new RebuildException(
          "the generation was %s old when it was registered; it must be at most %s"
              .formatted(age, Lease.LENGTH),
          null);
    }
  }

  /// Marks the slots, then notes that the plan is marked. Nobody takes up a plan before that note.
  /// So an owner that wakes up in here marks only slots of its own generation, and removes them
  /// again.
  private Begun mark(Plan plan, Generation generation) {
    try {
      owner.untilMarked(
          () -> indexed.markers().building(generation.id(), plan.nonce(), generation.birth()));
      setup.rebuilds().marked(owner.lease(), plan);
      return new Begun(plan, generation);
    } catch (RebuildLostException e) {
      indexed.markers().drop(generation.id());
      throw e;
    }
  }

  /// Waits until the stream's consumer is less than a minute behind the table, before a generation
  /// is registered. Each record that is older than the generation's birth is a doubt, for which the
  /// table is read: if the consumer is a day behind, that is a read for each write of a day.
  ///
  /// How far it is behind, the writers' notes say. There may be none:
  ///
  /// - A generation of the listing follows the stream, or a writer has noted something in the last
  ///   day: the table is idle, or the consumer is stopped. There is nothing to wait for.
  /// - Neither is so, as after a first deployment: the consumer is just starting, and its first
  ///   note is waited for, ten minutes at most. If the table is idle, it never comes.
  ///
  /// A wait fits into one invocation, or goes on in the next one while the consumer comes closer by
  /// a minute in ten at least. So it takes ten days at most, as no consumer is more than a day
  /// behind.
  ///
  /// @param isNew whether the stream may never have been consumed yet
  record ConsumerWait(RebuildOwner owner, boolean isNew) {
    static final Duration CLOSER_BY = Duration.ofMinutes(1);
    static final Duration CLOSER_WITHIN = Duration.ofMinutes(10);

    /// The lag changes with the writers' notes, every 30 seconds.
    private static final int POLLS = 10;

    /// @return DONE, or PAUSED if the time is over
    /// @throws ConsumerBehindException if the consumer does not come closer
    StepEnd await(BooleanSupplier hasTime, RebuildListener listener) {
      Instant begun = now();
      Instant closerAt = begun;
      long closest = Long.MAX_VALUE;
      for (OptionalLong lag = owner.lagMillis(); isBehind(lag, begun); lag = owner.lagMillis()) {
        listener.waitingFor(lag);
        if (lag.isPresent() && lag.getAsLong() <= closest - CLOSER_BY.toMillis()) {
          closest = lag.getAsLong();
          closerAt = now();
        }
        if (lag.isPresent() && !now().isBefore(closerAt.plus(CLOSER_WITHIN))) {
          throw new ConsumerBehindException(
              ("the consumer of the stream %s is %s behind the table, and has not come closer by %s"
                      + " in %s. An index begun now would read the table for each of these records:"
                      + " see why batches fail or are slow, and rebuild once the lag is below %s")
                  .formatted(
                      owner.table().stream(),
                      Duration.ofMillis(lag.getAsLong()),
                      CLOSER_BY,
                      CLOSER_WITHIN,
                      settings().lagMax()));
        }
        if (!hasTime.getAsBoolean()) {
          return StepEnd.PAUSED;
        }
        owner.setup().indexed().sleeper().sleep(settings().poll().multipliedBy(POLLS));
        owner.acquire();
      }
      return StepEnd.DONE;
    }

    private boolean isBehind(OptionalLong lag, Instant begun) {
      return lag.isPresent()
          ? lag.getAsLong() >= settings().lagMax().toMillis()
          : isNew && now().isBefore(begun.plus(settings().firstNoteMax()));
    }

    private RebuildSettings settings() {
      return owner.setup().settings();
    }

    private Instant now() {
      return owner.setup().clock().instant();
    }
  }
}
