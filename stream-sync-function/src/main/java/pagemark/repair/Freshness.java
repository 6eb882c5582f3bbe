package pagemark.repair;

import java.time.Duration;
import pagemark.index.IndexSettings;

/// How long what was read may be relied on.
///
/// An old record may come after a newer one of the same item whose fence is gone. So records are
/// applied while they are younger than fences live at least, and rows of a scan and what a repair
/// read likewise; anything older is only a reason to look at the table.
///
/// @param recordAgeMax a record older than this is never applied from its image
/// @param margin by how much clocks and the times of records may be wrong: records are stamped to
///   the second, by DynamoDB Local to the minute
/// @param lease how long after it was read a row may be applied
public record Freshness(Duration recordAgeMax, Duration margin, Duration lease) {
  private static final Duration MARGIN_MIN = Duration.ofMinutes(1);

  /// How long DynamoDB keeps a record in a stream.
  public static final Duration RECORDS_KEPT = Duration.ofHours(24);

  public static final Freshness DEFAULT =
      new Freshness(Duration.ofHours(12), Duration.ofMinutes(2), Duration.ofMinutes(10));

  public Freshness {
    require(margin.compareTo(MARGIN_MIN) >= 0, "margin", margin, "at least " + MARGIN_MIN);
    require(lease.isPositive(), "lease", lease, "more than nothing");
    require(recordAgeMax.isPositive(), "recordAgeMax", recordAgeMax, "more than nothing");
  }

  /// @throws IllegalArgumentException where the index keeps its fences too short a time
  public Freshness with(IndexSettings index) {
    Duration fences = index.fencePeriod();
    require(
        fences.compareTo(recordAgeMax.plus(margin)) > 0,
        "recordAgeMax and margin",
        recordAgeMax.plus(margin),
        "less than fences live, " + fences);
    require(
        fences.compareTo(lease.plus(margin)) > 0,
        "lease and margin",
        lease.plus(margin),
        "less than fences live, " + fences);
    return this;
  }

  /// How long a rebuild may stand still, and be gone on with. The records of its first idle moment
  /// are in the stream for at least as long again: that is the time to read them for a stream
  /// function that stood still beside it. Their fences live longer, see [#with].
  public Duration leftMax() {
    Duration half = RECORDS_KEPT.dividedBy(2);
    return recordAgeMax.compareTo(half) < 0 ? recordAgeMax : half;
  }

  private static void require(boolean holds, String name, Duration value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException("%s is %s; it must be %s".formatted(name, value, allowed));
    }
  }
}
