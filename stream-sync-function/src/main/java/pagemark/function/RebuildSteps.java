package pagemark.function;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import pagemark.function.RebuildHandler.Request;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.StepEnd;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.words.WrongValue;

/// Answers a request to [RebuildHandler]: runs its step, or all of them.
///
/// @param threads runs the segments if all steps are requested
record RebuildSteps(Rebuild rebuild, Executor threads, BooleanSupplier hasTime) {
  /// The status if another execution of the state machine goes on.
  private static final String LATER = "LATER";

  /// Divides a long rebuild among executions of the state machine, one after another. An execution
  /// may have 25,000 events in its history, and lasts seven days at most.
  ///
  /// A segment counts its invocations in an execution. After [#invocationsMax] of them it says
  /// LATER, and the execution starts the next one, which goes on from the kept positions.
  static final class Relay {
    /// The events of all segments' invocations that read, or merge. The rest of the 25,000 is for
    /// the other one of the two, and for both in the other four rounds, if the store loses a part
    /// in each ([pagemark.rebuild.RebuildSettings#ROUNDS_MAX]). After a merge, the next execution
    /// reads on.
    private static final int EVENTS_MAX = 2_000;

    /// An invocation has 7 events: those of its task, of the call, and of the choice after it. Each
    /// retry adds 3; two retries are assumed.
    private static final int EVENTS_PER_INVOCATION = 13;

    /// Five rounds of twice 50 invocations of 15 minutes last 5.2 days.
    private static final int INVOCATIONS_MAX = 50;

    /// With the most segments and 15 minutes for an invocation, these take 31 days.
    private static final int EXECUTIONS_MAX = 1_000;

    private Relay() {}

    /// How often a segment may be invoked in an execution.
    static int invocationsMax(int segments) {
      return Math.min(INVOCATIONS_MAX, EVENTS_MAX / EVENTS_PER_INVOCATION / segments);
    }

    /// What starts the next execution. Its name depends on this one's, so a repeated start starts
    /// nothing.
    ///
    /// @param execution the how many-th of a rebuild the present one is; 0 for the first one
    /// @throws IllegalStateException if there were too many executions
    static Map<String, Object> next(String listing, String token, int execution) {
      int next = Math.max(execution, 1) + 1;
      if (next > EXECUTIONS_MAX) {
        throw new IllegalStateException(
            "the rebuild is not done after %d executions".formatted(EXECUTIONS_MAX));
      }
      return Map.of(
          "name",
          "rebuild-" + UUID.nameUUIDFromBytes(token.getBytes(UTF_8)),
          "input",
          Map.of("listing", listing, "execution", next));
    }
  }

  Map<String, Object> answer(Request request) {
    return switch (request.step()) {
      case "" -> all(request);
      case "begin" -> begin(request);
      case "segment" -> segment(request);
      default -> finish(request);
    };
  }

  private Map<String, Object> all(Request request) {
    Rebuild begun = begun(request);
    RebuildRun.Result result =
        new RebuildRun(begun, threads, RebuildListener.NONE).run(request.segments(), hasTime);
    Map<String, Object> answer = answer(request, result.done() ? StepEnd.DONE : StepEnd.PAUSED);
    answer.remove("step");
    answer.put("items", result.counts().items());
    if (!begun.hasBegun()) {
      rebuild.lagMillis().ifPresent(lag -> answer.put("lagMillis", lag));
    }
    return answer;
  }

  private Rebuild begun(Request request) {
    return request.isAnew() ? rebuild.anew() : rebuild;
  }

  private Map<String, Object> begin(Request request) {
    Rebuild begun = begun(request);
    StepEnd progress = begun.begin(request.segments(), hasTime, RebuildListener.NONE);
    if (progress == StepEnd.DONE) {
      progress = begun.awaitWriters(hasTime, RebuildListener.NONE);
    }
    Map<String, Object> answer = answer(request, progress);
    rebuild.lagMillis().ifPresent(lag -> answer.put("lagMillis", lag));
    if (!begun.hasBegun()) {
      return answer;
    }
    int segments = begun.progress().size();
    answer.put("generation", begun.generation());
    begun.gaveUp().ifPresent(why -> answer.put("gaveUp", why));
    answer.put("segments", IntStream.range(0, segments).boxed().toList());
    answer.put("estimate", begun.estimate().json());
    return answer;
  }

  private Map<String, Object> segment(Request request) {
    rebuild.join(request.generation());
    int segments = rebuild.progress().size();
    Integer segment = request.segment();
    if (segment == null || segment < 0 || segment >= segments) {
      throw WrongValue.of("\"segment\"", segment, "0 to " + (segments - 1));
    }
    StepEnd progress = rebuild.segment(segment, hasTime, RebuildListener.NONE);
    RebuildCounts counts = rebuild.progress().get(segment).read();
    Map<String, Object> answer = answer(request, progress);
    answer.put("generation", request.generation());
    answer.put("segment", segment);
    if (request.invocation() > 0) {
      answer.put("invocation", request.invocation() + 1);
    }
    if (progress == StepEnd.PAUSED && request.invocation() >= Relay.invocationsMax(segments)) {
      answer.put("status", LATER);
    }
    answer.put("items", counts.items());
    return answer;
  }

  private Map<String, Object> finish(Request request) {
    StepEnd end = finished(request.generation());
    if (end == StepEnd.LOST) {
      rebuild.beginAnew(hasTime, RebuildListener.NONE);
    }
    Map<String, Object> answer = answer(request, end == StepEnd.DONE ? end : StepEnd.PAUSED);
    answer.put("generation", request.generation());
    if (end == StepEnd.PAUSED && request.input() != null) {
      answer.put("status", LATER);
      answer.put(
          "next", Relay.next(request.listing(), request.token(), request.input().execution()));
      rebuild.release();
    }
    return answer;
  }

  /// @return WAITING if the segments are to be called again in this execution, PAUSED if in the
  ///   next
  private StepEnd finished(String generation) {
    try {
      rebuild.join(generation);
    } catch (RebuildLostException e) {
      if (rebuild.hasServed(generation)) {
        return StepEnd.DONE; // an earlier invocation finished it, but its answer was lost
      }
      throw e;
    }
    return switch (rebuild.turn()) {
      case DONE -> rebuild.finish();
      case WAITING -> StepEnd.WAITING;
      // A segment ends early because the store has lost a part, because the execution ends soon, or
      // because its position was set back by another process.
      case PAUSED, LOST -> rebuild.isLost() ? StepEnd.LOST : StepEnd.PAUSED;
    };
  }

  private static Map<String, Object> answer(Request request, StepEnd progress) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("step", request.step());
    answer.put("listing", request.listing());
    answer.put("token", request.token());
    answer.put(
        "status",
        switch (progress) {
          case DONE -> "DONE";
          case PAUSED -> "CONTINUE";
          case WAITING -> "WAITING";
          case LOST -> "LOST";
        });
    return answer;
  }
}
