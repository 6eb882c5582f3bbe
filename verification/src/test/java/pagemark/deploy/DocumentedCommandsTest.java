package pagemark.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import pagemark.audit.AuditException;
import pagemark.docs.Script;
import pagemark.docs.Script.Call;
import pagemark.function.AuditHandler;
import pagemark.function.RebuildHandler;
import pagemark.function.Wiring;
import pagemark.index.InMemoryIndex;
import pagemark.index.IndexSettings;
import pagemark.pages.cursor.CursorKeys;
import pagemark.services.Services;
import pagemark.services.TestContext;
import pagemark.state.StateTable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/// Runs every command that README.md and the documents about AWS show for it, with stand-ins, and
/// holds its arguments against the template and the code: parameters and their values, outputs, the
/// state machine's input, and payloads. Nothing asks a question.
final class DocumentedCommandsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Template TEMPLATE = Project.template();
  private static final Template FRONT = Template.parse(Project.text("docs/cloudfront.yaml"));

  /// Words of the documents that are outputs of the stack.
  private static final Map<String, String> OUTPUTS =
      Map.of(
          "AUDIT_FUNCTION", "AuditFunctionName",
          "FAILURE_BUCKET", "FailureBucketName",
          "REBUILD_ARN", "RebuildArn",
          "AUDIT_ARN", "AuditArn",
          "SECRET_ARN", "CursorKeysArn",
          "STATE_TABLE", "StateTableName",
          "TABLE", "TableName",
          "URL", "Url");

  private static final Map<String, String> EXAMPLES =
      Map.ofEntries(
          Map.entry("API_HOST", "abc123.execute-api.eu-central-1.amazonaws.com"),
          Map.entry("CLIENT_ID", "web"),
          Map.entry("HOST", "index.abc123.eu-central-1.rds.amazonaws.com"),
          Map.entry(
              "INDEX_SECRET_ARN",
              "arn:aws:secretsmanager:eu-central-1:123456789012:secret:index-AbCdEf"),
          Map.entry("ISSUER", "https://issuer.example.com/pool"),
          Map.entry("KEY_ARN", Choices.KEY_ARN),
          Map.entry("REGION", "eu-central-1"),
          Map.entry("RESOURCE_ID", "db-ABCDEFGHIJKL01234"),
          Map.entry("SECURITY_GROUP", "sg-0123abcd"),
          Map.entry("STACK", "pagemark"),
          Map.entry("SUBNET", "subnet-0123abcd"),
          Map.entry("TOPIC_ARN", Alarm.TOPIC),
          Map.entry("VPC", "vpc-0123abcd"));

  private static final Set<String> DEPLOY_OPTIONS =
      Set.of(
          "--capabilities",
          "--parameter-overrides",
          "--resolve-s3",
          "--stack-name",
          "--tags",
          "--template-file");

  @TempDir private Path folder;

  /// What a word of a document stands for.
  static Map<String, String> values() {
    Map<String, String> values = new HashMap<>(EXAMPLES);
    OUTPUTS.forEach((word, output) -> values.put(word, "output-" + output));
    OUTPUTS.values().forEach(output -> values.put(output, "output-" + output));
    return values;
  }

  @ParameterizedTest
  @MethodSource("pagemark.docs.Script#ofAws")
  void whatACommandIsGivenIsWhatTheTemplateAndTheCodeTake(Script script) throws Exception {
    Path release = folder.resolve("pagemark");
    Files.createDirectories(release.resolve(".aws-sam/build/ApiFunction"));
    List<Call> calls = script.run(values(), release, Map.of());
    assertFalse(calls.isEmpty());
    String built = "";
    Template template = TEMPLATE;
    for (Call call : calls) {
      if (call.is("sam", "build")) {
        built = call.index().isEmpty() ? "redis" : call.index();
        template = call.arguments().contains(Project.NETWORK) ? Project.network() : TEMPLATE;
      } else if (call.is("sam", "deploy")) {
        deploy(call, built, template);
      } else if (call.command().equals("sam")) {
        assertEquals(List.of("delete"), call.arguments());
      } else if (call.command().equals("aws")) {
        aws(call);
      }
    }
  }

  /// Asserts that the template takes a deployment.
  ///
  /// @param built the kind of index of the functions; empty if nothing was built
  static void deploy(Call call, String built, Template template) {
    Set<String> options = options(call);
    assertTrue(options.remove("--no-confirm-changeset"), () -> call + " asks whether to deploy");
    assertTrue(DEPLOY_OPTIONS.containsAll(options), options::toString);
    Map<String, String> given = Script.overrides(call.arguments());
    Map<String, String> all = Choices.all(Choices.OPEN, given);
    given.forEach((name, value) -> assertAllowed(template, name, value));
    assertEquals(List.of(), Stack.of(template, all).refusals(), call::toString);
    if (!built.isEmpty()) {
      assertEquals(all.getOrDefault("IndexKind", "redis"), built, call::toString);
    }
  }

  private static Set<String> options(Call call) {
    Set<String> options = new TreeSet<>(call.arguments());
    options.removeIf(argument -> !argument.startsWith("--"));
    return options;
  }

  private static void assertAllowed(Template template, String name, String value) {
    JsonNode parameter = template.root().path("Parameters").path(name);
    assertTrue(parameter.isObject(), () -> "the template has no parameter " + name);
    JsonNode values = parameter.path("AllowedValues");
    assertTrue(
        values.isMissingNode() || values.valueStream().anyMatch(v -> v.asText().equals(value)),
        () -> name + "=" + value);
    String pattern = parameter.path("AllowedPattern").asText(".*");
    assertTrue(Pattern.matches(pattern, value), () -> name + "=" + value);
    if (parameter.path("Type").asText().equals("Number")) {
      double number = Double.parseDouble(value);
      assertTrue(number >= parameter.path("MinValue").asDouble(number), name);
      assertTrue(number <= parameter.path("MaxValue").asDouble(number), name);
    }
  }

  private static void aws(Call call) throws Exception {
    String name = String.join(" ", call.arguments().subList(0, 2));
    switch (name) {
      case "cloudformation deploy" -> secondStack(call);
      case "stepfunctions start-execution" -> execute(call);
      case "stepfunctions list-executions" ->
          assertEquals("AWS::Serverless::StateMachine", type(call.option("--state-machine-arn")));
      case "lambda invoke" -> invoke(call);
      case "secretsmanager put-secret-value" -> secret(call);
      default -> {}
    }
  }

  /// The type of the resource that an output names.
  private static String type(String output) {
    Map<String, JsonNode> outputs = Stack.of(TEMPLATE, Choices.OPEN).outputs();
    JsonNode named = outputs.get(output.replaceFirst("^output-", ""));
    assertNotNull(named, () -> "the template has no output " + output);
    String value = named.asText();
    String resource = value.replaceAll("[<>]|[.].*", "");
    return TEMPLATE.root().path("Resources").path(resource).path("Type").asText();
  }

  private static void secondStack(Call call) {
    if (call.option("--template-file").equals("deployment/alarms.yaml")) {
      alarms(call);
      return;
    }
    assertEquals("docs/cloudfront.yaml", call.option("--template-file"));
    assertEquals("us-east-1", call.option("--region"), "where web ACLs of CloudFront are");
    Map<String, String> given = Script.overrides(call.arguments());
    given.forEach((name, value) -> assertAllowed(FRONT, name, value));
    assertEquals(List.of(), Stack.of(FRONT, given).refusals());
  }

  /// Asserts that the command names all resources of the stack that the alarms watch. The stand-in
  /// lists what AWS would, and the command drops what the template does not ask for.
  static void alarms(Call call) {
    Map<String, String> given = Script.overrides(call.arguments());
    given.keySet().retainAll(Alarm.TEMPLATE.names("Parameters"));
    given.forEach((name, value) -> assertAllowed(Alarm.TEMPLATE, name, value));
    assertEquals(call.option("--stack-name"), given.get("WatchedStack") + "-alarms");
    Stack stack = Stack.of(Alarm.TEMPLATE, given);
    assertFalse(stack.resources("AWS::CloudWatch::Alarm").isEmpty());
  }

  /// The machine's function takes the input: a rebuild as far as the listing's setup, an audit as
  /// far as the index that is not there.
  private static void execute(Call call) throws Exception {
    assertEquals("AWS::Serverless::StateMachine", type(call.option("--state-machine-arn")));
    JsonNode input = JSON.readTree(call.option("--input"));
    if (call.option("--state-machine-arn").equals("output-AuditArn")) {
      StateMachine audit = machine("Audit", new AuditHandler(wiring()));
      assertThrows(AuditException.class, () -> audit.run("run", input));
    } else {
      StateMachine rebuild = machine("Rebuild", untilTaken());
      assertThrows(Taken.class, () -> rebuild.run("run", input));
    }
  }

  private static RebuildHandler untilTaken() {
    return new RebuildHandler(
        Project.listings(),
        Template.TABLE,
        (_, _) -> {
          throw new Taken();
        },
        () -> {
          throw new Taken();
        });
  }

  static StateMachine machine(
      String name, RequestHandler<Map<String, Object>, Map<String, Object>> handler) {
    return new StateMachine(
        Stack.of(TEMPLATE, Choices.OPEN).definition(name),
        (_, event) ->
            JSON.valueToTree(
                handler.handleRequest(
                    JSON.convertValue(event, new TypeReference<Map<String, Object>>() {}),
                    new TestContext())),
        _ -> {});
  }

  /// A request has passed the checks.
  private static final class Taken extends Error {}

  /// The payload passes the checks; then there is no index.
  private static void invoke(Call call) throws Exception {
    assertEquals("raw-in-base64-out", call.option("--cli-binary-format"), "the payload is text");
    assertFalse(call.arguments().getLast().startsWith("-"), "the answer goes to a file");
    Map<String, Object> payload =
        JSON.readValue(call.option("--payload"), new TypeReference<Map<String, Object>>() {});
    assertEquals("AWS::Serverless::Function", type(call.option("--function-name")));
    if (call.option("--function-name").equals("output-AuditFunctionName")) {
      AuditHandler handler = new AuditHandler(wiring());
      assertThrows(AuditException.class, () -> handler.handleRequest(payload, new TestContext()));
    }
  }

  static Wiring wiring() {
    InstantSource clock = InstantSource.system();
    DynamoDbClient dynamo = new EmptyTables();
    Services services =
        new Services(
            Project.listings(),
            dynamo,
            new StateTable(dynamo, Template.STATE_TABLE),
            new InMemoryIndex(clock, IndexSettings.DEFAULT),
            clock);
    return new Wiring(services, Template.TABLE, Choices.STREAM_ARN);
  }

  private static final class EmptyTables implements DynamoDbClient {
    @Override
    public QueryResponse query(QueryRequest request) {
      return QueryResponse.builder().build();
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
      return GetItemResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return "dynamodb";
    }

    @Override
    public void close() {}
  }

  private static void secret(Call call) throws Exception {
    JsonNode secret = JSON.readTree(call.option("--secret-string"));
    assertEquals(2, secret.size());
    assertTrue(CursorKeys.isKey(secret.path("current").asText()), call::toString);
    String previous = secret.path("previous").asText();
    assertTrue(previous.equals("none") || CursorKeys.isKey(previous), call::toString);
  }
}
