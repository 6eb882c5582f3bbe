package pagemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import pagemark.dynamodb.simulation.Timeline;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/// Says which requests DynamoDB refuses because a table has no capacity left. At first it has
/// enough.
///
/// A refusal takes no time, so what is tried again without a wait is tried at the same moment. That
/// may happen once, because writers try at once what other writers may have refused.
final class Throttle {
  enum Kind {
    READ,
    WRITE
  }

  private static final int TRIES_AT_ONCE = 2;
  private static final int TRIES_PER_SECOND = 30;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final double SHARE_MAX = 0.15;
  private static final Duration PAUSE_MAX = Duration.ofSeconds(4);

  /// One stretch of so many lasts for minutes.
  private static final int LONG_ONE_IN = 8;

  private static final String CODE = "ProvisionedThroughputExceededException";

  /// What is refused from one time to another.
  ///
  /// @param begin in nanoseconds, like `end`
  private record Stretch(long begin, long end, Set<Kind> kinds) {
    boolean refuses(Kind kind, long now) {
      return now >= begin && kinds.contains(kind);
    }
  }

  /// How often a request was refused at one moment, and within a second.
  private record Tries(long at, int atOnce, long begin, int inSecond) {
    static final Tries NONE = new Tries(-1, 0, -SECOND, 0);

    Tries and(long now) {
      boolean isLater = now >= begin + SECOND;
      return new Tries(
          now, now == at ? atOnce + 1 : 1, isLater ? now : begin, isLater ? 1 : inSecond + 1);
    }
  }

  private final Timeline timeline;
  private final Map<List<Object>, Tries> tries = new HashMap<>();
  private Random random = new Random(0);
  private double share;
  private Set<Kind> kinds = Set.of();
  private boolean hasStretches;
  private Stretch stretch = new Stretch(0, 0, Set.of());
  private long refused;

  Throttle(Timeline timeline) {
    this.timeline = timeline;
  }

  /// Refuses some requests of these kinds.
  ///
  /// @param some their share; 1 if nothing of these kinds is done
  void refuse(double some, Set<Kind> these) {
    share = some;
    kinds = these;
  }

  /// Refuses some requests, and again and again all of a kind: mostly for some seconds, and
  /// sometimes for many minutes.
  void refuseAtTimes(Random of) {
    random = of;
    refuse(of.nextDouble() * SHARE_MAX, EnumSet.allOf(Kind.class));
    hasStretches = true;
  }

  /// Refuses nothing any more.
  void open() {
    share = 0;
    hasStretches = false;
  }

  /// How many requests were refused.
  long refused() {
    return refused;
  }

  /// @param target names the item of the request
  boolean refuses(Kind kind, Object target) {
    boolean isRefused =
        (hasStretches && isStretch(kind)) || (kinds.contains(kind) && random.nextDouble() < share);
    if (isRefused) {
      note(List.of(Thread.currentThread().threadId(), kind, target));
    }
    return isRefused;
  }

  private boolean isStretch(Kind kind) {
    long now = timeline.now();
    if (now >= stretch.end()) {
      long begin = now + random.nextLong(PAUSE_MAX.toNanos());
      Duration length =
          random.nextInt(LONG_ONE_IN) == 0
              ? Duration.ofSeconds(random.nextInt(60, 1_200))
              : Duration.ofMillis(random.nextInt(200, 8_000));
      stretch = new Stretch(begin, begin + length.toNanos(), someKinds());
    }
    return stretch.refuses(kind, now);
  }

  private Set<Kind> someKinds() {
    return switch (random.nextInt(3)) {
      case 0 -> EnumSet.of(Kind.READ);
      case 1 -> EnumSet.of(Kind.WRITE);
      default -> EnumSet.allOf(Kind.class);
    };
  }

  private void note(List<Object> request) {
    refused++;
    Tries all = tries.getOrDefault(request, Tries.NONE).and(timeline.now());
    tries.put(request, all);
    assertTrue(
        all.atOnce() <= TRIES_AT_ONCE && all.inSecond() <= TRIES_PER_SECOND,
        () -> "tried again without a wait: " + request);
  }

  /// Fails as the client of DynamoDB does if a request is refused.
  void check(Kind kind, Object target) {
    if (refuses(kind, target)) {
      throw ProvisionedThroughputExceededException.builder()
          .statusCode(400)
          .awsErrorDetails(AwsErrorDetails.builder().errorCode(CODE).build())
          .build();
    }
  }
}
