package pagemark.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import pagemark.repair.BacklogRepair;
import pagemark.signal.LogLine;
import pagemark.signal.Metric;
import pagemark.state.Generation;

/// The log of one invocation. Each line says its level and the request's id, as the lines of
/// Lambda's runtime do.
///
/// @param clock the time of the lines' metrics
record FunctionLog(Context context, InstantSource clock) {
  void write(LogLine line, LogLevel level) {
    line.put("level", level.name()).put("requestId", context.getAwsRequestId());
    context.getLogger().log(line.bytes(context.getFunctionName(), clock.instant()), level);
  }

  /// The log's line of a listing's repair. It is also the metrics degraded, suspects and
  /// quarantined, each only if there is something to tell: its level is WARN then, and else INFO.
  ///
  /// @param degraded as [Metric#DEGRADED] says it; 0 if the listing is at its best
  /// @param suspects what became of suspects
  /// @param quarantined what became of quarantined items
  /// @param removed how many keys or rows of old fences were removed
  record RepairLine(
      String listing,
      int degraded,
      BacklogRepair.Result suspects,
      BacklogRepair.Result quarantined,
      long removed) {
    /// How far the generations of a listing are from one that readers see, and that is exact.
    static int degraded(List<Generation> live, Instant now) {
      Optional<Generation> shown = live.stream().filter(Generation::isShown).findFirst();
      if (shown.isEmpty()) {
        return Metric.NOT_READY;
      }
      return shown.get().isExact(now) ? 0 : Metric.INEXACT;
    }

    void write(FunctionLog log) {
      BacklogRepair.Result result = suspects.plus(quarantined);
      LogLine line = new LogLine("repair").listing(listing);
      line.put("settled", result.settled()).put("poison", result.poison());
      line.put("open", result.open()).put("removed", removed);
      int unfit = suspects.poison() + quarantined.poison() + quarantined.open();
      putIfAny(line, Metric.DEGRADED, degraded);
      putIfAny(line, Metric.SUSPECTS, suspects.open());
      putIfAny(line, Metric.QUARANTINED, unfit);
      boolean isWell = degraded + suspects.open() + unfit == 0;
      log.write(line, isWell ? LogLevel.INFO : LogLevel.WARN);
    }

    private static void putIfAny(LogLine line, Metric metric, int count) {
      if (count > 0) {
        line.put(metric, count);
      }
    }
  }
}
