package pagemark.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.InstantSource;
import java.util.Set;
import pagemark.repair.BacklogRepair;
import pagemark.signal.LogLine;
import pagemark.signal.Trouble;

/// The log of one invocation. Each line says its level and the request's id, as the lines of
/// Lambda's runtime do.
///
/// @param clock the time of the lines' metrics
record FunctionLog(Context context, InstantSource clock) {
  void write(LogLine line, LogLevel level) {
    line.put("level", level.name()).put("requestId", context.getAwsRequestId());
    context.getLogger().log(line.bytes(context.getFunctionName(), clock.instant()), level);
  }

  /// The log's line of a listing's repair, and one for each trouble.
  ///
  /// @param result what became of suspects and quarantined items
  /// @param removed how many keys or rows of old fences were removed
  record RepairLine(String listing, BacklogRepair.Result result, long removed) {
    void write(FunctionLog log, Set<Trouble> troubles) {
      LogLine line = new LogLine("repair").listing(listing);
      line.put("settled", result.settled()).put("poison", result.poison());
      line.put("open", result.open()).put("removed", removed);
      LogLevel level = troubles.isEmpty() ? LogLevel.INFO : LogLevel.WARN;
      log.write(line.looked(Trouble.INEXACT), level);
      troubles.forEach(kind -> log.write(new LogLine("trouble").listing(listing).put(kind), level));
    }
  }
}
