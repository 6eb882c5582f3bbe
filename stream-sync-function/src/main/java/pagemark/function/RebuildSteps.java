package pagemark.function;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.Rebuild.StepEnd;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.state.rebuild.RebuildCounts;
import pagemark.state.rebuild.RebuildLostException;
import pagemark.words.WrongValue;

/// Answers a [RebuildRequest]: runs the requested step, or all of them.
///
/// @param threads runs the segments if all steps are requested
record RebuildSteps(Rebuild rebuild, Executor threads, BooleanSupplier hasTime) {
  /// The status if another execution of the state machine goes on.
  private static final String LATER = "LATER";

  Map<String, Object> answer(RebuildRequest request) {
    return switch (request) {
      case RebuildRequest.All all -> all(all);
      case RebuildRequest.Begin begin -> begin(begin);
      case RebuildRequest.Segment segment -> segment(segment);
      case RebuildRequest.Finish finish -> finish(finish);
    };
  }

  private Map<String, Object> all(RebuildRequest.All request) {
    Rebuild begun = rebuild(request.anew());
    RebuildRun.Result result =
        new RebuildRun(begun, threads, RebuildListener.NONE)
            .run(RebuildRequest.SEGMENTS_DEFAULT, hasTime);
    Map<String, Object> answer = answer(request, result.done() ? StepEnd.DONE : StepEnd.PAUSED);
    answer.put("items", result.counts().items());
    if (!begun.hasBegun()) {
      addLag(answer);
    }
    return answer;
  }

  private Rebuild rebuild(boolean anew) {
    return anew ? rebuild.anew() : rebuild;
  }

  private Map<String, Object> begin(RebuildRequest.Begin request) {
    Rebuild begun = rebuild(request.anew());
    StepEnd progress = begun.begin(request.segments(), hasTime, RebuildListener.NONE);
    if (progress == StepEnd.DONE) {
      progress = begun.awaitWriters(hasTime, RebuildListener.NONE);
    }
    Map<String, Object> answer = answer(request, progress);
    answer.put("step", "begin");
    addLag(answer);
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

  /// Adds how far the stream's consumer is behind, unless nobody knows.
  private void addLag(Map<String, Object> answer) {
    rebuild.lagMillis().ifPresent(lag -> answer.put("lagMillis", lag));
  }

  private Map<String, Object> segment(RebuildRequest.Segment request) {
    rebuild.join(request.generation());
    int segments = rebuild.progress().size();
    if (request.segment() >= segments) {
      throw WrongValue.of("\"segment\"", request.segment(), "0 to " + (segments - 1));
    }
    StepEnd progress = rebuild.segment(request.segment(), hasTime, RebuildListener.NONE);
    RebuildCounts counts = rebuild.progress().get(request.segment()).read();
    Map<String, Object> answer = answer(request, progress);
    answer.put("step", "segment");
    answer.put("generation", request.generation());
    answer.put("segment", request.segment());
    if (request.invocation() > 0) {
      answer.put("invocation", request.invocation() + 1);
    }
    if (progress == StepEnd.PAUSED && request.invocation() >= Relay.invocationsMax(segments)) {
      answer.put("status", LATER);
    }
    answer.put("items", counts.items());
    return answer;
  }

  private Map<String, Object> finish(RebuildRequest.Finish request) {
    StepEnd end = finished(request.generation());
    if (end == StepEnd.LOST) {
      rebuild.beginAnew(hasTime, RebuildListener.NONE);
    }
    Map<String, Object> answer = answer(request, end == StepEnd.DONE ? end : StepEnd.PAUSED);
    answer.put("step", "finish");
    answer.put("generation", request.generation());
    if (end == StepEnd.PAUSED && request.execution() > 0) {
      answer.put("status", LATER);
      answer.put("next", Relay.next(request));
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

  private static Map<String, Object> answer(RebuildRequest request, StepEnd progress) {
    Map<String, Object> answer = new LinkedHashMap<>();
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
