package pagemark.state;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Work that takes several runs: who does it, until when, and by which plan. How far it has come,
/// its [Part]s say, so that another process goes on there.
///
/// | work | owner and plan | parts |
/// | --- | --- | --- |
/// | `rebuild#LISTING` | one owner, a [Plan][pagemark.state.rebuild.Rebuilds.Plan] | `segment#GENERATION#NUMBER`, `merge#GENERATION` |
/// | `sweep#ORDER` | one owner | none: what is left is in the order by expiry |
/// | `fences#LISTING` | none: two do no harm | `walk` |
/// | `watch#STREAM` | none: two do no harm | the readings of the stream, `FIRST` and `SECOND` |
/// | `audit#LISTING` | none: the caller has a token | the token, and its pieces ([CheckpointItems]) |
///
/// A process may be suspended while its lease ends, and wake up while the next owner works. So what
/// only the owner may change is changed in one transaction with this item as it was seen.
///
/// @param owner may go on until the lease ends
/// @param leaseUntil when the lease ends and another owner may take over
/// @param workedAt when an owner last worked on the plan; taking over is not work
/// @param plan the attributes of a record; empty before anything was begun
public record Work(
    String name,
    String owner,
    Instant leaseUntil,
    Instant workedAt,
    Map<String, AttributeValue> plan)
    implements Document {
  /// The sort key.
  public static final String LEASE = "lease";

  private static final Duration KEPT = Duration.ofDays(1);

  private static String partition(String name) {
    return "work#" + name;
  }

  public static Key key(String name) {
    return new Key(partition(name), LEASE);
  }

  @Override
  public Key documentKey() {
    return key(name);
  }

  /// A plan stays until its end, or until somebody gives it up.
  @Override
  public @Nullable Instant keptUntil() {
    return plan.isEmpty() ? leaseUntil.plus(KEPT) : null;
  }

  /// The plan; null before anything was begun.
  public <T extends Record> @Nullable T plan(Class<T> type) {
    return plan.isEmpty() ? null : RecordItems.read(type, plan);
  }

  /// Whether it is abandoned: something was begun, and nobody has worked on it since then.
  public boolean isLeft(Instant since) {
    return !plan.isEmpty() && workedAt.isBefore(since);
  }

  /// The same with another plan.
  public Work with(Record next) {
    return new Work(name, owner, leaseUntil, workedAt, RecordItems.write(next));
  }

  /// A claim to some work of a listing, which lasts for 30 seconds each time it is taken or
  /// renewed.
  ///
  /// @param owner a name that no other owner has; a new process of the same name goes on at once
  /// @param clock the owner's. It is read after the work: who was suspended meanwhile would take
  ///   the next owner's lease for one of a wrong clock
  /// @param leftMax a plan on which nobody has worked for longer is abandoned: nobody may go on
  ///   with it
  public record Lease(String listing, String owner, InstantSource clock, Duration leftMax) {
    /// How long an owner may be silent before another one may take over.
    public static final Duration LENGTH = Duration.ofSeconds(30);

    /// Whether nobody else has the work. A lease that ends much later than leases last is by a
    /// clock that was wrong, and is over.
    public boolean isFree(@Nullable Work held) {
      return held == null
          || held.owner.equals(owner)
          || held.leaseUntil.isBefore(clock.instant())
          || isAhead(held.leaseUntil);
    }

    private boolean isAhead(Instant time) {
      return time.isAfter(clock.instant().plus(LENGTH.multipliedBy(2)));
    }

    /// The work after this owner has taken it over.
    ///
    /// @param held null if there is none of that name yet. If it is another owner's, by a clock
    ///   that was wrong, nobody knows how long ago somebody has worked
    public Work taking(String name, @Nullable Work held) {
      if (held == null) {
        return at(name, Instant.EPOCH, Map.of());
      }
      boolean isKnown = held.owner.equals(owner) || !isAhead(held.workedAt);
      return at(name, isKnown ? held.workedAt : Instant.EPOCH, held.plan);
    }

    /// The work after this owner has worked on its plan.
    public Work renewing(Work held) {
      return at(held.name, clock.instant(), held.plan);
    }

    private Work at(String name, Instant workedAt, Map<String, AttributeValue> plan) {
      return new Work(name, owner, clock.instant().plus(LENGTH), workedAt, plan);
    }

    /// Whether the work is abandoned.
    public boolean isLeft(Work held) {
      return held.isLeft(clock.instant().minus(leftMax));
    }

    /// The same, but it has just ended.
    public Lease over() {
      return new Lease(listing, owner, () -> clock.instant().minus(LENGTH).minusMillis(1), leftMax);
    }
  }

  /// How far a part of some work has come. It is forgotten after 14 days.
  ///
  /// @param at when it was noted, or its plan was begun
  /// @param progress the attributes of a record, or bytes, which never change
  public record Part(String work, String name, Instant at, AttributeValue progress)
      implements Document {
    private static final Duration KEPT = Duration.ofDays(14);

    public static Part of(String work, String name, Instant at, Record progress) {
      return new Part(work, name, at, fromM(RecordItems.write(progress)));
    }

    public static Key key(String work, String name) {
      return new Key(partition(work), name);
    }

    @Override
    public Key documentKey() {
      return key(work, name);
    }

    @Override
    public Instant keptUntil() {
      return at.plus(KEPT);
    }

    @Override
    public Set<String> unchanging() {
      return progress.hasM() ? Set.of() : Set.of("progress");
    }

    public <T extends Record> T progress(Class<T> type) {
      return RecordItems.read(type, progress.m());
    }
  }
}
