package pagemark.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/// Runs as much of the Amazon States Language as the template uses: Task with Retry, Choice, Map,
/// Pass and Succeed, with paths of one field. What it does not know is an AssertionError. Between
/// two tries it waits as long as Step Functions does on average.
///
/// @param definition with its resources resolved
/// @param task answers a Task's input, by its resource
/// @param pause waits before another try
record StateMachine(
    JsonNode definition, BiFunction<String, JsonNode, JsonNode> task, Consumer<Duration> pause) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  static final String MACHINE = "arn:the-machine";
  private static final int STEPS_MAX = 1_000;

  /// The output of an execution.
  JsonNode run(String execution, JsonNode input) {
    ObjectNode context = JSON.objectNode();
    context.putObject("StateMachine").put("Id", MACHINE);
    context.putObject("Execution").put("Name", execution).set("Input", input);
    return run(definition, context, input);
  }

  private JsonNode run(JsonNode machine, JsonNode context, JsonNode input) {
    String name = machine.path("StartAt").asText();
    JsonNode data = input;
    for (int step = 0; step < STEPS_MAX; step++) {
      JsonNode state = machine.path("States").path(name);
      switch (state.path("Type").asText()) {
        case "Choice" -> {
          name = chosen(state, data);
          continue;
        }
        case "Task" ->
            data = placed(state, data, tried(state, arguments(state, "Parameters", context, data)));
        case "Map" -> data = placed(state, data, each(state, context, data));
        case "Pass" -> {}
        case "Succeed" -> {
          return data;
        }
        default -> throw new AssertionError("there is no state " + name);
      }
      if (state.path("End").asBoolean()) {
        return data;
      }
      name = state.path("Next").asText();
    }
    throw new AssertionError("the execution does not end");
  }

  /// The name of an error is its class, as Lambda has it.
  private JsonNode tried(JsonNode state, JsonNode input) {
    Map<JsonNode, Integer> tries = new HashMap<>();
    while (true) {
      try {
        return task.apply(state.path("Resource").asText(), input);
      } catch (RuntimeException e) {
        JsonNode rule = retry(state, e.getClass().getName()).orElseThrow(() -> e);
        int tried = tries.merge(rule, 1, Integer::sum);
        if (tried > rule.path("MaxAttempts").asInt()) {
          throw e;
        }
        pause.accept(delay(rule, tried));
      }
    }
  }

  /// The mean of the delays before a try: full jitter chooses any from 0 to the longest.
  static Duration delay(JsonNode rule, int tried) {
    double longest =
        Math.min(
            rule.path("IntervalSeconds").asInt()
                * Math.pow(rule.path("BackoffRate").asDouble(), tried - 1),
            rule.path("MaxDelaySeconds").asInt(Integer.MAX_VALUE));
    boolean isJittered = rule.path("JitterStrategy").asText().equals("FULL");
    return Duration.ofMillis((long) (1_000 * longest * (isJittered ? 0.5 : 1)));
  }

  private static Optional<JsonNode> retry(JsonNode state, String error) {
    return state
        .path("Retry")
        .valueStream()
        .filter(
            rule ->
                rule.path("ErrorEquals")
                    .valueStream()
                    .map(JsonNode::asText)
                    .anyMatch(name -> name.equals(error) || name.equals("States.ALL")))
        .findFirst();
  }

  private static String chosen(JsonNode state, JsonNode data) {
    for (JsonNode choice : state.path("Choices")) {
      if (at(choice.path("Variable").asText(), data).equals(choice.path("StringEquals"))) {
        return choice.path("Next").asText();
      }
    }
    return state.path("Default").asText();
  }

  private ArrayNode each(JsonNode state, JsonNode context, JsonNode data) {
    ArrayNode outputs = JSON.arrayNode();
    for (JsonNode item : at(state.path("ItemsPath").asText(), data)) {
      ObjectNode inner = context.deepCopy();
      inner.putObject("Map").putObject("Item").set("Value", item);
      JsonNode input = arguments(state, "ItemSelector", inner, data);
      outputs.add(run(state.path("ItemProcessor"), inner, input));
    }
    return outputs;
  }

  private static JsonNode arguments(JsonNode state, String field, JsonNode context, JsonNode data) {
    if (!state.has(field)) {
      return data;
    }
    ObjectNode arguments = JSON.objectNode();
    for (Map.Entry<String, JsonNode> argument : state.path(field).properties()) {
      String name = argument.getKey();
      String path = argument.getValue().asText();
      if (!name.endsWith(".$")) {
        arguments.set(name, argument.getValue());
      } else if (path.startsWith("$$")) {
        arguments.set(name.replace(".$", ""), at(path.substring(1), context));
      } else {
        arguments.set(name.replace(".$", ""), at(path, data));
      }
    }
    return arguments;
  }

  private static JsonNode placed(JsonNode state, JsonNode data, JsonNode result) {
    if (!state.has("ResultPath")) {
      return result;
    }
    ObjectNode output = data.deepCopy();
    output.set(state.path("ResultPath").asText().replaceFirst("^\\$[.]", ""), result);
    return output;
  }

  private static JsonNode at(String path, JsonNode data) {
    JsonNode value = data.at(path.replaceFirst("^\\$", "").replace('.', '/'));
    if (value.isMissingNode()) {
      throw new AssertionError("there is nothing at " + path + " of " + data);
    }
    return value;
  }
}
