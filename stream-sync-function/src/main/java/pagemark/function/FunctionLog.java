package pagemark.function;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.time.InstantSource;
import pagemark.signal.LogLine;

/// The log of one invocation. Each line says its level and the request's id, as the lines of
/// Lambda's runtime do.
///
/// @param clock the time of the lines' metrics
record FunctionLog(Context context, InstantSource clock) {
  void write(LogLine line, LogLevel level) {
    line.put("level", level.name()).put("requestId", context.getAwsRequestId());
    context.getLogger().log(line.bytes(context.getFunctionName(), clock.instant()), level);
  }
}
