package pagemark.function;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// Divides a long rebuild among executions of the state machine, one after another. An execution
/// may have 25,000 events in its history, and lasts seven days at most.
///
/// A segment counts its invocations in an execution. After [#invocationsMax] of them it says LATER,
/// and the execution starts the next one, which goes on from the kept positions.
final class Relay {
  /// The events of all segments' invocations that read, or merge. The rest of the 25,000 is for the
  /// other one of the two, and for both in the other four rounds, if the store loses a part in each
  /// ([pagemark.rebuild.RebuildSettings#roundsMax]). After a merge, the next execution reads on.
  private static final int EVENTS_MAX = 2_000;

  /// An invocation has 7 events: those of its task, of the call, and of the choice after it. Each
  /// retry adds 3; two retries are assumed.
  private static final int EVENTS_PER_INVOCATION = 13;

  /// Five rounds of twice 50 invocations of 15 minutes last 5.2 days.
  private static final int INVOCATIONS_MAX = 50;

  /// With the most segments and 15 minutes for an invocation, these take 31 days.
  static final int EXECUTIONS_MAX = 1_000;

  private Relay() {}

  /// How often a segment may be invoked in an execution.
  static int invocationsMax(int segments) {
    return Math.min(INVOCATIONS_MAX, EVENTS_MAX / EVENTS_PER_INVOCATION / segments);
  }

  /// What starts the next execution. Its name depends on this one's, so a repeated start starts
  /// nothing.
  ///
  /// @throws IllegalStateException if there were too many executions
  static Map<String, Object> next(RebuildRequest.Finish request) {
    int execution = request.execution() + 1;
    if (execution > EXECUTIONS_MAX) {
      throw new IllegalStateException(
          "the rebuild is not done after %d executions".formatted(EXECUTIONS_MAX));
    }
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("listing", request.listing());
    input.put("execution", execution);
    Map<String, Object> next = new LinkedHashMap<>();
    next.put("name", "rebuild-" + UUID.nameUUIDFromBytes(request.token().getBytes(UTF_8)));
    next.put("input", input);
    return next;
  }
}
