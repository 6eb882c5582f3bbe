package pagemark.function;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import pagemark.words.WrongValue;

/// A request to [RebuildHandler], which documents its JSON form.
sealed interface RebuildRequest {
  int SEGMENTS_DEFAULT = 4;
  int SEGMENTS_MAX = 40;

  /// Runs all steps, as far as the time allows.
  ///
  /// @param anew true to discard another owner's unfinished rebuild
  record All(String listing, String token, boolean anew) implements RebuildRequest {}

  /// Runs the first step.
  ///
  /// @param segments into how many parts the table is cut
  /// @param anew true to discard another owner's unfinished rebuild
  record Begin(String listing, String token, int segments, boolean anew)
      implements RebuildRequest {}

  /// Reads one segment.
  ///
  /// @param generation the generation from the answer to `begin`
  /// @param segment the segment's number, from 0
  /// @param invocation the how many-th of an execution it is, from 1; 0 if nobody counts
  record Segment(String listing, String token, String generation, int segment, int invocation)
      implements RebuildRequest {}

  /// Runs the last step.
  ///
  /// @param generation the generation from the answer to `begin`
  /// @param execution the how many-th of a rebuild it is, from 1; 0 if no state machine asks
  record Finish(String listing, String token, String generation, int execution)
      implements RebuildRequest {}

  String listing();

  /// The name of the rebuild's owner.
  String token();

  /// @throws IllegalArgumentException naming the field that is missing or wrong
  static RebuildRequest of(Map<String, Object> event) {
    String listing = text(event, "listing");
    return switch (String.valueOf(event.getOrDefault("step", ""))) {
      case "" -> new All(listing, token(event), anew(event));
      case "begin" -> new Begin(listing, token(event), segments(event), anew(event));
      case "segment" ->
          new Segment(
              listing,
              text(event, "token"),
              text(event, "generation"),
              integer(event, "segment", 0, SEGMENTS_MAX - 1),
              event.containsKey("invocation") ? integer(event, "invocation", 1, 1_000) : 0);
      case "finish" ->
          new Finish(listing, text(event, "token"), text(event, "generation"), execution(event));
      default ->
          throw WrongValue.of(
              "\"step\"",
              event.get("step"),
              String.join(", ", new TreeSet<>(Set.of("begin", "segment", "finish"))));
    };
  }

  private static String token(Map<String, Object> event) {
    return event.containsKey("token") ? text(event, "token") : "lambda-" + UUID.randomUUID();
  }

  /// Also looks into `input`, the whole input of a state machine's execution: a state machine
  /// passes that on, because it cannot name a field that may be missing.
  private static boolean anew(Map<String, Object> event) {
    Object ofInput = event.get("input") instanceof Map<?, ?> input ? input.get("anew") : null;
    Object anew = event.containsKey("anew") ? event.get("anew") : ofInput;
    return switch (anew) {
      case null -> false;
      case Boolean yes -> yes;
      default -> throw WrongValue.of("\"anew\"", anew, "true, false");
    };
  }

  /// The number of a state machine's execution, which is in its input unless it is the first one.
  private static int execution(Map<String, Object> event) {
    if (!(event.get("input") instanceof Map<?, ?> input)) {
      return 0;
    }
    Object execution = input.get("execution");
    return execution == null
        ? 1
        : integer(Map.of("execution", execution), "execution", 1, Relay.EXECUTIONS_MAX);
  }

  private static int segments(Map<String, Object> event) {
    return event.containsKey("segments")
        ? integer(event, "segments", 1, SEGMENTS_MAX)
        : SEGMENTS_DEFAULT;
  }

  private static String text(Map<String, Object> event, String field) {
    if (event.get(field) instanceof String text && !text.isEmpty()) {
      return text;
    }
    throw WrongValue.of("\"" + field + "\"", event.get(field), "a text that is not empty");
  }

  /// Also accepts a number as text, because a state machine's definition may write it so.
  private static int integer(Map<String, Object> event, String field, int min, int max) {
    String text = String.valueOf(event.get(field));
    if (text.matches("\\d{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= min && number <= max) {
        return number;
      }
    }
    throw WrongValue.of("\"" + field + "\"", event.get(field), "%d to %d".formatted(min, max));
  }
}
