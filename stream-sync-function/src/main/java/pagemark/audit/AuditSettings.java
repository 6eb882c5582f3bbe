package pagemark.audit;

import java.time.Duration;
import java.time.Instant;
import pagemark.state.Generation;
import pagemark.state.writer.Writers;
import pagemark.words.WrongValue;

/// The options of an audit.
///
/// @param sample the part of the table and of the groups that is compared; 1 is all
/// @param draws how many random places of the table are compared instead; 0 for none
/// @param workers how many segments or groups are read in parallel; 1 to 64
/// @param repair whether differences are repaired; else nothing is written
/// @param lag how far the index may be behind its table
/// @param until the time by the audit's clock at which it must have ended
public record AuditSettings(
    double sample, int draws, int workers, boolean repair, Duration lag, Instant until) {
  public static final int WORKERS_MAX = 64;
  private static final int DRAWS_MAX = 500_000;

  /// The longest lag that an audit waits for. Items that are further behind count as unsettled.
  private static final Duration LAG_MAX = Duration.ofMinutes(10);

  private static final Duration WAIT_MIN = Duration.ofSeconds(5);

  /// Compares all, on four threads, and repairs nothing.
  public static final AuditSettings DEFAULT =
      new AuditSettings(1, 0, 4, false, Duration.ZERO, Instant.MAX);

  public AuditSettings {
    WrongValue.unless(sample > 0 && sample <= 1, "sample", sample, "above 0 and at most 1");
    WrongValue.unless(draws >= 0 && draws <= DRAWS_MAX, "draws", draws, "0 to " + DRAWS_MAX);
    WrongValue.unless(draws == 0 || sample == 1, "sample", sample, "1, or no draws");
    WrongValue.unless(
        workers >= 1 && workers <= WORKERS_MAX, "workers", workers, "1 to " + WORKERS_MAX);
  }

  /// The lag that the writers of a stream have noted, at most 10 minutes.
  public static Duration lag(Writers writers, String stream, Instant now) {
    Duration lag = Duration.ofMillis(writers.lagMillis(stream, now).orElse(0));
    return lag.compareTo(LAG_MAX) > 0 ? LAG_MAX : lag;
  }

  /// Names an audit with these settings.
  String of(Generation audited) {
    return "%s, sample %s, draws %d, repair %s".formatted(audited.id(), sample, draws, repair);
  }

  /// The time between two looks at an item: longer than a change takes from the table to the index.
  Duration secondLookAfter() {
    Duration twice = lag.multipliedBy(2);
    return (twice.compareTo(WAIT_MIN) < 0 ? WAIT_MIN : twice).plusMillis(1);
  }
}
