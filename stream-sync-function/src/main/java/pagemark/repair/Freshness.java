package pagemark.repair;

import java.time.Duration;
import pagemark.index.IndexSettings;
import pagemark.words.WrongValue;

/// How long a record, a scanned row, or a repair's read counts as proof.
///
/// An old record may arrive after a newer one of the same item whose fence has expired. So anything
/// is applied only while it is younger than the shortest life of a fence. Whatever is older is only
/// a reason to read the item from the table.
///
/// @param recordAgeMax an older record is never applied from its image, nor a row that waits to be
///   sorted
/// @param margin the largest error of clocks and of records' times. Records are stamped to the
///   second, by DynamoDB Local to the minute
/// @param lease how long after it was read a row may be applied that does not wait
public record Freshness(Duration recordAgeMax, Duration margin, Duration lease) {
  private static final Duration MARGIN_MIN = Duration.ofMinutes(1);

  /// How long DynamoDB keeps a record in a stream.
  public static final Duration RECORDS_KEPT = Duration.ofHours(24);

  public static final Freshness DEFAULT =
      new Freshness(Duration.ofHours(12), Duration.ofMinutes(2), Duration.ofMinutes(10));

  public Freshness {
    WrongValue.unless(
        margin.compareTo(MARGIN_MIN) >= 0, "margin", margin, "at least " + MARGIN_MIN);
    WrongValue.unless(lease.isPositive(), "lease", lease, "above " + Duration.ZERO);
    WrongValue.unless(
        recordAgeMax.isPositive(), "recordAgeMax", recordAgeMax, "above " + Duration.ZERO);
  }

  /// Checks that the index keeps its fences long enough.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the index's fences expire too early
  public Freshness with(IndexSettings index) {
    Duration fences = index.fencePeriod();
    WrongValue.unless(
        fences.compareTo(recordAgeMax.plus(margin)) > 0,
        "recordAgeMax and margin",
        recordAgeMax.plus(margin),
        "less than the fence period, " + fences);
    WrongValue.unless(
        fences.compareTo(lease.plus(margin)) > 0,
        "lease and margin",
        lease.plus(margin),
        "less than the fence period, " + fences);
    return this;
  }

  /// How long a rebuild may be stopped before it must begin anew: at most half the time that a
  /// stream keeps records. If the stream's function was stopped as well, the other half is left to
  /// read the records since. Their fences live longer, see [#with].
  public Duration leftMax() {
    Duration half = RECORDS_KEPT.dividedBy(2);
    return recordAgeMax.compareTo(half) < 0 ? recordAgeMax : half;
  }
}
