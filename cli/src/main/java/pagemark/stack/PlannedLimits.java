package pagemark.stack;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import pagemark.check.Shown;
import pagemark.check.TableCheck.IndexLoad;
import pagemark.index.IndexStore.Limits;
import pagemark.rebuild.RebuildEstimate;
import pagemark.stack.DeploymentPlan.Kind;
import pagemark.stack.DeploymentPlan.Limit;
import pagemark.sync.StreamedTable;

/// Compares what listings take with the limits that the template has by default.
///
/// @param limits of the stack's index, by listing; those of a cache are for all listings together
/// @param writes the most writes of the table in a second; empty if nobody has said it
record PlannedLimits(Kind kind, List<Limits> limits, StreamedTable table, OptionalInt writes) {
  /// The template's default.
  private static final int SEGMENTS = 4;

  /// Rebuilds of less time are not worth a line.
  private static final int SECONDS_MIN = 60;

  private static final double GIGABYTE = 1e9;

  /// The parameters that must be above the template's defaults, with their values.
  Map<String, Long> parameters() {
    Map<String, Long> parameters = new LinkedHashMap<>();
    for (Limit limit : kind.limits()) {
      long needed = roundedUp(needed(limit), limit.step());
      if (needed > limit.byDefault()) {
        parameters.put(limit.parameter(), needed);
      }
    }
    return parameters;
  }

  private double needed(Limit limit) {
    return switch (limit.of()) {
      case UNITS_OF_ONE -> loads().stream().mapToDouble(IndexLoad::units).max().orElse(0);
      case UNITS_OF_ALL -> loads().stream().mapToDouble(IndexLoad::units).sum();
      // A rebuild holds two indexes of its listing.
      case GIGABYTES -> {
        List<Double> bytes = limits.stream().map(one -> one.bytes(table.items())).toList();
        double all = bytes.stream().mapToDouble(Double::doubleValue).sum();
        yield (all + bytes.stream().mapToDouble(Double::doubleValue).max().orElse(0)) / GIGABYTE;
      }
    };
  }

  private List<IndexLoad> loads() {
    return limits.stream().map(one -> new IndexLoad(one, table.items(), false, writes)).toList();
  }

  private static long roundedUp(double needed, long step) {
    return (long) Math.ceil(needed / step) * step;
  }

  /// Why each limit is as high as it is, and which figures the user has not given.
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    Map<String, Long> parameters = parameters();
    for (Limit limit : kind.limits()) {
      Long needed = parameters.get(limit.parameter());
      if (needed != null) {
        warnings.add(reason(limit, needed));
      }
    }
    RebuildEstimate rebuild =
        RebuildEstimate.of(table.items(), table.bytes(), SEGMENTS, limits.getFirst());
    if (rebuild.seconds() >= SECONDS_MIN) {
      warnings.add(
          "each rebuild reads %s, which takes about %s and $%.2f; more RebuildSegments take less time"
              .formatted(
                  Shown.count(table.items(), "item"),
                  Shown.count(rebuild.seconds() / SECONDS_MIN, "minute"),
                  rebuild.dollars()));
    }
    if (writes.isEmpty()) {
      warnings.add(busiestMinute());
    }
    return warnings;
  }

  private String reason(Limit limit, long needed) {
    IndexLoad first = loads().getFirst();
    String each = limits.size() == 1 ? "" : " in each of %d indexes".formatted(limits.size());
    String why =
        limit.of() == Limit.Of.GIGABYTES
            ? first.size() + each + ", and a rebuild holds one more"
            : first.work() + each + "; a longer IndexWindowSeconds takes fewer";
    String fits =
        needed <= limit.max()
            ? ""
            : String.format(
                Locale.ROOT,
                ", but the template allows %,d: take another --index-kind, or split the table",
                limit.max());
    return "%s=%d, because %s%s".formatted(limit.parameter(), needed, why, fits);
  }

  /// The units are no fewer than the writes, so they are a safe number.
  private String busiestMinute() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.HOURS);
    return "limits for writes are the template's. To compare them, add --writes-per-second. No"
        + " more than the units of the busiest minute, divided by 60: aws cloudwatch"
        + " get-metric-statistics --namespace AWS/DynamoDB --metric-name"
        + " ConsumedWriteCapacityUnits --dimensions Name=TableName,Value="
        + table.name()
        + " --start-time "
        + now.minus(1, ChronoUnit.DAYS)
        + " --end-time "
        + now
        + " --period 60 --statistics Sum --query 'max(Datapoints[].Sum)'";
  }
}
