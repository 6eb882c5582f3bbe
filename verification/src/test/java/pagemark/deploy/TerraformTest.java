package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// examples/terraform has a file that is made from the template, so that handlers, variables and
/// permissions are the same: `-Dwrite=true` writes it. In it, `${name}` and the like are for
/// Terraform. The state machine of rebuilds has one file for both.
final class TerraformTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String FOLDER = "examples/terraform/";
  private static final List<String> FUNCTIONS =
      List.of(Template.API, Template.SYNC, Template.REBUILD, Template.REPAIR, Template.WATCH);

  private static final String PLACE = "${region}:${account}";
  private static final String STREAM =
      "arn:${partition}:dynamodb:" + PLACE + ":table/${table}/stream/${stream_label}";

  private final Template template = Project.template();
  private final Stack stack =
      Stack.named(
          "${name}",
          template,
          Choices.all(
              Choices.OPEN,
              Choices.WITH_DYNAMODB.getFirst(),
              Map.of(
                  "TableStreamArn", STREAM,
                  "IndexReadUnitsMax", "${index_read_units_max}",
                  "IndexWriteUnitsMax", "${index_write_units_max}",
                  "RebuildSegments", "${rebuild_segments}")));

  @Test
  void functionsAreThoseOfTheTemplate() throws IOException {
    ObjectNode functions = JSON.objectNode();
    FUNCTIONS.forEach(name -> functions.set(name, function(name)));
    assertHeld("functions.json", functions);
  }

  private ObjectNode function(String name) {
    JsonNode properties = stack.properties(name);
    ObjectNode function = JSON.objectNode();
    function.put("module", SamFiles.module(name));
    function.set("handler", properties.path("Handler"));
    function.put("memory", properties.path("MemorySize").asInt());
    function.put("timeout", properties.path("Timeout").asInt());
    function.put("log", plain(properties.at("/LoggingConfig/LogGroup")));
    function.set("environment", environment(properties));
    function.set("schedules", schedules(name));
    function.set("statements", statements(name));
    return function;
  }

  /// A secret of the stack has no place in a file.
  private static ObjectNode environment(JsonNode function) {
    ObjectNode variables = function.path("Environment").path("Variables").deepCopy();
    return variables.remove(List.of("CURSOR_KEY", "CURSOR_KEY_PREVIOUS"));
  }

  private ObjectNode schedules(String function) {
    ObjectNode schedules = JSON.objectNode();
    for (String name : stack.resources("AWS::Scheduler::Schedule")) {
      JsonNode schedule = stack.properties(name);
      if (schedule.at("/Target/Arn").asText().equals("<" + function + ".Arn>")) {
        schedules
            .putObject(name)
            .put("schedule", schedule.path("ScheduleExpression").asText())
            .put("input", schedule.at("/Target/Input").asText());
      }
    }
    return schedules;
  }

  /// The role's statements, but those on the key, which the example does not have.
  private JsonNode statements(String function) {
    var statements = JSON.arrayNode();
    stack
        .properties(stack.role(function))
        .at("/Policies/0/PolicyDocument/Statement")
        .valueStream()
        .filter(statement -> !statement.path("Resource").asText().equals("<Key.Arn>"))
        .forEach(statements::add);
    return statements;
  }

  private static String plain(JsonNode reference) {
    return reference.asText().replaceAll("[<>]", "");
  }

  @Test
  void theStateMachineOfRebuildsIsTheTemplates() {
    JsonNode machine = stack.properties("Rebuild");
    String hcl = Project.text(FOLDER + "main.tf");
    assertTrue(
        hcl.contains("/../../" + machine.path("DefinitionUri").asText()), "the template's file");
    for (Map.Entry<String, JsonNode> given : machine.path("DefinitionSubstitutions").properties()) {
      assertTrue(hcl.contains("\n    " + given.getKey() + " "), given::toString);
    }
  }

  private static void assertHeld(String file, JsonNode expected) throws IOException {
    String text = named(expected.toPrettyString()) + "\n";
    if (Boolean.getBoolean("write")) {
      Files.writeString(Project.ROOT.resolve(FOLDER + file), text);
    }
    assertEquals(text, Project.text(FOLDER + file), "TerraformTest writes it with -Dwrite=true");
  }

  /// The names that Terraform gives to what only AWS knows here.
  private static String named(String text) {
    String lambda = "arn:\\${partition}:lambda:\\${region}:\\${account}:function:\\${name}-";
    String named =
        text.replace("<StateTable>", "${name}-state")
            .replace(
                "<StateTable.Arn>", "arn:${partition}:dynamodb:" + PLACE + ":table/${name}-state")
            .replace("<FailureBucket.Arn>", "arn:${partition}:s3:::${name}-failures-${account}")
            .replaceAll(
                "<(\\w+Log)[.]Arn>",
                "arn:\\${partition}:logs:\\${region}:\\${account}:log-group:/aws/lambda/\\${name}-$1:*")
            .replaceAll("<(\\w+Function)[.]Arn>", lambda + "$1")
            .replaceAll("<(\\w+Function)>", "\\${name}-$1")
            .replace("arn:aws:", "arn:${partition}:")
            .replace("eu-central-1:123456789012", PLACE)
            .replace("eu-central-1.amazonaws.com", "${region}.${dns_suffix}");
    assertTrue(!named.matches("(?s).*(<\\w|eu-central-1|123456789012).*"), named);
    return named;
  }

  /// Each setting of the template's mapping is one of the same name in HCL.
  @Test
  void streamIsConsumedAsByTheTemplate() {
    String hcl = Project.text(FOLDER + "main.tf");
    JsonNode mapping = stack.properties(Template.SYNC).at("/Events/Stream/Properties");
    for (String name :
        List.of(
            "BatchSize",
            "StartingPosition",
            "FunctionResponseTypes",
            "BisectBatchOnFunctionError",
            "MaximumRetryAttempts",
            "MaximumRecordAgeInSeconds")) {
      String argument = name.replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
      Pattern line =
          Pattern.compile(
              "(?m)^ +%s += %s$".formatted(argument, Pattern.quote("" + mapping.path(name))));
      assertTrue(line.matcher(hcl).find(), () -> argument + " = " + mapping.path(name));
    }
  }
}
